import { SvcError } from "../../kernel/errors.ts";
import { StateConflict } from "../../platform/psp/errors.ts";
import type { Stripe } from "../../platform/psp/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import type { Transaction } from "../records/schema.ts";
import { isOutlived } from "./decision.ts";
import * as Facts from "./facts.ts";
import { type Settled, settle } from "./settle.ts";
import { authorized, canceled } from "./states.ts";

/** What the provider's own answers teach about a payment, and doing there what an administrator has decided. */

/** Asked for with every answer, to learn which card paid. */
export const EXPAND = ["latest_charge"];

/**
 * Brings a payment's record up to what its intent says.
 * @returns what settlement said, of an intent that is paid
 * @throws as `settle`
 */
export async function learn(one: Transaction, intent: Stripe.PaymentIntent): Promise<Settled | undefined> {
  const facts = Facts.ofIntent(intent);
  if (intent.status === "succeeded") return settle(one, facts);
  if (intent.status === "canceled") await canceled(one);
  if (intent.status === "requires_capture") {
    const { chargedSeconds = intent.created, cardLast4 } = facts;
    await authorized(one, { atSeconds: chargedSeconds, cardLast4 });
  }
  return undefined;
}

/** How a decision ended at the provider, and of one that has paid what settlement said. */
export interface CarriedOut {
  readonly intent: Stripe.PaymentIntent;
  readonly settled: Settled | undefined;
}

/**
 * Does at the provider what was decided on a payment, as often as it is called: money is captured once, whoever does it.
 * @returns the intent as it is then; it is neither paid nor called off where its customer has yet to authorise it
 * @throws as `Psp.call` and `settle`
 */
export async function carryOut(one: Transaction): Promise<CarriedOut> {
  const { transactionId: id, approval } = one;
  const intent = await asItIsNow(id, (stripe) =>
    approval?.action === "approve"
      ? stripe.paymentIntents.capture(id, { expand: EXPAND })
      : stripe.paymentIntents.cancel(id),
  );
  return { intent, settled: await learn(one, intent) };
}

/**
 * What an authorisation is followed by: the decision that was made before it, where there is one that holds.
 * @param one the record as it is with the authorisation
 * @param atSeconds the provider's time of that
 */
export async function followUp(one: Transaction, atSeconds: number): Promise<string> {
  const { approval } = one;
  if (!approval || approval.doneAt !== undefined) return "waits for an approval";
  if (isOutlived(approval, atSeconds * 1000)) return "waits for another approval";
  const { intent } = await carryOut(one);
  return `decided before: ${intent.status}`;
}

/** Calls a payment off that nobody has paid; what has come in after all is not. @returns the intent as it is then */
export async function giveUp(one: Transaction): Promise<CarriedOut> {
  const { transactionId: id } = one;
  const intent = await asItIsNow(id, (stripe) =>
    stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" }),
  );
  return { intent, settled: await learn(one, intent) };
}

/** What the step answers; where the intent is not in a state for it, how it is. */
async function asItIsNow(
  id: string,
  step: (stripe: Stripe) => Promise<Stripe.PaymentIntent>,
): Promise<Stripe.PaymentIntent> {
  try {
    return await Psp.call(step);
  } catch (error) {
    if (!(error instanceof SvcError && error.is(StateConflict))) throw error;
    return Psp.call((stripe) => stripe.paymentIntents.retrieve(id, { expand: EXPAND }));
  }
}
