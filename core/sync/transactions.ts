import * as Assets from "../kernel/assets/index.ts";
import { parseWalletId, walletId } from "../ledger/accounts.ts";
import type { RunningLine } from "../ledger/schema.ts";
import type { Transaction } from "../payments/records/schema.ts";
import { descriptionOf } from "../reports/descriptions.ts";

/**
 * What moved in a user's accounts, and what was paid past them: the lines of the wallets' histories, and the
 * payments, refunds and disputes that no line tells of, as those that are pending or paid by card.
 */
export interface AccountTransaction {
  readonly id: string;
  readonly accountId: string | null;
  readonly type: string;
  readonly direction: "in" | "out";
  readonly asset: Assets.Asset;
  /** Base units, never negative. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly status: "pending" | "completed" | "failed" | "canceled" | "refunded";
  /** What somebody wrote; null where the type says it all. */
  readonly description: string | null;
  readonly counterparty: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** A line of a wallet's history. @param reason the journal's */
export function ofLine(line: RunningLine, reason: string): AccountTransaction {
  const { entryId, walletId: accountId, type, available, held, from, createdAt } = line;
  const net = available + held;
  const moved = net === 0n ? available : net;
  const asset = Assets.get(parseWalletId(accountId)?.asset ?? "");
  return {
    // One entry may be in several of a user's accounts, as a swap is.
    id: `${entryId}_${asset.symbol.toLowerCase()}`,
    accountId,
    type: type.toLowerCase(),
    direction: moved < 0n ? "out" : "in",
    asset,
    amount: absolute(moved),
    fee: 0n,
    status: "completed",
    // The journal's own words are its operator's; in the reader's language the app says them by the type.
    description: reason === "" || descriptionOf(reason, "en") !== reason ? null : reason,
    counterparty: from === accountId || from === "" ? null : from,
    createdAt,
    updatedAt: createdAt,
  };
}

const statuses = {
  PENDING: "pending",
  AWAITING_APPROVAL: "pending",
  SUCCEEDED: "completed",
  FAILED: "failed",
  CANCELED: "canceled",
  REFUNDED: "refunded",
} as const;

/** A payment, refund or dispute; undefined where a line of the user's own wallet tells of it. */
export function ofRecord(record: Transaction): AccountTransaction | undefined {
  const { transactionId, userId, type, status, merchantId, entryId, createdAt, completedAt } = record;
  const isOwn = merchantId === undefined && type !== "checkout";
  if (entryId !== undefined && isOwn && type !== "refund" && type !== "dispute" && type !== "reversal")
    return undefined;
  return {
    id: transactionId,
    accountId: isOwn ? walletId("live", userId, record.currency) : null,
    type,
    direction: type === "refund" || type === "dispute" || (isOwn && type === "payment") ? "in" : "out",
    asset: Assets.get(record.currency),
    amount: record.amountMinor,
    fee: 0n,
    status: statuses[status],
    description: record.description || null,
    counterparty: merchantId ?? null,
    createdAt,
    updatedAt: completedAt ?? createdAt,
  };
}
