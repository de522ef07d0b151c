import * as z from "zod";
import type { PspEvent, PspHandler } from "../../inbound/psp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { SvcError } from "../../kernel/errors.ts";
import { log } from "../../platform/log.ts";
import * as Psp from "../../platform/psp/index.ts";
import { confirm, isPaid } from "../checkout/confirm.ts";
import * as Transactions from "../records/index.ts";
import { ORDER } from "../records/metadata.ts";
import type { Transaction } from "../records/schema.ts";
import * as Facts from "./facts.ts";
import { rebook } from "./rebook.ts";
import * as Record from "./record.ts";
import { undone } from "./refund.ts";
import * as Returns from "./returns.ts";
import { settle } from "./settle.ts";

/**
 * What the provider tells of disputes (a payer's bank takes a payment back, and gives it again where the dispute is won) and of
 * refunds that failed. Their objects name the payment's intent, but carry nothing of it.
 */

const of = z.union([z.string(), z.looseObject({ id: z.string() })]).nullish();

const disputeObject = z.looseObject({
  id: z.string(),
  payment_intent: of,
  amount: z.int().min(0),
  currency: z.string(),
  status: z.string().default(""),
  balance_transactions: z
    .array(z.looseObject({ amount: z.int(), currency: z.string().nullish() }))
    .nullish()
    .transform((list) => list ?? []),
});
type DisputeObject = z.output<typeof disputeObject>;

const refundObject = z.looseObject({
  id: z.string(),
  payment_intent: of,
  amount: z.int().min(0),
  created: z.int().default(0),
  status: z.string().nullish(),
});

/** The provider's time of an event, in seconds; ours where it says none. */
const secondsOf = ({ created }: PspEvent): number => (created > 0 ? created : Clock.nowSeconds());

/** The payment or order that an object's intent is of: by our records, and where they know it not yet, as the provider says. */
async function paymentOf(intent: z.output<typeof of>): Promise<Transaction | undefined> {
  const id = typeof intent === "object" ? intent?.id : intent;
  if (id === undefined) return undefined;
  const known = await Transactions.find(id);
  if (known) return known;
  const facts = await asked(id);
  const orderId = facts?.metadata[ORDER];
  if (orderId !== undefined) return Transactions.find(orderId);
  return facts && Record.ofFacts(facts);
}

async function asked(id: string): Promise<Facts.Facts | undefined> {
  try {
    return Facts.ofIntent(await Psp.call((stripe) => stripe.paymentIntents.retrieve(id)));
  } catch (error) {
    if (error instanceof SvcError && Psp.isMissing(error)) return undefined;
    throw error;
  }
}

function notOurs({ id: eventId, type }: PspEvent): string {
  log.info("an event of a payment that is not ours", { eventId, type });
  return "not ours";
}

/** What has moved by a dispute: its money moves only where the payment had come in. @returns false of one that is flagged */
async function settled(one: Transaction): Promise<boolean> {
  if (one.type === "checkout") {
    if (!isPaid(one)) await confirm(one);
    return true;
  }
  if (one.entryId === undefined && one.flagged !== undefined) return false;
  return (await settle(one, NOTHING_TOLD(one.transactionId))) !== "flagged";
}

const NOTHING_TOLD = (paymentId: string): Facts.Facts => ({
  paymentId,
  amountMinor: undefined,
  receivedMinor: undefined,
  currency: undefined,
  createdSeconds: undefined,
  description: "",
  metadata: {},
  cardLast4: undefined,
  chargedSeconds: undefined,
});

/** How much an event says was moved; undefined where it is of no movement. */
type Moved = (dispute: DisputeObject) => { readonly out?: bigint; readonly in?: bigint };

const disputed =
  (moved: Moved): PspHandler =>
  async (event) => {
    const dispute = disputeObject.parse(event.data.object);
    const one = await paymentOf(dispute.payment_intent);
    if (!one) return notOurs(event);
    if (dispute.currency.toUpperCase() !== one.currency) return flagged(one, dispute);
    const { out = 0n, in: back = 0n } = moved(dispute);
    if (out + back > 0n && !(await settled(one))) return "flagged";
    const { before, after } = await rebook(one, {
      kind: "dispute",
      reason: `dispute ${dispute.id} of ${one.transactionId}`,
      add: (returns) =>
        Returns.disputed(returns, dispute.id, {
          withdrawnMinor: out,
          reinstatedMinor: back,
          status: dispute.status,
          atSeconds: BigInt(secondsOf(event)),
        }),
    });
    const taken = after.disputedMinor - before.disputedMinor;
    if (taken === 0n) return `disputed: ${dispute.status}`;
    return taken > 0n ? "disputed: taken back" : "disputed: credited again";
  };

/** The provider lists what it moved; where it does not, all that is disputed was. */
function sumOf({ balance_transactions: list, currency, amount }: DisputeObject, sign: 1 | -1): bigint {
  const moved = list.filter((one) => (one.currency ?? currency) === currency && one.amount * sign > 0);
  return BigInt(moved.length > 0 ? moved.reduce((sum, one) => sum + one.amount * sign, 0) : amount);
}

async function flagged(one: Transaction, { id, amount, currency }: DisputeObject): Promise<string> {
  const why = `the dispute ${id} is of ${amount} ${currency} (minor units), paid was ${one.currency}`;
  log.error("a dispute is not of what was paid: somebody must look", {
    paymentId: one.transactionId,
    why,
  });
  await Record.change(one, {
    update: "SET flagged = :why",
    condition: "attribute_exists(pk)",
    values: { ":why": why },
  });
  return "flagged";
}

const refundChanged: PspHandler = async (event) => {
  const { id, payment_intent, amount, created, status } = refundObject.parse(event.data.object);
  const hasFailed = event.type === "refund.failed" || status === "failed" || status === "canceled";
  if (!hasFailed) return "the refund stands";
  const one = await paymentOf(payment_intent);
  if (!one) return notOurs(event);
  return undone(one, {
    refundId: id,
    amountMinor: BigInt(amount),
    createdSeconds: created,
    failedSeconds: secondsOf(event),
  });
};

const noted = disputed(() => ({}));

export const handlers: Readonly<Record<string, PspHandler>> = {
  "charge.dispute.created": noted,
  "charge.dispute.updated": noted,
  "charge.dispute.closed": noted,
  "charge.dispute.funds_withdrawn": disputed((one) => ({ out: sumOf(one, -1) })),
  "charge.dispute.funds_reinstated": disputed((one) => ({ in: sumOf(one, 1) })),
  "refund.failed": refundChanged,
  "refund.updated": refundChanged,
  "charge.refund.updated": refundChanged,
};
