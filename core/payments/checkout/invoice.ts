import * as z from "zod";
import type { PspEvent } from "../../inbound/psp.ts";
import { log } from "../../platform/log.ts";
import * as Psp from "../../platform/psp/index.ts";
import { metadata, optionalId, text } from "../records/psp-objects.ts";

/** What an event says of an invoice: the provider makes one for every period of a subscription. */

const ofSubscription = z.looseObject({ subscription: optionalId, metadata }).optional().catch(undefined);

const MAX_DESCRIPTION = 500;

const invoiceObject = z
  .looseObject({
    id: z.string().min(1).max(255),
    /** Minor units. Where it is not readable, the event waits for a person among the dead letters. */
    amount_paid: z.int().min(0),
    amount_paid_off_stripe: z.int().min(0).default(0),
    currency: z.string(),
    billing_reason: text,
    customer: optionalId,
    parent: z.looseObject({ subscription_details: ofSubscription }).optional().catch(undefined),
    /** Where subscription, its metadata and the intent were until the provider moved them. */
    subscription: optionalId,
    subscription_details: ofSubscription,
    payment_intent: optionalId,
    lines: z
      .looseObject({ data: z.array(z.looseObject({ description: text })) })
      .optional()
      .catch(undefined),
  })
  .transform((one) => {
    const details = one.parent?.subscription_details ?? one.subscription_details;
    const lines = (one.lines?.data ?? []).flatMap(({ description = [] }) => description).join(", ");
    return {
      invoiceId: one.id,
      /** What came in through the provider, in minor units. */
      amountMinor: BigInt(Math.max(0, one.amount_paid - one.amount_paid_off_stripe)),
      /** The ledger's asset: `EUR`. */
      currency: one.currency.toUpperCase(),
      /** Whether it is the first one of a subscription. */
      isFirst: one.billing_reason === "subscription_create",
      customer: one.customer,
      subscriptionId: details?.subscription ?? one.subscription,
      /** The subscription's, as it was when the invoice was made. */
      metadata: details?.metadata ?? {},
      /** What was paid for. */
      description: [...lines].slice(0, MAX_DESCRIPTION).join("").toWellFormed() || "Subscription",
      intentId: one.payment_intent,
    };
  });
export type Invoice = z.output<typeof invoiceObject>;

/** The invoice that an event is of. @throws ZodError when it is none */
export const invoiceOf = ({ data }: PspEvent): Invoice => invoiceObject.parse(data.object);

/** Far more than an invoice is paid by. */
const MOST_PAYMENTS = 100;

/**
 * The payment intents that have paid an invoice: the provider is asked, for events do not say.
 * @throws as `Psp.call`
 */
export async function intentsOf({ invoiceId: invoice, intentId }: Invoice): Promise<readonly string[]> {
  if (intentId !== undefined) return [intentId];
  const payments = await Psp.find((stripe) => stripe.invoicePayments.list({ invoice, limit: MOST_PAYMENTS }));
  if (!payments) log.warn("an invoice that was paid is unknown to the provider", { invoiceId: invoice });
  return (payments?.data ?? []).flatMap(({ payment: { payment_intent: intent } }) =>
    typeof intent === "object" ? intent.id : (intent ?? []),
  );
}
