import type { PspEvent, PspHandler } from "../../inbound/psp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { log } from "../../platform/log.ts";
import * as Transactions from "../records/index.ts";
import { ORDER } from "../records/psp-objects.ts";
import type { Transaction } from "../records/schema.ts";
import * as Facts from "./facts.ts";
import * as Intent from "./intent.ts";
import { settle } from "./settle.ts";
import { recordAuthorization, recordCancellation, recordCard, recordFailure } from "./states.ts";

/** The provider's events of payments (spec 3, section 6.1). */

const OUTDATED = "a later event prevails";

/** Returns the provider's time of an event in seconds; the current time if the event states none. */
export const secondsOf = ({ created }: PspEvent): number => (created > 0 ? created : Clock.nowSeconds());

export function ignoreUnknown({ id: eventId, type }: PspEvent, paymentId?: string): string {
  log.info("payment provider: event of an unknown payment, ignored", { eventId, type, paymentId });
  return "not ours";
}

/** Makes a handler for the payment of an intent. The sessions of orders have events of their own. */
const handlePayment =
  (
    work: (one: Transaction, facts: Facts.Facts, event: PspEvent) => Promise<string>,
    read: (object: unknown) => Facts.Facts | undefined = Facts.parseIntent,
  ): PspHandler =>
  async (event) => {
    const facts = read(event.data.object);
    if (facts?.metadata[ORDER] !== undefined) return "an order's";
    const one = facts && (await Facts.findOrOpen(facts));
    if (!facts || !one) return ignoreUnknown(event, facts?.paymentId);
    return one.type === "payment" ? work(one, facts, event) : "an order's";
  };

const intentFailed = handlePayment(async (one, _, event) => {
  const failure = Facts.failureOf(event.data.object);
  const after = await recordFailure(one, { ...failure, atSeconds: secondsOf(event) });
  return after ? "failed" : OUTDATED;
});

const intentCanceled = handlePayment(async (one) =>
  (await recordCancellation(one)) ? "canceled" : OUTDATED,
);

const intentCapturable = handlePayment(async (one, { cardLast4 }, event) => {
  if (!one.needsApproval) return "needs no approval";
  const after = await recordAuthorization(one, { atSeconds: secondsOf(event), cardLast4 });
  return after ? Intent.executeEarlierDecision(after, secondsOf(event)) : OUTDATED;
});

async function storeCard(one: Transaction, { cardLast4 }: Facts.Facts): Promise<string> {
  if (cardLast4 === undefined) return "no card";
  await recordCard(one, cardLast4);
  return "the card is known";
}

const paymentCharged = handlePayment(storeCard, Facts.parseCharge);

/** Also records the card of an order, found by its id in the charge or by its session's intent. */
const chargeSucceeded: PspHandler = async (event) => {
  const facts = Facts.parseCharge(event.data.object);
  const order = facts && (await Transactions.find(facts.metadata[ORDER] ?? facts.paymentId));
  return facts && order?.type === "checkout" ? storeCard(order, facts) : paymentCharged(event);
};

export const handlers: Readonly<Record<string, PspHandler>> = {
  "payment_intent.succeeded": handlePayment(settle),
  "payment_intent.payment_failed": intentFailed,
  "payment_intent.canceled": intentCanceled,
  "payment_intent.amount_capturable_updated": intentCapturable,
  "charge.succeeded": chargeSucceeded,
};
