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
import { type Settlement, settle } from "./settle.ts";
import { isExpired, recordAuthorization, recordCancellation } from "./states.ts";

/**
 * The intent of a payment at the provider: applying its state, executing an administrator's decision, and canceling it
 * after 7 days without a payment.
 */

/** Expanded in every response: it shows the card. */
export const EXPAND = ["latest_charge"];

/**
 * Applies the state of an intent to its payment.
 * @returns the outcome of a settlement
 * @throws as `settle`
 */
export async function apply(
  one: Transaction,
  intent: Psp.Stripe.PaymentIntent,
): Promise<Settlement | undefined> {
  const facts = Facts.parseIntent(intent);
  if (intent.status === "succeeded") return settle(one, facts);
  if (intent.status === "canceled") await recordCancellation(one);
  if (intent.status === "requires_capture") {
    const { chargedSeconds = intent.created, cardLast4 } = facts;
    await recordAuthorization(one, { atSeconds: chargedSeconds, cardLast4 });
  }
  return undefined;
}

/**
 * Executes the decision on a payment at the provider. Repeating it captures the money once.
 * @returns the intent, which an approval leaves unpaid until the customer authorizes it, and the outcome of a settlement
 * @throws as `Psp.call` and `settle`
 */
export const executeDecision = (one: Transaction) =>
  takeStep(one, (stripe, id) =>
    one.approval?.action === "approve"
      ? stripe.paymentIntents.capture(id, { expand: EXPAND })
      : stripe.paymentIntents.cancel(id),
  );

/**
 * Executes a valid decision that was made before the authorization.
 * @param one the record with the authorization
 * @param atSeconds the provider's time of the authorization
 */
export async function executeEarlierDecision(one: Transaction, atSeconds: number): Promise<string> {
  const { approval } = one;
  if (!approval || approval.doneAt !== undefined) return "waits for an approval";
  if (isExpired(approval, atSeconds * 1000)) return "waits for another approval";
  const { intent } = await executeDecision(one);
  return `decided before: ${intent.status}`;
}

/** Cancels an unpaid payment. A payment that was paid concurrently is credited instead. */
const cancelUnpaid = (one: Transaction) =>
  takeStep(one, (stripe, id) => stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" }));

/**
 * Takes a step at the provider if the state of the intent allows it, and applies the new state.
 * @returns the intent, and the outcome of a settlement
 */
async function takeStep(
  one: Transaction,
  take: (stripe: Psp.Stripe, id: string) => Promise<Psp.Stripe.PaymentIntent>,
) {
  const { transactionId: id } = one;
  const intent = await recover(
    StateConflict,
    Psp.call((stripe) => take(stripe, id)),
    () => Psp.call((stripe) => stripe.paymentIntents.retrieve(id, { expand: EXPAND })),
  );
  return { intent, settled: await apply(one, intent) };
}

/** The time until a payment that still waits is checked again. */
const AGAIN_MS = DAY_MS;

/** Ends every unpaid payment after its deadline. @returns the number of due payments */
export const endDue = (): Promise<number> => Due.sweep(unpaidDue, endOrRetry, Due.PROVIDER_PACE);

/** Ends a due payment. After an error the payment stays due. */
async function endOrRetry(item: Table.Item): Promise<void> {
  const one = transaction.parse(item);
  try {
    const outcome = await endUnpaid(await Transactions.read(one));
    log.info("payment: deadline passed, canceled if unpaid, otherwise updated from the provider", {
      paymentId: one.transactionId,
      outcome,
    });
  } catch (error) {
    log.warn("payment: not ended after its deadline, the next sweep retries", {
      paymentId: one.transactionId,
      error,
    });
  }
}

/** Statuses without an authorization. */
const UNPAID = ["requires_payment_method", "requires_confirmation", "requires_action"];

async function endUnpaid(one: Transaction): Promise<string> {
  if (one.entryId !== undefined || one.status === "CANCELED") return removeDue(one, "ended before");
  const { transactionId: id } = one;
  const intent = await Psp.find((stripe) => stripe.paymentIntents.retrieve(id, { expand: EXPAND }));
  if (!intent) {
    log.error(
      "payment: the provider does not know it, left unpaid and not checked again; check that STRIPE_SECRET_KEY belongs to the account that created it",
      {
        paymentId: id,
        userId: one.userId,
      },
    );
    return removeDue(one, "the provider does not know it");
  }
  const { intent: now, settled } = UNPAID.includes(intent.status)
    ? await cancelUnpaid(one)
    : { intent, settled: await apply(one, intent) };
  if (settled === "flagged") return removeDue(one, "flagged");
  if (now.status === "requires_capture") {
    // The event of the authorization was lost.
    const current = await Transactions.read(one);
    await executeEarlierDecision(current, Number(current.authorizedAtSeconds ?? Clock.nowSeconds()));
  }
  await postpone(one);
  return now.status;
}

/** A payment that was credited concurrently has another due time: its clearing. */
const isUnpaid = Where.all(Where.has("duePk"), Where.lacks("entryId"));

/** Removes a payment from the index. */
async function removeDue(one: Transaction, outcome: string): Promise<string> {
  await Transactions.change(one, { set: Due.done, where: isUnpaid });
  return outcome;
}

const postpone = (one: Transaction) =>
  Transactions.change(one, {
    set: { dueSk: toIso(Clock.nowMs() + AGAIN_MS) },
    where: isUnpaid,
  });
