import { billing } from "../../../contract/web/dashboard.ts";
import type { Plan } from "../../../core/identity/plans/entity.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import * as Transactions from "../../../core/payments/records/index.ts";
import type {
  Transaction,
  TransactionStatus,
  TransactionType,
} from "../../../core/payments/records/schema.ts";
import { offers } from "../../../core/payments/subscriptions/catalogue.ts";
import * as Subscriptions from "../../../core/payments/subscriptions/index.ts";
import type { Offer } from "../../../core/payments/subscriptions/schema.ts";
import { cardText } from "../../../core/platform/psp/texts.ts";
import { operations } from "../../../core/texts/operations.ts";
import { day, type Html, html, money, phrase, table } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";

const TITLE = text("Billing", "Facturation");

/** How many transactions the page shows. */
const LATEST = 20;

export const handler = serve(billing, async (call) => {
  const [plan, transactions] = await Promise.all([
    Subscriptions.plan(call.actor),
    Transactions.latest(call.actor, LATEST).then((all) => Promise.all(all.map(lineOf))),
  ]);
  return page(call, {
    title: TITLE,
    body: html`<h1>${TITLE}</h1>${planOf(plan)}${catalogue(offers())}${latest(transactions)}`,
  });
});

interface Line {
  readonly one: Transaction;
  /** What it is, so that nobody takes what came for what went. */
  readonly kind: Text;
  readonly isIncoming: boolean;
}

type Kinds = Readonly<Record<Exclude<TransactionType, "bank_transfer">, Omit<Line, "one">>>;

/** From where its owner stands: what was paid goes out, what is given back to them comes in. */
const kinds: Kinds = {
  payment: { kind: operations.PAYMENT, isIncoming: false },
  checkout: { kind: text("Order", "Commande"), isIncoming: false },
  refund: { kind: operations.REFUND, isIncoming: true },
  dispute: { kind: text("Disputed payment", "Paiement contesté"), isIncoming: true },
  reversal: { kind: text("Refund undone", "Remboursement annulé"), isIncoming: false },
};

/** Of what was paid to no merchant: it is in the owner's own wallet, and told as among its movements. */
const kindsOfTopUps: Kinds = {
  ...kinds,
  payment: { kind: operations.TOP_UP, isIncoming: true },
  refund: { kind: operations.TOP_UP_REFUND, isIncoming: false },
  dispute: { kind: text("Disputed top-up", "Rechargement contesté"), isIncoming: false },
  reversal: { kind: text("Refund undone", "Remboursement annulé"), isIncoming: true },
};

const RECEIVED = text("Transfer received", "Virement reçu");
const SENT = text("Transfer sent", "Virement émis");

async function lineOf(one: Transaction): Promise<Line> {
  if (one.type === "payment" || one.type === "checkout") return { one, ...kindsOf(one)[one.type] };
  const { direction, payment } = await Transactions.metadataOf(one);
  if (one.type !== "bank_transfer") {
    const returned = payment === undefined ? undefined : await Transactions.find(payment);
    return { one, ...kindsOf(returned)[one.type] };
  }
  const isIncoming = direction !== "debit";
  return { one, kind: isIncoming ? RECEIVED : SENT, isIncoming };
}

/** @param paid what was paid, now or before it was returned */
const kindsOf = (paid: Transaction | undefined): Kinds =>
  paid?.type === "payment" && paid.merchantId === undefined ? kindsOfTopUps : kinds;

const statuses: Readonly<Record<TransactionStatus, Text>> = {
  PENDING: text("Pending", "En attente"),
  AWAITING_APPROVAL: text("Waits for approval", "En attente d'approbation"),
  SUCCEEDED: text("Done", "Effectué"),
  FAILED: text("Failed", "Échoué"),
  CANCELED: text("Canceled", "Annulé"),
  REFUNDED: text("Refunded", "Remboursé"),
};

