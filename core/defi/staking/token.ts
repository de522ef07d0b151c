import * as Assets from "../../kernel/assets/index.ts";
import type { Mode, Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { accountOf, systemRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";

/** What is staked: the platform's own token, in its holders' wallets. */

export const token = Assets.native;

/** The wallet that a user's stakes are held in. */
export const walletOf = (owner: Owner): AccountRef => accountOf(owner, token.symbol);

/** The postings that reserve an amount of a wallet. */
export const reserving = (wallet: AccountRef, amount: bigint): Posting[] => [
  { ...wallet, bucket: "available", amount: -amount },
  { ...wallet, bucket: "held", amount },
];

/** The account that rewards are paid from. */
export const rewardsAccount = (mode: Mode): AccountRef => systemRef(mode, "rewards", token.symbol);

/** The postings that pay rewards into a wallet; none where there are none. */
export const rewarding = (mode: Mode, wallet: AccountRef, rewards: bigint): Posting[] =>
  rewards === 0n ? [] : Ledger.move(rewardsAccount(mode), wallet, rewards);

/** Amounts as decimal strings in whole tokens, for the details of an error. */
export const formatted = (amounts: Readonly<Record<string, bigint>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, Money.format(amount, token.decimals)]),
  );
