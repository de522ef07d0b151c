import * as Assets from "../../kernel/assets/index.ts";
import type { Mode, Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { accountOf, systemRef } from "../../ledger/accounts.ts";
import { posting } from "../../ledger/draft.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";

/** The staked token: the platform's own. Stakes are held in the users' wallets. */

export const token = Assets.native;

/** Returns the wallet that holds a user's stakes. */
export const walletOf = (owner: Owner): AccountRef => accountOf(owner, token.symbol);

export const holdPostings = (wallet: AccountRef, amount: bigint): Posting[] => [
  posting(wallet, -amount),
  posting(wallet, amount, "held"),
];

export const rewardsAccount = (mode: Mode): AccountRef => systemRef(mode, "rewards", token.symbol);

/** Returns the postings that pay rewards into a wallet. */
export const rewardPostings = (mode: Mode, wallet: AccountRef, rewards: bigint): Posting[] =>
  rewards === 0n ? [] : Ledger.move(rewardsAccount(mode), wallet, rewards);

/** Formats amounts in whole tokens, for the details of an error. */
export const formatted = (amounts: Readonly<Record<string, bigint>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, Money.format(amount, token.decimals)]),
  );
