import { billing } from "../../../contract/web/dashboard.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import * as Transactions from "../../../core/payments/records/index.ts";
import type {
  Transaction,
  TransactionStatus,
  TransactionType,
} from "../../../core/payments/records/schema.ts";
import { offers } from "../../../core/payments/subscriptions/catalogue.ts";
import * as Subscriptions from "../../../core/payments/subscriptions/index.ts";
import type { Offer, Plan } from "../../../core/payments/subscriptions/schema.ts";
import { type Html, html } from "../../_page/html.ts";
import { page } from "../../_page/index.ts";
import { serve } from "../../_page/serve.ts";
import { table } from "../../_page/table.ts";
import { day, money, phrase } from "../../_page/words.ts";
import { names } from "./_movements.ts";

/** How many transactions the page shows. */
const LATEST = 20;

export const handler = serve(billing, async (call) => {
  const [plan, transactions] = await Promise.all([
    Subscriptions.plan(call.actor),
    Transactions.latest(call.actor, LATEST).then((all) => Promise.all(all.map(lineOf))),
  ]);
  return page(call, {
    title: "Billing",
    body: html`<h1>Billing</h1>${planOf(plan)}${catalogue(offers())}${latest(transactions)}`,
  });
});

interface Line {
  readonly one: Transaction;
  /** What it is, so that nobody takes what came for what went. */
  readonly kind: string;
  readonly isIncoming: boolean;
}

type Kinds = Readonly<Record<Exclude<TransactionType, "bank_transfer">, Omit<Line, "one">>>;

/** From where its owner stands: what was paid goes out, what is given back to them comes in. */
const kinds: Kinds = {
  payment: { kind: names.PAYMENT, isIncoming: false },
  checkout: { kind: "Order", isIncoming: false },
  refund: { kind: names.REFUND, isIncoming: true },
  dispute: { kind: "Disputed payment", isIncoming: true },
  reversal: { kind: "Refund undone", isIncoming: false },
};

/** Of what was paid to no merchant: it is in the owner's own wallet, and told as among its movements. */
const kindsOfTopUps: Kinds = {
  ...kinds,
  payment: { kind: names.TOP_UP, isIncoming: true },
  refund: { kind: names.TOP_UP_REFUND, isIncoming: false },
  dispute: { kind: "Disputed top-up", isIncoming: false },
  reversal: { kind: "Refund undone", isIncoming: true },
};

async function lineOf(one: Transaction): Promise<Line> {
  if (one.type === "payment" || one.type === "checkout") return { one, ...kindsOf(one)[one.type] };
  const { direction, payment } = await Transactions.metadataOf(one);
  if (one.type !== "bank_transfer") {
    const returned = payment === undefined ? undefined : await Transactions.find(payment);
    return { one, ...kindsOf(returned)[one.type] };
  }
  const isIncoming = direction !== "debit";
  return { one, kind: isIncoming ? "Transfer received" : "Transfer sent", isIncoming };
}

/** @param paid what was paid, now or before it was returned */
const kindsOf = (paid: Transaction | undefined): Kinds =>
  paid?.type === "payment" && paid.merchantId === undefined ? kindsOfTopUps : kinds;

const statuses: Readonly<Record<TransactionStatus, string>> = {
  PENDING: "Pending",
  AWAITING_APPROVAL: "Waits for approval",
  SUCCEEDED: "Done",
  FAILED: "Failed",
  CANCELED: "Canceled",
  REFUNDED: "Refunded",
};

/** Whether its money has moved. */
const hasMoved = ({ status }: Transaction): boolean => status === "SUCCEEDED" || status === "REFUNDED";

const planOf = ({ plan, status, currentPeriodEnd, cancelAtPeriodEnd }: Plan): Html => html`
<section class="card" aria-labelledby="plan">
<h2 id="plan">Plan</h2>
<p class="total">${phrase(plan)}</p>
<p class="hint">${status === "none" ? "No subscription" : phrase(status)}${
  currentPeriodEnd !== undefined &&
  html`, ${cancelAtPeriodEnd ? "ends on" : "paid until"} ${day(currentPeriodEnd)}`
}</p>
</section>`;

const catalogue = (all: readonly Offer[]): Html => html`
<section class="card" aria-labelledby="plans">
<h2 id="plans">Plans</h2>
${table([{ name: "Plan" }, { name: "A month", figure: true }], all.map(offered), { label: "Plans" })}
</section>`;

const offered = ({ plan, amountMinor, currency }: Offer) => [
  phrase(plan),
  money(amountMinor, Assets.get(currency.toUpperCase())),
];

const columns = [
  { name: "Date" },
  { name: "Kind" },
  { name: "What" },
  { name: "State" },
  { name: "Amount", figure: true },
];

const latest = (all: readonly Line[]): Html => html`
<section class="card" aria-labelledby="latest">
<h2 id="latest">Payments and orders</h2>
${all.length === 0 ? html`<p>Nothing was paid yet.</p>` : table(columns, all.map(row), { label: "Payments and orders" })}
</section>`;

/** What it was for; where nobody said, which card paid it. */
const whatOf = ({ description, cardLast4 }: Transaction): string =>
  description || (cardLast4 === undefined ? "–" : `Card ending in ${cardLast4}`);

const row = ({ one, kind, isIncoming }: Line) => [
  day(one.createdAt),
  kind,
  whatOf(one),
  one.failureReason === undefined || one.status !== "FAILED"
    ? statuses[one.status]
    : `${statuses[one.status]}: ${one.failureReason}`,
  `${hasMoved(one) ? (isIncoming ? "+" : "−") : ""}${money(one.amountMinor, Assets.get(one.currency))}`,
];
