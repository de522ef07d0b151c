import * as Outbox from "../../platform/outbox/index.ts";

/** Events of a payment for its payer or its recipient. */

export interface OfPayment {
  /** The payer. */
  readonly userId: string;
  readonly paymentId: string;
  /** Decimal string, in whole units of the asset. */
  readonly amount: string;
  readonly asset: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** A top-up by card was credited. */
export const topUpCompleted = Outbox.define<
  OfPayment & {
    /** The part that paid the payer's debts. */
    readonly settled: string;
  }
>()("top-up-completed", queue);

/** The payer's card was charged for a merchant. */
export const paymentCharged = Outbox.define<OfPayment>()("payment-charged", queue);

/** An administrator approved it, and the money was taken. The reason stays internal: it may be part of an inquiry. */
export const paymentApproved = Outbox.define<OfPayment>()("payment-approved", queue);

/** An administrator rejected it, and no money was taken. The reason stays internal: it may be part of an inquiry. */
export const paymentRejected = Outbox.define<OfPayment>()("payment-rejected", queue);

/** This amount was refunded. */
export const paymentRefunded = Outbox.define<OfPayment>()("payment-refunded", queue);

/** A refund of this amount failed: the recipient has the money again. */
export const refundFailed = Outbox.define<OfPayment>()("payment-refund-failed", queue);

interface OfReceiver extends OfPayment {
  /** The recipient of the payment, not its payer. */
  readonly userId: string;
}

/** The payer's bank withdrew this amount, which is taken from the recipient. */
export const paymentDisputed = Outbox.define<OfReceiver>()("payment-disputed", queue);

/** A returned amount was reinstated to the recipient, after the recipient's debts. */
export const paymentRestored = Outbox.define<
  OfReceiver & {
    /** The part that paid the recipient's debts. */
    readonly settled: string;
  }
>()("payment-restored", queue);
