import type { PspEvent, PspHandler } from "../../inbound/psp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { log } from "../../platform/log.ts";
import * as Orders from "../checkout/refund.ts";
import * as Customers from "../customers/index.ts";
import * as Transactions from "../records/index.ts";
import { ORDER } from "../records/metadata.ts";
import type { Transaction } from "../records/schema.ts";
import * as Disputes from "./disputes.ts";
import * as Facts from "./facts.ts";
import { followUp } from "./learn.ts";
import * as Record from "./record.ts";
import { refund } from "./refund.ts";
import { settle } from "./settle.ts";
import { authorized, canceled, charged, failed } from "./states.ts";

/** What the provider's events say of payments (spec 3, section 6.1). */

const LATE = "later than what is known";

/** The provider's time of an event, in seconds; ours where it says none. */
const secondsOf = ({ created }: PspEvent): number => (created > 0 ? created : Clock.nowSeconds());

function notOurs(event: PspEvent, paymentId: string | undefined): string {
  log.info("an event of a payment that is not ours", { eventId: event.id, type: event.type, paymentId });
  return "not ours";
}

/** Does something for the payment that an intent is of. An order's intent says nothing that its session does not. */
const ofPayment =
  (
    work: (one: Transaction, facts: Facts.Facts, event: PspEvent) => Promise<string>,
    read: (object: unknown) => Facts.Facts | undefined = Facts.ofIntent,
  ): PspHandler =>
  async (event) => {
    const facts = read(event.data.object);
    if (facts?.metadata[ORDER] !== undefined) return "an order's";
    const one = facts && (await Record.ofFacts(facts));
    if (!facts || !one) return notOurs(event, facts?.paymentId);
    return one.type === "payment" ? work(one, facts, event) : "an order's";
  };

const succeeded = ofPayment(settle);

const paymentFailed = ofPayment(async (one, _, event) => {
  const failure = Facts.failureOf(event.data.object);
  const after = await failed(one, { ...failure, atSeconds: secondsOf(event) });
  return after ? "failed" : LATE;
});

const called = ofPayment(async (one) => ((await canceled(one)) ? "canceled" : LATE));

const capturable = ofPayment(async (one, { cardLast4 }, event) => {
  if (!one.needsApproval) return "needs no approval";
  const after = await authorized(one, { atSeconds: secondsOf(event), cardLast4 });
  if (!after) return LATE;
  return followUp(after, secondsOf(event));
});

const cardCharged = ofPayment(async (one, { cardLast4 }) => {
  if (cardLast4 === undefined) return "no card";
  await charged(one, cardLast4);
  return "the card is known";
}, Facts.ofCharge);

const refunded: PspHandler = async (event) => {
  const charge = Facts.ofCharge(event.data.object);
  if (!charge) return notOurs(event, undefined);
  const one = (await ofOrder(charge)) ?? (await Record.ofFacts(charge));
  if (!one) return unexplained(event, charge);
  if (one.type === "payment") return refund(one, charge, event.created);
  const { amountMinor, currency, refundedMinor } = charge;
  return Orders.refund(one, {
    refundedMinor,
    atSeconds: event.created,
    currency,
    amountMinor: amountMinor === undefined ? undefined : Number(amountMinor),
  });
};

/** How long the record of what was paid may be on its way after a refund of it. */
const DAY_SECONDS = 86_400;

/**
 * A refund of a payment that nobody has heard of. Where the customer is ours the payment is, too: its event may be still to come, and
 * this one is worked on again; in the end somebody must look.
 */
async function unexplained(event: PspEvent, { paymentId, captured, customer }: Facts.ChargeFacts) {
  const userId = customer === undefined ? undefined : await Customers.userOf(customer);
  if (userId === undefined || !captured) return notOurs(event, paymentId);
  if (Clock.nowSeconds() - secondsOf(event) < DAY_SECONDS)
    throw new Error(`the payment ${paymentId} that was refunded is not known yet`);
  log.error("a payment that nobody knows was refunded", { eventId: event.id, paymentId, userId });
  return "flagged";
}

/** The order that a charge is of, by what we had it carry: its session's event may be still to come. */
async function ofOrder({ metadata }: Facts.Facts): Promise<Transaction | undefined> {
  const orderId = metadata[ORDER];
  return orderId === undefined ? undefined : Transactions.find(orderId);
}

export const handlers: Readonly<Record<string, PspHandler>> = {
  "payment_intent.succeeded": succeeded,
  "payment_intent.payment_failed": paymentFailed,
  "payment_intent.canceled": called,
  "payment_intent.amount_capturable_updated": capturable,
  "charge.succeeded": cardCharged,
  "charge.refunded": refunded,
  ...Disputes.handlers,
};
