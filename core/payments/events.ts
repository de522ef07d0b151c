import * as Outbox from "../outbox/index.ts";

/** What happens to a payment. The payer is told of it. */

interface OfPayment {
  /** The payer. */
  readonly userId: string;
  readonly paymentId: string;
  /** Decimal string, in whole units of the asset. */
  readonly amount: string;
  readonly asset: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** An administrator approved it, and the money was taken. Why is not told: it may be part of an inquiry. */
export const paymentApproved = Outbox.define<OfPayment>()("payment-approved", queue);

/** An administrator rejected it, and no money was taken. Why is not told: it may be part of an inquiry. */
export const paymentRejected = Outbox.define<OfPayment>()("payment-rejected", queue);

/** This much of it was given back. */
export const paymentRefunded = Outbox.define<OfPayment>()("payment-refunded", queue);
