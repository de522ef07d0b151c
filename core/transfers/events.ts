import type { Mode } from "../kernel/mode.ts";
import * as Outbox from "../platform/outbox/index.ts";

/** Money has gone from user to user: both are told. Amounts are decimal strings, in whole units. */

interface OfTransfer {
  readonly mode: Mode;
  readonly userId: string;
  readonly amount: string;
  readonly asset: string;
}

export const transferSent = Outbox.define<OfTransfer>()("wallet-transfer-sent", "QUEUE_URL_NOTIFICATIONS");

/** `settled`: how much of it has paid what the receiver owed. */
export const transferReceived = Outbox.define<OfTransfer & { readonly settled: string }>()(
  "wallet-transfer-received",
  "QUEUE_URL_NOTIFICATIONS",
);
