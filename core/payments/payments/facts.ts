import * as z from "zod";
import * as Assets from "../../kernel/assets/index.ts";
import { APPROVAL, MERCHANT, ORDER, OURS, OWNER } from "../records/metadata.ts";
import type { NewTransaction } from "../records/schema.ts";

/**
 * What the provider's objects say of a payment: payment intents and charges, from an answer or from an event. An event may carry
 * little more than an id; what is missing is then taken from the payment's record.
 */

export interface Facts {
  /** The payment intent's id, which is the payment's. */
  readonly paymentId: string;
  /** What is to be paid, and what has come in: minor units. */
  readonly amountMinor: bigint | undefined;
  readonly receivedMinor: bigint | undefined;
  /** The ledger's asset: `EUR`. */
  readonly currency: string | undefined;
  /** UNIX seconds. */
  readonly createdSeconds: number | undefined;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly cardLast4: string | undefined;
  /** When that card was charged, where the object shows its charge: UNIX seconds. */
  readonly chargedSeconds: number | undefined;
}

const cardDetails = z.looseObject({ card: z.looseObject({ last4: z.string().nullish() }).nullish() });
const common = {
  amount: z.int().nullish(),
  currency: z.string().nullish(),
  created: z.int().nullish(),
  description: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
};

const charge = z.looseObject({
  ...common,
  id: z.string(),
  payment_intent: z.union([z.string(), z.looseObject({ id: z.string() })]).nullish(),
  amount_captured: z.int().nullish(),
  amount_refunded: z.int().nullish(),
  captured: z.boolean().nullish(),
  customer: z
    .union([z.string(), z.looseObject({ id: z.string() })])
    .nullish()
    .catch(undefined),
  payment_method_details: cardDetails.nullish(),
});

const intent = z.looseObject({
  ...common,
  id: z.string(),
  amount_received: z.int().nullish(),
  latest_charge: z.union([z.string(), charge]).nullish(),
  last_payment_error: z
    .looseObject({ message: z.string().nullish(), payment_method: cardDetails.nullish() })
    .nullish(),
});

type Common = z.output<z.ZodObject<typeof common>>;

const minor = (amount: number | null | undefined): bigint | undefined =>
  amount === null || amount === undefined ? undefined : BigInt(amount);

const shared = ({ amount, currency, created, description, metadata }: Common) => ({
  amountMinor: minor(amount),
  currency: currency?.toUpperCase(),
  createdSeconds: created ?? undefined,
  description: description ?? "",
  metadata: metadata ?? {},
});

/** Of a payment intent. @throws ZodError when it is none */
export function ofIntent(object: unknown): Facts {
  const one = intent.parse(object);
  const paidWith = typeof one.latest_charge === "object" ? one.latest_charge : undefined;
  return {
    ...shared(one),
    paymentId: one.id,
    receivedMinor: minor(one.amount_received),
    cardLast4: paidWith?.payment_method_details?.card?.last4 ?? undefined,
    chargedSeconds: paidWith?.created ?? undefined,
  };
}

/** Why a payment intent's last try failed, as the provider words it, and with which card. */
export function failureOf(object: unknown): {
  readonly reason: string;
  readonly cardLast4: string | undefined;
} {
  const error = intent.parse(object).last_payment_error;
  return {
    reason: error?.message ?? "The payment failed.",
    cardLast4: error?.payment_method?.card?.last4 ?? undefined,
  };
}

export interface ChargeFacts extends Facts {
  /** Cumulative, in minor units; undefined where the object does not say. */
  readonly refundedMinor: bigint | undefined;
  /** False of money that was only set aside: giving that up is told as a refund too. */
  readonly captured: boolean;
  /** The provider's customer who paid. */
  readonly customer: string | undefined;
}

/** Of a charge, or undefined where it belongs to no payment intent. @throws ZodError when it is none */
export function ofCharge(object: unknown): ChargeFacts | undefined {
  const one = charge.parse(object);
  const { payment_intent: of } = one;
  const paymentId = typeof of === "object" ? of?.id : of;
  if (paymentId === undefined) return undefined;
  return {
    ...shared(one),
    paymentId,
    receivedMinor: minor(one.amount_captured),
    cardLast4: one.payment_method_details?.card?.last4 ?? undefined,
    chargedSeconds: one.created ?? undefined,
    refundedMinor: minor(one.amount_refunded),
    captured: one.captured ?? true,
    customer: (typeof one.customer === "object" ? one.customer?.id : one.customer) ?? undefined,
  };
}

/** The payment's record as these facts make it, or undefined where they are of no payment that we made. */
export function recordOf(facts: Facts): NewTransaction | undefined {
  const { paymentId, amountMinor, currency, createdSeconds, description, metadata } = facts;
  const userId = metadata[OWNER];
  if (!userId || metadata[ORDER] !== undefined) return undefined;
  if (amountMinor === undefined || createdSeconds === undefined) return undefined;
  if (currency === undefined || !Assets.find(currency)) return undefined;
  const own = Object.entries(metadata).filter(([name]) => !name.startsWith(OURS));
  const merchantId = metadata[MERCHANT];
  return {
    transactionId: paymentId,
    userId,
    type: "payment",
    status: "PENDING",
    amountMinor,
    currency,
    description,
    metadata: Object.fromEntries(own),
    createdAt: new Date(createdSeconds * 1000).toISOString(),
    refundedMinor: 0n,
    needsApproval: metadata[APPROVAL] !== undefined,
    ...(merchantId !== undefined && { merchantId }),
  };
}
