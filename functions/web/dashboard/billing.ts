import { billing } from "../../../contract/web/dashboard.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import * as Transactions from "../../../core/payments/records/index.ts";
import type { Transaction, TransactionType } from "../../../core/payments/records/schema.ts";
import * as Subscriptions from "../../../core/payments/subscriptions/index.ts";
import type { Plan } from "../../../core/payments/subscriptions/schema.ts";
import { serve } from "../../_chain/serve.ts";
import { html } from "../_html.ts";
import { page } from "../_page.ts";

/** How many transactions the page shows. */
const LATEST = 20;

export const handler = serve(billing, async ({ actor }) => {
  const [plan, transactions] = await Promise.all([
    Subscriptions.plan(actor),
    Transactions.latest(actor, LATEST).then((all) => Promise.all(all.map(lineOf))),
  ]);
  return page({
    title: "Billing",
    menu: html`<a href="/dashboard">${actor.name}</a>`,
    body: html`<h1>Billing</h1>${planOf(plan)}${latest(transactions)}`,
  });
});

interface Line {
  readonly one: Transaction;
  /** What it is, so that nobody takes what came for what went. */
  readonly kind: string;
  readonly isIncoming: boolean;
}

/** From where its owner stands: what was paid goes out, what is given back to them comes in. */
const kinds: Readonly<Record<Exclude<TransactionType, "bank_transfer">, Omit<Line, "one">>> = {
  payment: { kind: "Payment", isIncoming: false },
  checkout: { kind: "Order", isIncoming: false },
  refund: { kind: "Refund", isIncoming: true },
  dispute: { kind: "Disputed payment", isIncoming: true },
  reversal: { kind: "Refund undone", isIncoming: false },
};

async function lineOf(one: Transaction): Promise<Line> {
  if (one.type !== "bank_transfer") return { one, ...kinds[one.type] };
  const isIncoming = (await Transactions.metadataOf(one))["direction"] !== "debit";
  return { one, kind: isIncoming ? "Transfer received" : "Transfer sent", isIncoming };
}

const day = (iso: string) => html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;

const planOf = ({ plan, status, currentPeriodEnd, cancelAtPeriodEnd }: Plan) => html`
<section class="card" aria-labelledby="plan">
<h2 id="plan">Plan</h2>
<p class="total">${plan}</p>
<p class="hint">${status === "none" ? "No subscription" : status}${
  currentPeriodEnd !== undefined &&
  html`, ${cancelAtPeriodEnd ? "ends on" : "paid until"} ${day(currentPeriodEnd)}`
}</p>
</section>`;

const latest = (all: readonly Line[]) => html`
<section class="card" aria-labelledby="latest">
<h2 id="latest">Payments and orders</h2>
${
  all.length === 0
    ? html`<p>Nothing was paid yet.</p>`
    : html`<div class="scroll"><table>
<thead><tr><th scope="col">Date</th><th scope="col">Kind</th><th scope="col">What</th><th scope="col">State</th><th scope="col" class="figure">Amount</th></tr></thead>
<tbody>${all.map(row)}</tbody>
</table></div>`
}
</section>`;

const row = ({ one: { createdAt, description, status, amountMinor, currency }, kind, isIncoming }: Line) =>
  html`<tr><td>${day(createdAt)}</td><td>${kind}</td><td>${description}</td><td>${status.toLowerCase()}</td>
<td class="figure">${isIncoming ? "+" : "−"}${money(amountMinor, currency)}</td></tr>`;

const money = (amountMinor: bigint, currency: string): string =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(
    Money.toNumber(amountMinor, Assets.get(currency).decimals),
  );
