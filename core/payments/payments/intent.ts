import { recover } from "../../kernel/errors.ts";
import { StateConflict } from "../../platform/psp/errors.ts";
import type { Stripe } from "../../platform/psp/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import type { Transaction } from "../records/schema.ts";
import { isExpired } from "./decision.ts";
import * as Facts from "./facts.ts";
import { type Settled, settle } from "./settle.ts";
import { authorized, canceled } from "./states.ts";

/**
 * A payment's intent at the provider: applying its state, and carrying out what an administrator has decided.
 */

/** Asked for with every answer: it shows which card paid. */
export const EXPAND = ["latest_charge"];

/**
 * Brings a payment's record up to what its intent says.
 * @returns what settlement said.
 * @throws as `settle`
 */
export async function apply(one: Transaction, intent: Stripe.PaymentIntent): Promise<Settled | undefined> {
  const facts = Facts.ofIntent(intent);
  if (intent.status === "succeeded") return settle(one, facts);
  if (intent.status === "canceled") await canceled(one);
  if (intent.status === "requires_capture") {
    const { chargedSeconds = intent.created, cardLast4 } = facts;
    await authorized(one, { atSeconds: chargedSeconds, cardLast4 });
  }
  return undefined;
}

/** An intent after a step at the provider, and of one that is paid what settlement said. */
export interface Applied {
  readonly intent: Stripe.PaymentIntent;
  readonly settled: Settled | undefined;
}

/**
 * Does at the provider what was decided on a payment: money is captured once, however often this is called.
 * @returns the intent then; neither paid nor called off where its customer has yet to authorise it
 * @throws as `Psp.call` and `settle`
 */
export const carryOut = (one: Transaction): Promise<Applied> =>
  step(one, (stripe, id) =>
    one.approval?.action === "approve"
      ? stripe.paymentIntents.capture(id, { expand: EXPAND })
      : stripe.paymentIntents.cancel(id),
  );

/**
 * Carries out the decision that was made before an authorisation, where there is one that holds.
 * @param one the record with the authorisation
 * @param atSeconds the provider's time of that
 */
export async function afterAuthorization(one: Transaction, atSeconds: number): Promise<string> {
  const { approval } = one;
  if (!approval || approval.doneAt !== undefined) return "waits for an approval";
  if (isExpired(approval, atSeconds * 1000)) return "waits for another approval";
  const { intent } = await carryOut(one);
  return `decided before: ${intent.status}`;
}

/** Calls a payment off that nobody has paid; what has come in after all is not. */
export const callOff = (one: Transaction): Promise<Applied> =>
  step(one, (stripe, id) => stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" }));

/**
 * Takes a step at the provider, unless the intent is not in a state for it, and applies what the intent is
 * then.
 */
async function step(
  one: Transaction,
  take: (stripe: Stripe, id: string) => Promise<Stripe.PaymentIntent>,
): Promise<Applied> {
  const { transactionId: id } = one;
  const intent = await recover(
    StateConflict,
    Psp.call((stripe) => take(stripe, id)),
    () => Psp.call((stripe) => stripe.paymentIntents.retrieve(id, { expand: EXPAND })),
  );
  return { intent, settled: await apply(one, intent) };
}
