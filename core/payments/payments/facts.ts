import * as z from "zod";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS, toIso } from "../../kernel/time.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Texts from "../../platform/psp/texts.ts";
import * as Table from "../../platform/table/index.ts";
import { unpaidDue } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import { APPROVAL, COUNTED, MERCHANT, ORDER, OURS, OWNER, objectId } from "../records/psp-objects.ts";
import type { NewTransaction, Transaction, TransactionName } from "../records/schema.ts";
import * as Counting from "./counting.ts";
import { awaitingApproval } from "./entity.ts";

/**
 * Payments in the provider's intents and charges, and the one record of each, whichever request or event comes first.
 * An event may have little more than an id; missing fields are taken from the record.
 */

const last4 = z
  .looseObject({ card: z.looseObject({ last4: z.string().nullish() }).nullish() })
  .nullish()
  .transform((details) => details?.card?.last4 ?? undefined);
const minor = z
  .int()
  .nullish()
  .transform((amount) => (typeof amount === "number" ? BigInt(amount) : undefined));

const common = {
  /** The amount to pay, in minor units. */
  amount: minor,
  currency: z.string().nullish(),
  created: z.int().nullish(),
  description: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
};
type Common = z.output<z.ZodObject<typeof common>>;

const charge = z.looseObject({
  ...common,
  payment_intent: objectId.nullish(),
  amount_captured: minor,
  amount_refunded: minor,
  captured: z.boolean().nullish(),
  customer: objectId.nullish().catch(undefined),
  payment_method_details: last4,
});

const intent = z.looseObject({
  ...common,
  id: z.string(),
  amount_received: minor,
  latest_charge: z.union([z.string(), charge]).nullish(),
  last_payment_error: z
    .looseObject({
      type: z.string().nullish(),
      code: z.string().nullish(),
      message: z.string().nullish(),
      payment_method: last4,
    })
    .nullish(),
});

const shared = ({ amount, currency, created, description, metadata }: Common) => ({
  amountMinor: amount,
  /** The ledger's asset: `EUR`. */
  currency: currency?.toUpperCase(),
  createdSeconds: created ?? undefined,
  description: description ?? "",
  metadata: metadata ?? {},
});

/** Parses a payment intent, whose id is the payment's. @throws ZodError if it is not an intent */
export function parseIntent(object: unknown) {
  const one = intent.parse(object);
  const paidWith = typeof one.latest_charge === "object" ? one.latest_charge : undefined;
  return {
    ...shared(one),
    paymentId: one.id,
    /** The received amount, in minor units. */
    receivedMinor: one.amount_received,
    cardLast4: paidWith?.payment_method_details,
    /** The time of the charge, if the object shows it: UNIX seconds. */
    chargedSeconds: paidWith?.created ?? undefined,
  };
}
export type Facts = ReturnType<typeof parseIntent>;

/** Returns why the last attempt of an intent failed, in a sentence for its payer, and the card. */
export function failureOf(object: unknown) {
  const error = intent.parse(object).last_payment_error;
  return { reason: Texts.failureOf(error ?? {}), cardLast4: error?.payment_method };
}

/** Parses a charge; undefined if it belongs to no payment intent. @throws ZodError if it is not a charge */
export function parseCharge(object: unknown) {
  const one = charge.extend({ id: z.string() }).parse(object);
  const { payment_intent: paymentId } = one;
  if (paymentId === undefined || paymentId === null) return undefined;
  return {
    ...shared(one),
    paymentId,
    receivedMinor: one.amount_captured,
    cardLast4: one.payment_method_details,
    chargedSeconds: one.created ?? undefined,
    /** Cumulative, in minor units; undefined if the object does not state it. */
    refundedMinor: one.amount_refunded,
    /** False for an authorization without a capture. The provider reports its release as `charge.refunded` too. */
    captured: one.captured ?? true,
    /** The provider's customer of the payer. */
    customer: one.customer ?? undefined,
  };
}
export type ChargeFacts = NonNullable<ReturnType<typeof parseCharge>>;

/** Returns the record of a payment; undefined if it is not ours, is an order's, or lacks amount, currency or time. */
export function toRecord(facts: Facts): NewTransaction | undefined {
  const { paymentId, amountMinor, currency, createdSeconds, description, metadata } = facts;
  const userId = metadata[OWNER];
  if (!userId || metadata[ORDER] !== undefined) return undefined;
  if (amountMinor === undefined || createdSeconds === undefined) return undefined;
  if (currency === undefined || !Assets.find(currency)) return undefined;
  const own = Object.entries(metadata).filter(([name]) => !name.startsWith(OURS));
  const merchantId = metadata[MERCHANT];
  const counted = Counting.parseCount(metadata[COUNTED]);
  return {
    transactionId: paymentId,
    userId,
    type: "payment",
    status: "PENDING",
    amountMinor,
    currency,
    description,
    metadata: Object.fromEntries(own),
    // Our time, to the millisecond: the provider's seconds would not order payments of one second.
    createdAt: Clock.nowIso(),
    refundedMinor: 0n,
    needsApproval: metadata[APPROVAL] !== undefined,
    ...(merchantId !== undefined && { merchantId }),
    ...(counted && { counted: { fullCents: counted.cents, ...counted } }),
  };
}

/** The response under the client's key, stored in the transaction that opens the record. */
interface Response<T> {
  readonly claim: Idempotency.Claim<T>;
  readonly result: T;
}

const nameOf = ({ userId, createdAt, transactionId }: TransactionName): TransactionName => ({
  userId,
  createdAt,
  transactionId,
});

/** The time in which a payment can be paid. After it `intent.ts` cancels the intent, which has no deadline of its own. */
const PAYABLE_MS = 7 * DAY_MS;

/** Opens a payment's record, unless a concurrent event has. @returns the record. @throws AlreadyDone */
export async function open<T>(wanted: NewTransaction, response?: Response<T>): Promise<Transaction> {
  const endsAt = toIso(Clock.nowMs() + PAYABLE_MS);
  const due = unpaidDue.at(wanted.transactionId, endsAt);
  const writes = [
    ...Idempotency.recordWrites(response?.claim, response?.result),
    ...Transactions.openWrites(wanted, due),
    ...(wanted.needsApproval ? [{ put: awaitingApproval.item(nameOf(wanted)) }] : []),
  ];
  if (await Table.tryCommit(writes)) return wanted;
  if (response) await Idempotency.recordResult(response.claim, response.result);
  return (await Transactions.find(wanted.transactionId)) ?? Transactions.read(wanted);
}

/** Returns the record of a payment, which is opened if it is missing; undefined if the payment is not ours. */
export async function findOrOpen(facts: Facts): Promise<Transaction | undefined> {
  const known = await Transactions.find(facts.paymentId);
  if (known) return known;
  const wanted = toRecord(facts);
  if (!wanted) return undefined;
  const unlikely = await findImplausibility(wanted);
  return open(unlikely === undefined ? wanted : { ...wanted, unlikely });
}

/** Returns why a payment without a record here is implausible; undefined if it is plausible. */
async function findImplausibility({
  userId,
  amountMinor,
  currency,
  needsApproval,
}: Transaction): Promise<string | undefined> {
  if (!Assets.isMoney(currency)) return `a card cannot pay ${currency}`;
  if (needsApproval || !(await Counting.needsApproval({ userId }, amountMinor))) return undefined;
  return "it needs an approval, but was made without one";
}
