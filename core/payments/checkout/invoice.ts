import * as z from "zod";
import type { PspEvent, PspHandler } from "../../inbound/psp.ts";
import * as Assets from "../../kernel/assets/index.ts";
import type { After } from "../../ledger/draft.ts";
import { log } from "../../platform/log.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Transactions from "../records/index.ts";
import { metadata, ORDER, optionalId, text } from "../records/psp-objects.ts";
import type { NewTransaction, Transaction } from "../records/schema.ts";
import { ownerOf } from "../subscriptions/index.ts";
import { fulfil, sale } from "./confirm.ts";

/** What an event says of an invoice: the provider makes one for every period of a subscription. */

export const invoicePaid: PspHandler = async (event) => {
  const invoice = invoiceOf(event);
  const userId = await ownerOf(invoice);
  if (userId === undefined) {
    log.info("an invoice that is not ours", { eventId: event.id, invoiceId: invoice.invoiceId });
    return "not ours";
  }
  const order = await orderOf(invoice, userId);
  if (!order) return renewed(invoice, userId);
  const { invoiceId, subscriptionId, amountMinor, currency } = invoice;
  await Transactions.refer([invoiceId, subscriptionId], order);
  const outcome = await fulfil(order, { amountMinor, currency, subscriptionId });
  await Transactions.refer(await intentsOf(invoice), order);
  return outcome;
};

/** The order whose payment a first invoice is. */
async function orderOf(
  { isFirst, invoiceId, metadata, subscriptionId }: Invoice,
  userId: string,
): Promise<Transaction | undefined> {
  if (!isFirst) return undefined;
  for (const reference of [invoiceId, metadata[ORDER], subscriptionId]) {
    const found = reference ? await Transactions.find(reference) : undefined;
    if (found?.type === "checkout" && found.userId === userId && found.transactionId !== invoiceId)
      return found;
  }
  return undefined;
}

async function renewed(invoice: Invoice, userId: string): Promise<string> {
  const { invoiceId, amountMinor, currency } = invoice;
  if (amountMinor === 0n) return "nothing was paid";
  if (!Assets.find(currency)) {
    log.error("an invoice was paid in a currency that the ledger does not hold", { invoiceId, currency });
    return "flagged";
  }
  const outcome = await booked(invoice, userId);
  const one = await Transactions.find(invoiceId);
  if (one) await Transactions.refer(await intentsOf(invoice), one);
  return outcome;
}

/** Books an invoice's money to the treasury, once. @throws as `Policy.post` */
function booked(invoice: Invoice, userId: string): Promise<string> {
  const entry = Policy.post({
    type: "PAYMENT",
    postings: sale(invoice),
    actorId: userId,
    reason: `invoice ${invoice.invoiceId}`,
    reference: { kind: "invoice", id: invoice.invoiceId },
    extraWrites: (after) => {
      const [reference, ...others] = Transactions.opening(transactionOf(invoice, userId, after));
      return [{ ...reference, onConditionFailed: () => new Transactions.NothingToPost() }, ...others];
    },
    result: () => "renewed",
  });
  return Transactions.unlessNothing(entry, "booked before");
}

const transactionOf = (
  { invoiceId, amountMinor, currency, description }: Invoice,
  userId: string,
  { entryId, createdAt }: After,
): NewTransaction => ({
  transactionId: invoiceId,
  userId,
  type: "checkout",
  status: "SUCCEEDED",
  amountMinor,
  currency,
  description,
  metadata: {},
  createdAt,
  completedAt: createdAt,
  refundedMinor: 0n,
  needsApproval: false,
  entryId,
});

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
