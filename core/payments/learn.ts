import { SvcError } from "../errors.ts";
import { StateConflict } from "../platform/psp/errors.ts";
import type { Stripe } from "../platform/psp/index.ts";
import * as Psp from "../platform/psp/index.ts";
import type { Transaction } from "../transactions/schema.ts";
import * as Facts from "./facts.ts";
import { settle } from "./settle.ts";
import { authorized, canceled } from "./states.ts";

/** What the provider's own answers teach about a payment, and doing there what an administrator has decided. */

/** Asked for with every answer, to learn which card paid. */
export const EXPAND = ["latest_charge"];

/** Brings a payment's record up to what its intent says. @throws as `settle` */
export async function learn(one: Transaction, intent: Stripe.PaymentIntent): Promise<void> {
  const facts = Facts.ofIntent(intent);
  if (intent.status === "succeeded") await settle(one, facts);
  else if (intent.status === "canceled") await canceled(one);
  else if (intent.status === "requires_capture")
    await authorized(one, { atSeconds: intent.created, cardLast4: facts.cardLast4 });
}

/**
 * Does at the provider what was decided on a payment, as often as it is called: money is captured once, whoever does it.
 * @returns the intent as it is then; it is neither paid nor called off where its customer has yet to authorise it
 * @throws as `Psp.call` and `settle`
 */
export async function carryOut(one: Transaction): Promise<Stripe.PaymentIntent> {
  const { transactionId: id, approval } = one;
  const intent = await asItIsNow(id, (stripe) =>
    approval?.action === "approve"
      ? stripe.paymentIntents.capture(id, { expand: EXPAND })
      : stripe.paymentIntents.cancel(id),
  );
  await learn(one, intent);
  return intent;
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
