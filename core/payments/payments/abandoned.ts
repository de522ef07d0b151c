import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Due from "../../platform/due/index.ts";
import { log } from "../../platform/log.ts";
import * as Psp from "../../platform/psp/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { transaction, unpaidDue } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import * as Intent from "./intent.ts";

/**
 * The end of payments that nobody has paid within 7 days. The provider would take their money for ever, so
 * they are called off there first. Of events that were lost, the record catches up.
 */

/** When a payment that waits for its approval is looked at again. */
const AGAIN_MS = DAY_MS;

/** Ends every payment whose time is over. @returns how many were due */
export const endDue = (): Promise<number> => Due.sweep(unpaidDue, endSafely, { batch: 25, concurrency: 5 });

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
  const intent = await Psp.find((stripe) => stripe.paymentIntents.retrieve(id, { expand: Intent.EXPAND }));
  if (!intent) {
    log.error("the provider does not know a payment", { paymentId: id });
    return over(one, "the provider does not know it");
  }
  const { intent: now, settled } = UNPAID.includes(intent.status)
    ? await Intent.callOff(one)
    : { intent, settled: await Intent.apply(one, intent) };
  if (settled === "flagged") return over(one, "flagged");
  if (now.status === "requires_capture") await followed(await Transactions.read(one));
  await postpone(one);
  return now.status;
}

/** An authorisation whose event was lost. */
const followed = (one: Transaction): Promise<string> =>
  Intent.afterAuthorization(one, Number(one.authorizedAtSeconds ?? Clock.nowSeconds()));

/** What was credited meanwhile has a due time of another kind: that of its clearing. */
const stillUnpaid = Where.all(Where.has("duePk"), Where.lacks("entryId"));

/** Out of the index; what ends a payment takes it out by itself. */
async function over(one: Transaction, outcome: string): Promise<string> {
  await Transactions.change(one, { set: Due.done, where: stillUnpaid });
  return outcome;
}

const postpone = (one: Transaction) =>
  Transactions.change(one, {
    set: { dueSk: new Date(Clock.nowMs() + AGAIN_MS).toISOString() },
    where: stillUnpaid,
  });
