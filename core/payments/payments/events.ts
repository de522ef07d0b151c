import * as Outbox from "../../platform/outbox/index.ts";

/** What happens to a payment: its payer or its receiver is told. */

interface OfPayment {
  /** The payer. */
  readonly userId: string;
  readonly paymentId: string;
  /** Decimal string, in whole units of the asset. */
  readonly amount: string;
  readonly asset: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** The payer's own money has come in by card. */
export const topUpCompleted = Outbox.define<
  OfPayment & {
    /** How much of it has paid what the payer owed. */
    readonly settled: string;
  }
>()("top-up-completed", queue);

/** The payer's card was charged for a merchant. */
export const paymentCharged = Outbox.define<OfPayment>()("payment-charged", queue);

/**
 * An administrator approved it, and the money was taken. The reason is kept: it may be part of an inquiry.
 */
export const paymentApproved = Outbox.define<OfPayment>()("payment-approved", queue);

/** An administrator rejected it, and no money was taken. The reason is kept: it may be part of an inquiry. */
export const paymentRejected = Outbox.define<OfPayment>()("payment-rejected", queue);

/** This much of it was given back. */
export const paymentRefunded = Outbox.define<OfPayment>()("payment-refunded", queue);

/** The payer's refund of this much has failed: it is again where the payment had gone. */
export const refundFailed = Outbox.define<OfPayment>()("payment-refund-failed", queue);

interface OfReceiver extends OfPayment {
  /** Whoever the payment was credited to, not its payer. */
  readonly userId: string;
}

/** The payer's bank has taken this much of it back, which is taken from whoever was credited. */
export const paymentDisputed = Outbox.define<OfReceiver>()("payment-disputed", queue);

/**
 * This much that went back came again, to whoever it was taken from: what he owed is paid of his share first.
 */
export const paymentRestored = Outbox.define<
  OfReceiver & {
    /** How much of it has paid what he owed. */
    readonly settled: string;
  }
>()("payment-restored", queue);
