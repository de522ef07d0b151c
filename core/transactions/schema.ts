import * as z from "zod";

/** What happened between a user and the world outside, by card or by bank (spec 3, section 2.4). */

export const transactionTypes = ["payment", "checkout", "refund", "bank_transfer"] as const;
export type TransactionType = (typeof transactionTypes)[number];

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
  /** Until when whoever decided may be at work on it, in milliseconds; from then on the same decision may be carried out again. */
  busyUntilMs: z.bigint().optional(),
});

export const transactionItem = z.object({
  transactionId: z.string(),
  userId: z.string(),
  type: z.enum(transactionTypes),
  status: z.enum(transactionStatuses),
  /** Minor units of the currency (cents). Never negative. */
  amountMinor: z.bigint(),
  /** The ledger's asset: `EUR`. */
  currency: z.string(),
  description: z.string(),
  metadata: z.record(z.string(), z.string()).default({}),
  cardLast4: z.string().optional(),
  /** ISO 8601. */
  createdAt: z.string(),
  completedAt: z.string().optional(),
  failureReason: z.string().optional(),
  /** The provider's time of the latest failure, in seconds: an older one changes nothing. */
  failedAtSeconds: z.bigint().optional(),
  /** The provider's time at which the customer authorised it, in seconds: an older failure changes nothing. */
  authorizedAtSeconds: z.bigint().optional(),
  /** How much of it was refunded, in minor units. */
  refundedMinor: z.bigint().default(0n),
  /** Whether it needs an administrator's approval before money moves. */
  needsApproval: z.boolean().default(false),
  approval: approval.optional(),
  /** The merchant that is paid; without one the money is the user's own. */
  merchantId: z.string().optional(),
  /** What the merchant pays of it, in minor units, as it was when it was paid. */
  commissionMinor: z.bigint().optional(),
  /** The ledger's entry that credited it; its presence says that it was credited. */
  entryId: z.string().optional(),
  /** Why somebody must look at it: what the provider says differs from what was agreed. */
  flagged: z.string().optional(),
});
export type Transaction = z.output<typeof transactionItem>;
