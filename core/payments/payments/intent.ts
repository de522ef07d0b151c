import * as Clock from "../../kernel/clock/index.ts";
import { recover } from "../../kernel/errors.ts";
import { DAY_MS, toIso } from "../../kernel/time.ts";
import * as Due from "../../platform/due/index.ts";
import { log } from "../../platform/log.ts";
import { StateConflict } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { transaction, unpaidDue } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import * as Facts from "./facts.ts";
import { type Settled, settle } from "./settle.ts";
import { authorized, canceled, isExpired } from "./states.ts";

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
export async function apply(
  one: Transaction,
  intent: Psp.Stripe.PaymentIntent,
): Promise<Settled | undefined> {
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
  readonly intent: Psp.Stripe.PaymentIntent;
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
  take: (stripe: Psp.Stripe, id: string) => Promise<Psp.Stripe.PaymentIntent>,
): Promise<Applied> {
  const { transactionId: id } = one;
  const intent = await recover(
    StateConflict,
    Psp.call((stripe) => take(stripe, id)),
    () => Psp.call((stripe) => stripe.paymentIntents.retrieve(id, { expand: EXPAND })),
  );
  return { intent, settled: await apply(one, intent) };
}

/** When a payment that waits for its approval is looked at again. */
const AGAIN_MS = DAY_MS;

/** Ends every payment whose time is over. @returns how many were due */
export const endDue = (): Promise<number> => Due.sweep(unpaidDue, endSafely, Due.PROVIDER_PACE);

/** What fails stays due. */
async function endSafely(item: Table.Item): Promise<boolean> {
  const one = transaction.parse(item);
  try {
    const outcome = await end(await Transactions.read(one));
    log.info("a payment was not paid in time", { paymentId: one.transactionId, outcome });
  } catch (error) {
    log.warn("a payment is ended later", { paymentId: one.transactionId, error });
  }
  return true;
}

/** Statuses in which nothing was authorised. */
const UNPAID = ["requires_payment_method", "requires_confirmation", "requires_action"];

async function end(one: Transaction): Promise<string> {
  if (one.entryId !== undefined || one.status === "CANCELED") return over(one, "over before");
  const { transactionId: id } = one;
  const intent = await Psp.find((stripe) => stripe.paymentIntents.retrieve(id, { expand: EXPAND }));
  if (!intent) {
    log.error("the provider does not know a payment", { paymentId: id });
    return over(one, "the provider does not know it");
  }
  const { intent: now, settled } = UNPAID.includes(intent.status)
    ? await callOff(one)
    : { intent, settled: await apply(one, intent) };
  if (settled === "flagged") return over(one, "flagged");
  if (now.status === "requires_capture") await followed(await Transactions.read(one));
  await postpone(one);
  return now.status;
}

/** An authorisation whose event was lost. */
const followed = (one: Transaction): Promise<string> =>
  afterAuthorization(one, Number(one.authorizedAtSeconds ?? Clock.nowSeconds()));

/** What was credited meanwhile has a due time of another kind: that of its clearing. */
const stillUnpaid = Where.all(Where.has("duePk"), Where.lacks("entryId"));

/** Out of the index; what ends a payment takes it out by itself. */
async function over(one: Transaction, outcome: string): Promise<string> {
  await Transactions.change(one, { set: Due.done, where: stillUnpaid });
  return outcome;
}

const postpone = (one: Transaction) =>
  Transactions.change(one, {
    set: { dueSk: toIso(Clock.nowMs() + AGAIN_MS) },
    where: stillUnpaid,
  });