/** Whether its money has moved. */
const hasMoved = ({ status }: Transaction): boolean => status === "SUCCEEDED" || status === "REFUNDED";

/** What the provider says of a subscription. */
const standings: Readonly<Record<string, Text>> = {
  none: text("No subscription", "Aucun abonnement"),
  active: text("Active", "Actif"),
  trialing: text("On trial", "À l'essai"),
  past_due: text("Past due", "Paiement en retard"),
  unpaid: text("Unpaid", "Impayé"),
  paused: text("Paused", "Suspendu"),
  canceled: text("Canceled", "Résilié"),
  incomplete: text("Not paid yet", "Pas encore payé"),
  incomplete_expired: text("Never paid", "Jamais payé"),
};

/** The names of the platform's own plans; one that a deployment sells is called as it is there. */
const planNames: Readonly<Record<string, Text>> = {
  free: text("Free", "Gratuit"),
  enterprise: text("Enterprise", "Entreprise"),
};
const planName = (plan: string): Text | string => planNames[plan] ?? phrase(plan);

const planOf = ({ plan, status, currentPeriodEnd, cancelAtPeriodEnd }: Plan): Html => html`
<section class="card" aria-labelledby="plan">
<h2 id="plan">${PLAN}</h2>
<p class="total">${planName(plan)}</p>
<p class="hint">${standings[status] ?? phrase(status)}${
  currentPeriodEnd !== undefined &&
  html`, ${cancelAtPeriodEnd ? text("ends on", "prend fin le") : text("paid until", "payé jusqu'au")} ${day(currentPeriodEnd)}`
}</p>
</section>`;

const PLAN = text("Plan", "Formule");
const PLANS = text("Plans", "Formules");

const catalogue = (all: readonly Offer[]): Html => html`
<section class="card" aria-labelledby="plans">
<h2 id="plans">${PLANS}</h2>
${table(
  [{ name: PLAN }, { name: text("A month", "Par mois"), figure: true }],
  [...Map.groupBy(all, ({ plan }) => plan)].map(([plan, prices]) => [planName(plan), pricesOf(prices)]),
  { label: PLANS },
)}
</section>`;

/** A plan's price in each currency. */
const pricesOf = (offers: readonly Offer[]) =>
  offers.flatMap(({ amountMinor, currency }, at) => [
    at > 0 && " / ",
    money(amountMinor, Assets.get(currency.toUpperCase())),
  ]);

const columns = [
  { name: text("Date", "Date") },
  { name: text("Kind", "Nature") },
  { name: text("What", "Objet") },
  { name: text("State", "État") },
  { name: text("Amount", "Montant"), figure: true },
];

const PAYMENTS = text("Payments and orders", "Paiements et commandes");

const latest = (all: readonly Line[]): Html => html`
<section class="card" aria-labelledby="latest">
<h2 id="latest">${PAYMENTS}</h2>
${all.length === 0 ? html`<p>${text("Nothing was paid yet.", "Rien n'a encore été payé.")}</p>` : table(columns, all.map(row), { label: PAYMENTS })}
</section>`;

/** What it was for; where nobody said, which card paid it. */
const whatOf = ({ description, cardLast4 }: Transaction): Text | string =>
  description ||
  (cardLast4 === undefined
    ? "–"
    : text(`Card ending in ${cardLast4}`, `Carte se terminant par ${cardLast4}`));

function failedFor(reason: string): Text {
  const why = cardText(reason);
  return text(`${statuses.FAILED.en}: ${why.en}`, `${statuses.FAILED.fr} : ${why.fr}`);
}

const row = ({ one, kind, isIncoming }: Line) => [
  day(one.createdAt),
  kind,
  whatOf(one),
  one.failureReason === undefined || one.status !== "FAILED"
    ? statuses[one.status]
    : failedFor(one.failureReason),
  [hasMoved(one) ? (isIncoming ? "+" : "−") : "", money(one.amountMinor, Assets.get(one.currency))],
];
