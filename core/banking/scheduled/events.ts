import * as Outbox from "../../platform/outbox/index.ts";

/** A failed attempt of a scheduled payment. Amounts are decimal strings in whole units. */
interface Failure {
  readonly userId: string;
  readonly amount: string;
  readonly asset: string;
  /** The code of the error. */
  readonly reason: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** The payment is tried again at `retryAt` (ISO 8601). */
export const scheduledPaymentMissed = Outbox.define<Failure & { readonly retryAt: string }>()(
  "scheduled-payment-missed",
  queue,
);

/** The payment has failed permanently. */
export const scheduledPaymentFailed = Outbox.define<Failure>()("scheduled-payment-failed", queue);
