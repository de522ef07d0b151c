import * as Outbox from "../platform/outbox/index.ts";

/** What an event says of a transfer. Nothing that its sender chose: neither a name nor a reference. */
interface Moved {
  readonly userId: string;
  /** Decimal string, in whole units of the currency. */
  readonly amount: string;
  readonly currency: string;
}

/** Money has come to a user by bank transfer. */
export const transferReceived = Outbox.define<
  Moved & {
    /** How much of it has paid what the user owed. */
    readonly settled: string;
  }
>()("bank-transfer-received", "QUEUE_URL_NOTIFICATIONS");

/** Money has left a user's bank account: the bank has debited it. */
export const transferDebited = Outbox.define<Moved>()("bank-transfer-debited", "QUEUE_URL_NOTIFICATIONS");

/** The bank has taken back what it had booked: of a credit the money is gone again, of a debit it is back. */
export const transferReturned = Outbox.define<Moved & { readonly direction: "credit" | "debit" }>()(
  "bank-transfer-returned",
  "QUEUE_URL_NOTIFICATIONS",
);
