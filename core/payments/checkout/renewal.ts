import type { PspHandler } from "../../inbound/psp.ts";
import * as Assets from "../../kernel/assets/index.ts";
import type { After } from "../../ledger/draft.ts";
import { log } from "../../platform/log.ts";
import * as Policy from "../../policy/index.ts";
import { BookedBefore, unlessBooked } from "../records/booked.ts";
import * as Transactions from "../records/index.ts";
import { ORDER } from "../records/metadata.ts";
import type { NewTransaction, Transaction } from "../records/schema.ts";
import { ownerOf } from "../subscriptions/owner.ts";
import { sale } from "./confirm.ts";
import { fulfil } from "./fulfilment.ts";
import { type Invoice, intentsOf, invoiceOf } from "./invoice.ts";

/**
 * The money of subscriptions. The first invoice is the payment of the order that began the subscription; each
 * further one has a transaction of its own, under its id. The intents that paid it refer to it, so that
 * refunds find it.
 */

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
      return [{ ...reference, onConditionFailed: () => new BookedBefore() }, ...others];
    },
    result: () => "renewed",
  });
  return unlessBooked(entry, "booked before");
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
