import * as Outbox from "../../platform/outbox/index.ts";

/** Events of a payment for its payer or its recipient. */

export interface OfPayment {
  readonly userId: string;
  readonly paymentId: string;
  /** Decimal string, in whole units of the asset. */
  readonly amount: string;
  readonly asset: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

interface OfCredit extends OfPayment {
  /** The part that paid the user's debts. */
  readonly settled: string;
}

export const topUpCompleted = Outbox.define<OfCredit>()("top-up-completed", queue);
export const paymentCharged = Outbox.define<OfPayment>()("payment-charged", queue);

// The reason of a decision stays internal: it may be part of an inquiry.
export const paymentApproved = Outbox.define<OfPayment>()("payment-approved", queue);
export const paymentRejected = Outbox.define<OfPayment>()("payment-rejected", queue);

/** This amount was refunded. */
export const paymentRefunded = Outbox.define<OfPayment>()("payment-refunded", queue);

/** A refund of this amount failed: the recipient has the money again. */
export const refundFailed = Outbox.define<OfPayment>()("payment-refund-failed", queue);

// The user of these events is the recipient of the payment.

/** The payer's bank withdrew this amount, which is taken from the recipient. */
export const paymentDisputed = Outbox.define<OfPayment>()("payment-disputed", queue);

/** A returned amount was credited to the recipient again. */
export const paymentRestored = Outbox.define<OfCredit>()("payment-restored", queue);
