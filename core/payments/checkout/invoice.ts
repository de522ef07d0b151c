import * as z from "zod";
import type { PspEvent } from "../../inbound/psp.ts";
import { SvcError } from "../../kernel/errors.ts";
import { log } from "../../platform/log.ts";
import * as Psp from "../../platform/psp/index.ts";
import { metadata, optionalId, text } from "../records/psp-objects.ts";

/** What an event says of an invoice: the provider makes one for every period of a subscription. */

const ofSubscription = z.looseObject({ subscription: optionalId, metadata }).optional().catch(undefined);

const invoiceObject = z.looseObject({
  id: z.string().min(1).max(255),
  /** Minor units. What is there of money must be readable: otherwise the event waits for a person among the dead letters. */
  amount_paid: z.int().min(0),
  amount_paid_off_stripe: z.int().min(0).optional(),
  currency: z.string(),
  billing_reason: text,
  customer: optionalId,
  parent: z.looseObject({ subscription_details: ofSubscription }).optional().catch(undefined),
  /** Where subscription, its metadata and the intent stood until the provider moved them. */
  subscription: optionalId,
  subscription_details: ofSubscription,
  payment_intent: optionalId,
  lines: z
    .looseObject({ data: z.array(z.looseObject({ description: text })) })
    .optional()
    .catch(undefined),
});

export interface Invoice {
  readonly invoiceId: string;
  /** What came in through the provider, in minor units. */
  readonly amountMinor: bigint;
  /** The ledger's asset: `EUR`. */
  readonly currency: string;
  /** Whether it is the first one of a subscription. */
  readonly isFirst: boolean;
  readonly customer: string | undefined;
  readonly subscriptionId: string | undefined;
  /** The subscription's, as it was when the invoice was made. */
  readonly metadata: Readonly<Record<string, string>>;
  /** What was paid for. */
  readonly description: string;
  readonly intentId: string | undefined;
}

const MAX_DESCRIPTION = 500;

/** The invoice that an event is of. @throws ZodError when it is none */
export function invoiceOf({ data }: PspEvent): Invoice {
  const one = invoiceObject.parse(data.object);
  const details = one.parent?.subscription_details ?? one.subscription_details;
  const came = one.amount_paid - (one.amount_paid_off_stripe ?? 0);
  const lines = (one.lines?.data ?? []).flatMap(({ description = "" }) => description || []);
  return {
    invoiceId: one.id,
    amountMinor: BigInt(Math.max(0, came)),
    currency: one.currency.toUpperCase(),
    isFirst: one.billing_reason === "subscription_create",
    customer: one.customer,
    subscriptionId: details?.subscription ?? one.subscription,
    metadata: details?.metadata ?? {},
    description: [...lines.join(", ")].slice(0, MAX_DESCRIPTION).join("").toWellFormed() || "Subscription",
    intentId: one.payment_intent,
  };
}

/** Far more than an invoice is paid by. */
const MOST_PAYMENTS = 100;

/**
 * The payment intents that have paid an invoice. Its events do not say: the provider is asked.
 * @throws as `Psp.call`
 */
export async function intentsOf({ invoiceId: invoice, intentId }: Invoice): Promise<readonly string[]> {
  if (intentId !== undefined) return [intentId];
  try {
    const { data } = await Psp.call((stripe) =>
      stripe.invoicePayments.list({ invoice, limit: MOST_PAYMENTS }),
    );
    return data.flatMap(({ payment: { payment_intent: intent } }) =>
      intent === undefined ? [] : typeof intent === "string" ? intent : intent.id,
    );
  } catch (error) {
    if (!(error instanceof SvcError && Psp.isMissing(error))) throw error;
    log.warn("an invoice that was paid is unknown to the provider", { invoiceId: invoice });
    return [];
  }
}
