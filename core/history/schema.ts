import type { Asset } from "../kernel/assets/index.ts";

/** What moved in a user's accounts and past them, as one list of one form. */

/** What it was. `hold` and `release` change what is free, not what the account has. */
export const kinds = [
  "transfer",
  "bank_transfer",
  "withdrawal",
  "withdrawal_return",
  "top_up",
  "payment",
  "refund",
  "dispute",
  "reversal",
  "adjustment",
  "swap",
  "liquidity",
  "stake",
  "unstake",
  "reward",
  "governance",
  "issuance",
  "hold",
  "release",
] as const;
export type Kind = (typeof kinds)[number];

export const statuses = ["pending", "completed", "failed", "canceled", "refunded"] as const;
export type Status = (typeof statuses)[number];

export interface AccountTransaction {
  readonly id: string;
  /** null of what was paid past the accounts, by card. */
  readonly accountId: string | null;
  readonly type: Kind;
  readonly direction: "in" | "out";
  readonly asset: Asset;
  /** What the account gained or lost, in base units, never negative. */
  readonly amount: bigint;
  /** What of the movement the platform kept. */
  readonly fee: bigint;
  readonly status: Status;
  /** What somebody wrote; null where the type says it all. */
  readonly description: string | null;
  /** By name, never by e-mail address; of what went to an address of a network, that. */
  readonly counterparty: string | null;
  /** What the account had free after it; null of what is past the accounts, or has yet to reach one. */
  readonly balance: bigint | null;
  /** The id of what it was asked for as, where that is another: a payment's, a withdrawal's. */
  readonly reference: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}
