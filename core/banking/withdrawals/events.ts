import * as Outbox from "../../platform/outbox/index.ts";

/** An order waits for the bank. */
export const withdrawalRequested = Outbox.define<{
  readonly userId: string;
  readonly withdrawalId: string;
}>()("withdrawal-requested", "QUEUE_URL_BANK_ORDERS");

/** What became of a withdrawal: its user is told. Amounts are decimal strings, in whole units. */
interface OfWithdrawal {
  readonly userId: string;
  readonly amount: string;
  readonly asset: string;
}

const queue = "QUEUE_URL_NOTIFICATIONS";

export const withdrawalBegun = Outbox.define<OfWithdrawal>()("withdrawal-begun", queue);

export const withdrawalBooked = Outbox.define<OfWithdrawal>()("withdrawal-booked", queue);

/** What the bank says of it is not what was agreed, or it says nothing: somebody looks at it. */
export const withdrawalFlagged = Outbox.define<OfWithdrawal>()("withdrawal-flagged", queue);

/** It did not arrive, and all is back. `settled`: how much of it has paid what was owed. */
export const withdrawalUndone = Outbox.define<OfWithdrawal & { readonly settled: string }>()(
  "withdrawal-undone",
  queue,
);
