import * as Outbox from "../platform/outbox/index.ts";

/** A transfer without texts that the payer chose, such as a name or a reference. */
interface TransferData {
  readonly userId: string;
  /** Decimal string, in whole units of the currency. */
  readonly amount: string;
  readonly currency: string;
}

/** A user received a bank transfer. */
export const transferReceived = Outbox.define<
  TransferData & {
    /** The part that paid the user's debts. */
    readonly settled: string;
  }
>()("bank-transfer-received", "QUEUE_URL_NOTIFICATIONS");

export const transferDebited = Outbox.define<TransferData>()(
  "bank-transfer-debited",
  "QUEUE_URL_NOTIFICATIONS",
);

/** The bank reversed a booked transfer. */
export const transferReturned = Outbox.define<TransferData & { readonly direction: "credit" | "debit" }>()(
  "bank-transfer-returned",
  "QUEUE_URL_NOTIFICATIONS",
);
