import * as z from "zod";
import type { PspEvent, PspHandler } from "../../inbound/psp.ts";
import { log } from "../../platform/log.ts";
import * as Transactions from "../records/index.ts";
import { metadata, ORDER, optionalId, text } from "../records/psp-objects.ts";
import type { Transaction } from "../records/schema.ts";
import { canceled, failed, flag, fulfil } from "./confirm.ts";
import { invoicePaid } from "./invoice.ts";

/** What the provider's events say of orders (spec 3, section 6.1). */

/** Does something for the order that a session is of; sessions that other software made are none of ours. */
const ofOrder =
  (work: (order: Transaction, session: SessionObject) => Promise<string>): PspHandler =>
  async (event) => {
    const session = sessionOf(event);
    const order = await orderOf(session);
    if (order) return work(order, session);
    log.info("a checkout session that is not ours", { eventId: event.id, sessionId: session.id });
    return "not ours";
  };

/** By the session's id, or by our metadata. A client reference anybody could give to a session of theirs. */
async function orderOf({ id, metadata }: SessionObject): Promise<Transaction | undefined> {
  for (const reference of [id, metadata[ORDER]]) {
    const found = reference ? await Transactions.find(reference) : undefined;
    if (found?.type === "checkout") return found;
  }
  return undefined;
}

const completed = ofOrder(async (order, session) => {
  const { payment_status: status } = session;
  if (status === "paid" || status === "no_payment_required") return paid(order, session);
  await remember(order, session);
  return "waits for the payment";
});

/** The order was paid: the money is booked, unless its invoice has a transaction of its own. */
async function paid(order: Transaction, session: SessionObject): Promise<string> {
  await remember(order, session);
  const { amount_total: amountMinor, currency, subscription: subscriptionId, invoice } = session;
  const known = invoice === undefined ? undefined : await Transactions.find(invoice);
  if (known && known.transactionId !== order.transactionId)
    return flag(order, `its invoice ${invoice} was booked by itself`, subscriptionId);
  const isFree = session.payment_status === "no_payment_required";
  return fulfil(order, { amountMinor, currency, subscriptionId, isFree });
}

/** Lets the provider's ids of what the session led to name the order. */
const remember = (
  order: Transaction,
  { payment_intent, subscription, invoice }: SessionObject,
): Promise<void> => Transactions.refer([payment_intent, subscription, invoice], order);

export const handlers: Readonly<Record<string, PspHandler>> = {
  "checkout.session.completed": completed,
  "checkout.session.async_payment_succeeded": ofOrder(paid),
  "checkout.session.async_payment_failed": ofOrder((order) =>
    failed(order, "The payment failed after the checkout."),
  ),
  "checkout.session.expired": ofOrder(canceled),
  "invoice.paid": invoicePaid,
};

export const sessionObject = z.looseObject({
  id: z.string(),
  payment_status: text,
  /** Minor units. Where it is not readable, the event waits for a person among the dead letters. */
  amount_total: z.int().nullish(),
  currency: z.string().nullish(),
  payment_intent: optionalId,
  subscription: optionalId,
  /** Of a subscription's first period. */
  invoice: optionalId,
  metadata,
});
export type SessionObject = z.output<typeof sessionObject>;

/** The session that an event is of. @throws ZodError when it is none */
export const sessionOf = ({ data }: PspEvent): SessionObject => sessionObject.parse(data.object);
