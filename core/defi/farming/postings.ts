import { systemRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import { positionAccount } from "../exchange/pairs.ts";
import { token, walletOf } from "../staking/token.ts";
import { rewardsOf } from "./names.ts";
import type { Farm } from "./schema.ts";
import type { Situation } from "./situation.ts";

/**
 * What farming moves in the ledger. Shares that are farmed are in an account of the farming position: out of
 * reach of whoever removes liquidity, which takes from the account of the liquidity position.
 */

const sharesIn = ({ owner, pair }: Situation, positionId: string): AccountRef =>
  systemRef(owner.mode, positionAccount(positionId), pair.shareAsset);

/** Shares from the liquidity position into the farm. */
export const stakePostings = (situation: Situation, amount: bigint): Posting[] =>
  Ledger.move(
    sharesIn(situation, situation.liquidity.positionId),
    sharesIn(situation, situation.position.positionId),
    amount,
  );

/** Shares out of the farm, back to the liquidity position. */
export const withdrawPostings = (situation: Situation, amount: bigint): Posting[] =>
  Ledger.move(
    sharesIn(situation, situation.position.positionId),
    sharesIn(situation, situation.liquidity.positionId),
    amount,
  );

/** What a farm's rewards are paid from. */
export const fundsOf = ({ mode, farmId }: Pick<Farm, "mode" | "farmId">): AccountRef =>
  systemRef(mode, rewardsOf(farmId), token.symbol);

/** Rewards from the farm to the user's wallet; nothing where there are none. */
export const rewardPostings = ({ owner, farm }: Situation, reward: bigint): Posting[] =>
  reward === 0n ? [] : Ledger.move(fundsOf(farm), walletOf(owner), reward);
