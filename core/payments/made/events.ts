import * as Outbox from "../../platform/outbox/index.ts";
import type { OfPayment } from "../payments/events.ts";

/** A merchant was paid from an account: both sides are notified. Amounts are decimal strings in whole units. */

export const paymentMade = Outbox.define<OfPayment>()("payment-made", "QUEUE_URL_NOTIFICATIONS");

/** `amount` is the merchant's share; `settled` is the part that paid the owner's debts. */
export const paymentReceived = Outbox.define<OfPayment & { readonly settled: string }>()(
  "payment-taken",
  "QUEUE_URL_NOTIFICATIONS",
);
