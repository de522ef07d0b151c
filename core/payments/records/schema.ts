import * as z from "zod";
import { pointsRate } from "../../loyalty/counting/schema.ts";

/** What happened between a user and the world outside, by card or by bank (spec 3, section 2.4). */

/** refund, dispute: money went back to the payer. reversal: it came again. */
export const transactionTypes = [
  "payment",
  "checkout",
  "refund",
  "dispute",
  "reversal",
  "bank_transfer",
] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** What a list of transactions is ordered by. */
export const sortFields = ["createdAt", "amount", "status", "type"] as const;
export type SortField = (typeof sortFields)[number];

/**
 * Stored in upper case (spec 3, section 2.4), shown in lower case.
 * - PENDING: nothing was paid yet. AWAITING_APPROVAL: an administrator must approve it first.
 * - SUCCEEDED: paid; it stays so when a part is refunded. REFUNDED: wholly.
 */
export const transactionStatuses = [
  "PENDING",
  "AWAITING_APPROVAL",
  "SUCCEEDED",
  "FAILED",
  "CANCELED",
  "REFUNDED",
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** What an administrator decided on a payment that needs it. */
const approval = z.object({
  action: z.enum(["approve", "reject"]),
  /** The administrator. */
  by: z.string(),
  at: z.string(),
  reason: z.string(),
  /** When the provider had done it; missing while it is on its way. */
  doneAt: z.string().optional(),
  /** Until when it is being carried out, in milliseconds; from then on it may be carried out again. */
  busyUntilMs: z.bigint().optional(),
  /** Names the request that is at work on it: so it knows its own write again whose answer was lost. */
  busyBy: z.string().optional(),
});
export type Approval = z.output<typeof approval>;

const refunded = z.object({ amountMinor: z.bigint(), atSeconds: z.bigint() });

/** Money that went back, by the provider's events. Minor units, and seconds of the provider. */
const returns = z.object({
  /** One more with every change. */
  version: z.bigint(),
  /** How much was refunded altogether at a time; 0 where the event names no time. */
  refunds: z.array(refunded),
  /** Refunds that have failed after all, by `id:` and the provider's id: when, and when they had been made. */
  failed: z.record(z.string(), refunded.extend({ createdSeconds: z.bigint() })),
  /** By `id:` and the provider's id: what the bank took back, what it gave again, and the dispute's status. */
  disputes: z.record(
    z.string(),
    z.object({
      withdrawnMinor: z.bigint(),
      reinstatedMinor: z.bigint(),
      status: z.string(),
      atSeconds: z.bigint(),
    }),
  ),
});
export type Returns = z.output<typeof returns>;

const stored = z.object({
  transactionId: z.string(),
  userId: z.string(),
  type: z.enum(transactionTypes),
  status: z.enum(transactionStatuses),
  /** Minor units of the currency (cents). Never negative. */
  amountMinor: z.bigint(),
  /** What its payer had authorised, where only a part of that was captured: `amountMinor` is the part. */
  authorizedMinor: z.bigint().optional(),
  /** The ledger's asset: `EUR`. */
  currency: z.string(),
  description: z.string(),
  cardLast4: z.string().optional(),
  /** The card that was charged: it counts for more than one that failed, whenever that becomes known. */
  chargedLast4: z.string().optional(),
  /** ISO 8601. */
  createdAt: z.string(),
  completedAt: z.string().optional(),
  failureReason: z.string().optional(),
  /** The provider's time of the latest failure, in seconds: an older one changes nothing. */
  failedAtSeconds: z.bigint().optional(),
  /** The provider's time of the customer's authorisation, in seconds: an older failure changes nothing. */
  authorizedAtSeconds: z.bigint().optional(),
  /** How much of it was refunded, in minor units; without refunds that failed. */
  refundedMinor: z.bigint().default(0n),
  /** How much of it the payer's bank has taken back by disputes and not given again, in minor units. */
  disputedMinor: z.bigint().optional(),
  /** The status of its latest dispute, the provider's: `needs_response`, `won`, `lost`, … */
  disputed: z.string().optional(),
  returns: returns.optional(),
  /** What its receiver's wallet lacked when it was taken back, and is his debt since, in minor units. */
  owedMinor: z.bigint().optional(),
  /** Whether it needs an administrator's approval before money moves. */
  needsApproval: z.boolean().default(false),
  approval: approval.optional(),
  /** What a first administrator wants, where two must approve: it waits for another one. */
  firstApproval: z
    .object({ by: z.string(), at: z.string(), reason: z.string(), expiresAt: z.string() })
    .optional(),
  /** The merchant that is paid; without one the money is the user's own. */
  merchantId: z.string().optional(),
  /** What the merchant pays of it, in minor units, as it was when it was paid. */
  commissionMinor: z.bigint().optional(),
  /** What the merchant pays of it for the payer's saveback, in minor units, as it was when it was paid. */
  savebackMinor: z.bigint().optional(),
  /**
   * What of it counts against what its payer may bring in: its worth in cents of a euro when it was asked for, how
   * much of that counts now, and when it was counted (`payments/limit-count.ts`).
   */
  counted: z.object({ fullCents: z.bigint(), cents: z.bigint(), at: z.string() }).optional(),
  /** How many things of it were told to webhooks: each has its number. */
  told: z.bigint().optional(),
  /** What it gives its payer loyalty points in, as it was when it was paid. */
  points: pointsRate.optional(),
  /** The ledger's entry that credited it; its presence says that it was credited. */
  entryId: z.string().optional(),
  /** The ledger's hold of what it credited, and until when: the payer's bank may take it back meanwhile. */
  holdId: z.string().optional(),
  clearsAt: z.string().optional(),
  /** Why a payment that only the provider knows cannot be one of ours: it is flagged when it is paid. */
  unlikely: z.string().optional(),
  /** Why somebody must look at it: what the provider says differs from what was agreed. */
  flagged: z.string().optional(),
});
export const transactionItem = stored.transform(({ cardLast4, ...one }) => ({
  ...one,
  cardLast4: one.chargedLast4 ?? cardLast4,
}));
export type Transaction = z.output<typeof stored>;
export const transactionName = stored.pick({ userId: true, createdAt: true, transactionId: true });
export type TransactionName = z.output<typeof transactionName>;

/** A transaction as it is opened: with what its maker noted, which is kept apart. */
export interface NewTransaction extends Transaction {
  readonly metadata: Readonly<Record<string, string>>;
}
