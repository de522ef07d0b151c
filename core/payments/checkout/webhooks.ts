import * as z from "zod";
import type { PspHandler } from "../../inbound/psp.ts";
import { log } from "../../platform/log.ts";
import * as Transactions from "../records/index.ts";
import { metadata, ORDER, optionalId, text } from "../records/psp-objects.ts";
import type { Transaction } from "../records/schema.ts";
import { flag, fulfil, recordCancellation, recordFailure } from "./confirm.ts";
import { invoicePaid } from "./invoice.ts";

/** The provider's events of orders (spec 3, section 6.1). */

/** Makes a handler for the order of a session. Sessions of other software are ignored. */
const handleOrder =
  (work: (order: Transaction, session: SessionObject) => Promise<string>): PspHandler =>
  async (event) => {
    const session = sessionObject.parse(event.data.object);
    const order = await findOrder(session);
    if (order) return work(order, session);
    log.info("payment provider: event of an unknown checkout session, ignored", {
      eventId: event.id,
      sessionId: session.id,
    });
    return "not ours";
  };

/** Finds the order by the session's id or our metadata. Any client could set the client reference. */
async function findOrder({ id, metadata }: SessionObject): Promise<Transaction | undefined> {
  for (const reference of [id, metadata[ORDER]]) {
    const found = reference ? await Transactions.find(reference) : undefined;
    if (found?.type === "checkout") return found;
  }
  return undefined;
}

const sessionCompleted = handleOrder(async (order, session) => {
  const { payment_status: status } = session;
  if (status === "paid" || status === "no_payment_required") return bookPaid(order, session);
  await referToOrder(order, session);
  return "waits for the payment";
});

/** Books a paid order, unless its invoice has a transaction of its own. */
async function bookPaid(order: Transaction, session: SessionObject): Promise<string> {
  await referToOrder(order, session);
  const { amount_total: amountMinor, currency, subscription: subscriptionId, invoice } = session;
  const known = invoice === undefined ? undefined : await Transactions.find(invoice);
  if (known && known.transactionId !== order.transactionId)
    return flag(order, `its invoice ${invoice} was booked separately`, subscriptionId);
  const isFree = session.payment_status === "no_payment_required";
  return fulfil(order, { amountMinor, currency, subscriptionId, isFree });
}

/** Makes the provider's ids of the session refer to the order. */
const referToOrder = (
  order: Transaction,
  { payment_intent, subscription, invoice }: SessionObject,
): Promise<void> => Transactions.addReferences([payment_intent, subscription, invoice], order);

export const handlers: Readonly<Record<string, PspHandler>> = {
  "checkout.session.completed": sessionCompleted,
  "checkout.session.async_payment_succeeded": handleOrder(bookPaid),
  "checkout.session.async_payment_failed": handleOrder((order) =>
    recordFailure(order, "The payment failed after the checkout."),
  ),
  "checkout.session.expired": handleOrder(recordCancellation),
  "invoice.paid": invoicePaid,
};

const sessionObject = z.looseObject({
  id: z.string(),
  payment_status: text,
  /** Minor units. With an unreadable amount the event ends in the dead-letter queue. */
  amount_total: z.int().nullish(),
  currency: z.string().nullish(),
  payment_intent: optionalId,
  subscription: optionalId,
  /** The first invoice of a subscription. */
  invoice: optionalId,
  metadata,
});
type SessionObject = z.output<typeof sessionObject>;
