import * as z from "zod";
import * as Flags from "../../flags/index.ts";
import type { PspHandler } from "../../inbound/psp.ts";
import * as Assets from "../../kernel/assets/index.ts";
import type { After } from "../../ledger/draft.ts";
import { log } from "../../platform/log.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Transactions from "../records/index.ts";
import { metadata, ORDER, optionalId, text } from "../records/psp-objects.ts";
import type { NewTransaction, Transaction } from "../records/schema.ts";
import { findOwner } from "../subscriptions/index.ts";
import { fulfil, salePostings } from "./confirm.ts";

/** Paid invoices. The provider makes one for every period of a subscription. */

export const invoicePaid: PspHandler = async (event) => {
  const invoice = invoiceObject.parse(event.data.object);
  const userId = await findOwner(invoice);
  if (userId === undefined) {
    log.info("payment provider: event of an unknown invoice, ignored", {
      eventId: event.id,
      invoiceId: invoice.invoiceId,
    });
    return "not ours";
  }
  const order = await findOrder(invoice, userId);
  if (!order) return bookRenewal(invoice, userId);
  const { invoiceId, subscriptionId, amountMinor, currency } = invoice;
  await Transactions.addReferences([invoiceId, subscriptionId], order);
  const outcome = await fulfil(order, { amountMinor, currency, subscriptionId });
  await Transactions.addReferences(await readIntents(invoice), order);
  return outcome;
};

async function findOrder(
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

async function bookRenewal(invoice: Invoice, userId: string): Promise<string> {
  const { invoiceId, amountMinor, currency } = invoice;
  if (amountMinor === 0n) return "nothing was paid";
  if (!Assets.find(currency)) {
    const why = `the invoice was paid with ${amountMinor} ${currency} (minor units), which the ledger does not hold`;
    await Flags.raise({ kind: "order", id: invoiceId }, { why, userId });
    log.error(
      "invoice: paid in an unsupported currency, not booked, flagged; refund or convert it at the provider, then resolve its flag in the admin queue",
      { invoiceId, userId, currency, amountMinor },
    );
    return "flagged";
  }
  const outcome = await book(invoice, userId);
  const one = await Transactions.find(invoiceId);
  if (one) await Transactions.addReferences(await readIntents(invoice), one);
  return outcome;
}

/** Books the money of an invoice to the treasury once. @throws as `Policy.post` */
function book(invoice: Invoice, userId: string): Promise<string> {
  const entry = Policy.post({
    type: "PAYMENT",
    postings: salePostings(invoice),
    actorId: userId,
    reason: `invoice ${invoice.invoiceId}`,
    reference: { kind: "invoice", id: invoice.invoiceId },
    extraWrites: (after) => {
      const [reference, ...others] = Transactions.openWrites(toTransaction(invoice, userId, after));
      return [{ ...reference, onConditionFailed: () => new Transactions.NothingToPost() }, ...others];
    },
    result: () => "renewed",
  });
  return Transactions.ignoreNothingToPost(entry, "booked before");
}

const toTransaction = (
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

const subscriptionDetails = z.looseObject({ subscription: optionalId, metadata }).optional().catch(undefined);

const MAX_DESCRIPTION = 500;

const invoiceObject = z
  .looseObject({
    id: z.string().min(1).max(255),
    /** Minor units. With an unreadable amount the event ends in the dead-letter queue. */
    amount_paid: z.int().min(0),
    amount_paid_off_stripe: z.int().min(0).default(0),
    currency: z.string(),
    billing_reason: text,
    customer: optionalId,
    parent: z.looseObject({ subscription_details: subscriptionDetails }).optional().catch(undefined),
    /** The subscription, its metadata and the intent in older versions of the API. */
    subscription: optionalId,
    subscription_details: subscriptionDetails,
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
      /** The amount that the provider collected, in minor units. */
      amountMinor: BigInt(Math.max(0, one.amount_paid - one.amount_paid_off_stripe)),
      /** The ledger's asset: `EUR`. */
      currency: one.currency.toUpperCase(),
      /** Whether it is the first invoice of its subscription. */
      isFirst: one.billing_reason === "subscription_create",
      customer: one.customer,
      subscriptionId: details?.subscription ?? one.subscription,
      /** The metadata of the subscription at the time of the invoice. */
      metadata: details?.metadata ?? {},
      description: [...lines].slice(0, MAX_DESCRIPTION).join("").toWellFormed() || "Subscription",
      intentId: one.payment_intent,
    };
  });
type Invoice = z.output<typeof invoiceObject>;

/** Further payments of an invoice are not read. An invoice usually has one. */
const MOST_PAYMENTS = 100;

/** Reads the payment intents of an invoice from the provider, since events lack them. @throws as `Psp.call` */
async function readIntents({ invoiceId: invoice, intentId }: Invoice): Promise<readonly string[]> {
  if (intentId !== undefined) return [intentId];
  const payments = await Psp.find((stripe) => stripe.invoicePayments.list({ invoice, limit: MOST_PAYMENTS }));
  if (!payments)
    log.warn(
      "invoice: the provider does not know it, its payment intents are not recorded; check that STRIPE_SECRET_KEY belongs to the account that created it",
      {
        invoiceId: invoice,
      },
    );
  return (payments?.data ?? []).flatMap(({ payment: { payment_intent: intent } }) =>
    typeof intent === "object" ? intent.id : (intent ?? []),
  );
}
