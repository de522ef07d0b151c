import * as Outbox from "../../platform/outbox/index.ts";

/** A scheduled payment that failed. Amounts are decimal strings in whole units. */
interface Missed {
  readonly userId: string;
  readonly amount: string;
  readonly asset: string;
  /** The code of the error. */
  readonly reason: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

/** It will be tried again. @property retryAt ISO 8601 */
export const scheduledPaymentMissed = Outbox.define<Missed & { readonly retryAt: string }>()(
  "scheduled-payment-missed",
  queue,
);

/** It has ended. */
export const scheduledPaymentFailed = Outbox.define<Missed>()("scheduled-payment-failed", queue);
