import type { Asset } from "../kernel/assets/index.ts";
import { defineError } from "../kernel/errors.ts";

/** A transaction of the history: a movement in an account, or a card payment outside the accounts. */

export const TransactionNotFound = defineError(
  "TRANSACTION_NOT_FOUND",
  "not-found",
  "This transaction does not exist. Check its id.",
  "Cette transaction n'existe pas. Vérifiez son identifiant.",
);

/** `hold` and `release` change the available balance, not the account's total. */
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
  /** Null for a card payment outside the accounts. */
  readonly accountId: string | null;
  readonly type: Kind;
  readonly direction: "in" | "out";
  readonly asset: Asset;
  /** The gain or loss of the account in base units, never negative. */
  readonly amount: bigint;
  /** The platform's fee. */
  readonly fee: bigint;
  readonly status: Status;
  /** A user's text, or null. */
  readonly description: string | null;
  /** A name, never an email address; for a transfer to a network address, that address. */
  readonly counterparty: string | null;
  /** The available balance after it; null outside the accounts, or before an account is credited. */
  readonly balance: bigint | null;
  /** The id of the payment, withdrawal or hold that the owner requested; null if there is none or `id` is its id. */
  readonly reference: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}
