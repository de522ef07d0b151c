import * as z from "zod";
import { pointsRate } from "../../loyalty/counting/schema.ts";

/** Payments, orders, refunds and transfers of a user, by card or bank (spec 3, section 2.4). */

/** refund, dispute: money was returned to the payer. reversal: a return failed or was reversed. */
export const transactionTypes = [
  "payment",
  "checkout",
  "refund",
  "dispute",
  "reversal",
  "bank_transfer",
] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** The sort orders of a list. */
export const sortFields = ["createdAt", "amount", "status", "type"] as const;
export type SortField = (typeof sortFields)[number];

/**
 * Stored in upper case (spec 3, section 2.4), shown in lower case.
 * - PENDING: not paid yet. AWAITING_APPROVAL: an administrator must approve it first.
 * - SUCCEEDED: paid, also after a partial refund. REFUNDED: refunded in full.
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

/** An administrator's decision on a payment that needs one. */
const approval = z.object({
  action: z.enum(["approve", "reject"]),
  /** The administrator. */
  by: z.string(),
  at: z.string(),
  reason: z.string(),
  /** When the provider executed it; missing until then. */
  doneAt: z.string().optional(),
  /** Until this time, in milliseconds, no other request may execute it. */
  busyUntilMs: z.bigint().optional(),
  /** The request that executes it, so that a request recognizes its own write after a lost response. */
  busyBy: z.string().optional(),
});
export type Approval = z.output<typeof approval>;

const refunded = z.object({ amountMinor: z.bigint(), atSeconds: z.bigint() });

/** Returned money by the provider's events: amounts in minor units, times in the provider's seconds. */
const returns = z.object({
  /** Increases with every change. */
  version: z.bigint(),
  /** The total refunded amount at a time; 0 if the event states no time. */
  refunds: z.array(refunded),
  /** Failed refunds, by `id:` and the provider's id: when they failed and when they were made. */
  failed: z.record(z.string(), refunded.extend({ createdSeconds: z.bigint() })),
  /** Disputes, by `id:` and the provider's id: the amounts withdrawn and reinstated, and the status. */
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
  /** The authorized amount if only a part was captured; `amountMinor` is the part. */
  authorizedMinor: z.bigint().optional(),
  /** The ledger's asset: `EUR`. */
  currency: z.string(),
  description: z.string(),
  cardLast4: z.string().optional(),
  /** The charged card, which prevails over a failed one. */
  chargedLast4: z.string().optional(),
  /** ISO 8601. */
  createdAt: z.string(),
  completedAt: z.string().optional(),
  failureReason: z.string().optional(),
  /** The provider's time of the latest failure, in seconds: an older failure changes nothing. */
  failedAtSeconds: z.bigint().optional(),
  /** The provider's time of the authorization, in seconds: an older failure changes nothing. */
  authorizedAtSeconds: z.bigint().optional(),
  /** The refunded amount in minor units, without failed refunds. */
  refundedMinor: z.bigint().default(0n),
  /** The amount withdrawn by disputes and not reinstated, in minor units. */
  disputedMinor: z.bigint().optional(),
  /** The provider's status of the dispute with the latest event: `needs_response`, `won`, `lost`, … */
  disputed: z.string().optional(),
  returns: returns.optional(),
  /** The amount that the recipient's wallet lacked for returns, which became the recipient's debt, in minor units. */
  owedMinor: z.bigint().optional(),
  /** Whether it needs an administrator's approval before money moves. */
  needsApproval: z.boolean().default(false),
  approval: approval.optional(),
  /** The first of two approvals. It waits for another administrator. */
  firstApproval: z
    .object({ by: z.string(), at: z.string(), reason: z.string(), expiresAt: z.string() })
    .optional(),
  /** The paid merchant; without one the money is the user's own. */
  merchantId: z.string().optional(),
  /** The platform's commission at the payment, in minor units. */
  commissionMinor: z.bigint().optional(),
  /** The payer's saveback at the payment, in minor units. */
  savebackMinor: z.bigint().optional(),
  /**
   * The count against the payer's incoming limit: the value in euro cents at the request, its part that counts now, and
   * the time of the count (`payments/counting.ts`).
   */
  counted: z.object({ fullCents: z.bigint(), cents: z.bigint(), at: z.string() }).optional(),
  /** The number of its events for webhooks, each of which has a sequence number. */
  told: z.bigint().optional(),
  /** The rate of the payer's loyalty points at the payment. */
  points: pointsRate.optional(),
  /** The ledger entry of the credit; missing if the payment is not credited. */
  entryId: z.string().optional(),
  /** The hold of the credited money, and its end: the payer's bank may withdraw it until then. */
  holdId: z.string().optional(),
  clearsAt: z.string().optional(),
  /** Why a payment whose record was opened by an event is implausible. It is flagged when it is paid. */
  unlikely: z.string().optional(),
  /** Why staff must review it: it is implausible, or the provider reports a payment or dispute that does not match. */
  flagged: z.string().optional(),
});
export const transactionItem = stored.transform(({ cardLast4, ...one }) => ({
  ...one,
  cardLast4: one.chargedLast4 ?? cardLast4,
}));
export type Transaction = z.output<typeof stored>;
export const transactionName = stored.pick({ userId: true, createdAt: true, transactionId: true });
export type TransactionName = z.output<typeof transactionName>;

/** A new transaction with its metadata, which is stored in an item of its own. */
export interface NewTransaction extends Transaction {
  readonly metadata: Readonly<Record<string, string>>;
}
