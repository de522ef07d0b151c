import type { PspEvent, PspHandler } from "../../inbound/psp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { log } from "../../platform/log.ts";
import * as Transactions from "../records/index.ts";
import { ORDER } from "../records/psp-objects.ts";
import type { Transaction } from "../records/schema.ts";
import * as Facts from "./facts.ts";
import * as Intent from "./intent.ts";
import { settle } from "./settle.ts";
import { authorized, canceled, charged, failed } from "./states.ts";

/** The provider's events of payments (spec 3, section 6.1). */

const LATE = "later than what is known";

/** Returns the provider's time of an event in seconds; ours without one. */
export const secondsOf = ({ created }: PspEvent): number => (created > 0 ? created : Clock.nowSeconds());

export function notOurs({ id: eventId, type }: PspEvent, paymentId?: string): string {
  log.info("payment provider: event of an unknown payment, ignored", { eventId, type, paymentId });
  return "not ours";
}

/** Makes a handler for the payment of an intent. The sessions of orders have events of their own. */
const ofPayment =
  (
    work: (one: Transaction, facts: Facts.Facts, event: PspEvent) => Promise<string>,
    read: (object: unknown) => Facts.Facts | undefined = Facts.ofIntent,
  ): PspHandler =>
  async (event) => {
    const facts = read(event.data.object);
    if (facts?.metadata[ORDER] !== undefined) return "an order's";
    const one = facts && (await Facts.ofFacts(facts));
    if (!facts || !one) return notOurs(event, facts?.paymentId);
    return one.type === "payment" ? work(one, facts, event) : "an order's";
  };

const intentFailed = ofPayment(async (one, _, event) => {
  const failure = Facts.failureOf(event.data.object);
  const after = await failed(one, { ...failure, atSeconds: secondsOf(event) });
  return after ? "failed" : LATE;
});

const intentCanceled = ofPayment(async (one) => ((await canceled(one)) ? "canceled" : LATE));

const intentCapturable = ofPayment(async (one, { cardLast4 }, event) => {
  if (!one.needsApproval) return "needs no approval";
  const after = await authorized(one, { atSeconds: secondsOf(event), cardLast4 });
  return after ? Intent.afterAuthorization(after, secondsOf(event)) : LATE;
});

async function cardKnown(one: Transaction, { cardLast4 }: Facts.Facts): Promise<string> {
  if (cardLast4 === undefined) return "no card";
  await charged(one, cardLast4);
  return "the card is known";
}

const paymentCharged = ofPayment(cardKnown, Facts.ofCharge);

/** Also records the card of an order, found by its id in the charge or by its session's intent. */
const chargeSucceeded: PspHandler = async (event) => {
  const facts = Facts.ofCharge(event.data.object);
  const order = facts && (await Transactions.find(facts.metadata[ORDER] ?? facts.paymentId));
  return facts && order?.type === "checkout" ? cardKnown(order, facts) : paymentCharged(event);
};

export const handlers: Readonly<Record<string, PspHandler>> = {
  "payment_intent.succeeded": ofPayment(settle),
  "payment_intent.payment_failed": intentFailed,
  "payment_intent.canceled": intentCanceled,
  "payment_intent.amount_capturable_updated": intentCapturable,
  "charge.succeeded": chargeSucceeded,
};
