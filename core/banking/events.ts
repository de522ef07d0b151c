import * as Outbox from "../platform/outbox/index.ts";

/** The fields of a transfer. None was chosen by the payer: neither a name nor a reference. */
interface Moved {
  readonly userId: string;
  /** Decimal string, in whole units of the currency. */
  readonly amount: string;
  readonly currency: string;
}

/** A user received a bank transfer. */
export const transferReceived = Outbox.define<
  Moved & {
    /** The part that paid the user's debts. */
    readonly settled: string;
  }
>()("bank-transfer-received", "QUEUE_URL_NOTIFICATIONS");

/** The bank debited a user. */
export const transferDebited = Outbox.define<Moved>()("bank-transfer-debited", "QUEUE_URL_NOTIFICATIONS");

/** The bank reversed a booked transfer. */
export const transferReturned = Outbox.define<Moved & { readonly direction: "credit" | "debit" }>()(
  "bank-transfer-returned",
  "QUEUE_URL_NOTIFICATIONS",
);
