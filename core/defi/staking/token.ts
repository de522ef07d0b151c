import * as Assets from "../../kernel/assets/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";

/** What is staked: the platform's own token, in its holders' wallets. */

export const token = Assets.native;

/** The wallet that a user's stakes are held in. */
export const walletOf = ({ userId }: { readonly userId: string }): AccountRef =>
  walletRef(walletId("live", userId, token.symbol));

/** The postings that set an amount of a wallet aside. */
export const held = (wallet: AccountRef, amount: bigint): Posting[] => [
  { ...wallet, bucket: "available", amount: -amount },
  { ...wallet, bucket: "held", amount },
];

/** The postings that pay rewards into a wallet; none where there are none. */
export const paid = (wallet: AccountRef, rewards: bigint): Posting[] =>
  rewards === 0n
    ? []
    : [
        { account: "rewards", asset: token.symbol, bucket: "available", amount: -rewards },
        { ...wallet, bucket: "available", amount: rewards },
      ];

/** Amounts as decimal strings in whole tokens, for the details of an error. */
export const shown = (amounts: Readonly<Record<string, bigint>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, Money.format(amount, token.decimals)]),
  );
