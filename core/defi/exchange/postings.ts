import type { UserActor } from "../../identity/actor.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import type { Burned, Minted } from "./engine/pool.ts";
import { LOCKED, type Pair, poolAccount, positionAccount, type Token } from "./pairs.ts";
import { accountOf } from "./wallet.ts";

/** What changing a pool's shares moves in the ledger. Shares come from `issuance`, which so stands at minus their supply. */

type Amounts = { readonly amount0: bigint; readonly amount1: bigint };

/** Both tokens into the pool; shares to the position, the treasury and, the first time, to nobody. */
export const mintPostings = (
  actor: UserActor,
  pair: Pair,
  minted: Minted & Amounts,
  positionId: string,
): Posting[] => [
  ...Ledger.move(accountOf(actor, pair.token0), reserves(pair, pair.token0), minted.amount0),
  ...Ledger.move(accountOf(actor, pair.token1), reserves(pair, pair.token1), minted.amount1),
  ...Ledger.move(shares(pair, "issuance"), shares(pair, positionAccount(positionId)), minted.liquidity),
  ...unlessNothing(shares(pair, LOCKED), pair, minted.lockedLiquidity),
  ...unlessNothing(shares(pair, "treasury"), pair, minted.feeLiquidity),
];

/** Shares back from the position; both tokens out of the pool; the treasury's due shares. */
export const burnPostings = (
  actor: UserActor,
  pair: Pair,
  burned: Burned & { readonly liquidity: bigint },
  positionId: string,
): Posting[] => [
  ...Ledger.move(shares(pair, positionAccount(positionId)), shares(pair, "issuance"), burned.liquidity),
  ...Ledger.move(reserves(pair, pair.token0), accountOf(actor, pair.token0), burned.amount0),
  ...Ledger.move(reserves(pair, pair.token1), accountOf(actor, pair.token1), burned.amount1),
  ...unlessNothing(shares(pair, "treasury"), pair, burned.feeLiquidity),
];

const reserves = ({ id }: Pair, { symbol }: Token): AccountRef => ({
  account: poolAccount(id),
  asset: symbol,
});

const shares = ({ shareAsset }: Pair, account: string): AccountRef => ({ account, asset: shareAsset });

const unlessNothing = (to: AccountRef, pair: Pair, amount: bigint): Posting[] =>
  amount === 0n ? [] : Ledger.move(shares(pair, "issuance"), to, amount);
