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

/** The number of transactions on the page. */
const LATEST = 20;

export const handler = serve(billing, async (call) => {
  const [plan, transactions] = await Promise.all([
    Subscriptions.plan(call.actor),
    Transactions.listLatest(call.actor, LATEST).then((all) => Promise.all(all.map(lineOf))),
  ]);
  return page(call, {
    title: TITLE,
    body: html`<h1>${TITLE}</h1>${planOf(plan)}${catalogue(offers())}${latest(transactions)}`,
  });
});

interface Line {
  readonly one: Transaction;
  readonly kind: Text;
  readonly isIncoming: boolean;
}

type Kinds = Readonly<Record<Exclude<TransactionType, "bank_transfer">, Omit<Line, "one">>>;

/** From the user's perspective: payments go out, refunds come in. */
const kinds: Kinds = {
  payment: { kind: operations.PAYMENT, isIncoming: false },
  checkout: { kind: text("Order", "Commande"), isIncoming: false },
  refund: { kind: operations.REFUND, isIncoming: true },
  dispute: { kind: text("Disputed payment", "Paiement contesté"), isIncoming: true },
  reversal: { kind: text("Refund reversed", "Remboursement annulé"), isIncoming: false },
};

/** Payments without a merchant: they top up the user's own wallet. */
const topUpKinds: Kinds = {
  ...kinds,
  payment: { kind: operations.TOP_UP, isIncoming: true },
  refund: { kind: operations.TOP_UP_REFUND, isIncoming: false },
  dispute: { kind: text("Disputed top-up", "Rechargement contesté"), isIncoming: false },
  reversal: { kind: text("Refund reversed", "Remboursement annulé"), isIncoming: true },
};

const RECEIVED = text("Transfer received", "Virement reçu");
const SENT = text("Transfer sent", "Virement émis");

async function lineOf(one: Transaction): Promise<Line> {
  if (one.type === "payment" || one.type === "checkout") return { one, ...kindsOf(one)[one.type] };
  const { direction, payment } = await Transactions.readMetadata(one);
  if (one.type !== "bank_transfer") {
    const returned = payment === undefined ? undefined : await Transactions.find(payment);
    return { one, ...kindsOf(returned)[one.type] };
  }
  const isIncoming = direction !== "debit";
  return { one, kind: isIncoming ? RECEIVED : SENT, isIncoming };
}

/** @param paid the payment, or the payment that was refunded or disputed */
const kindsOf = (paid: Transaction | undefined): Kinds =>
  paid?.type === "payment" && paid.merchantId === undefined ? topUpKinds : kinds;

const statuses: Readonly<Record<TransactionStatus, Text>> = {
  PENDING: text("Pending", "En attente"),
  AWAITING_APPROVAL: text("Awaiting approval", "En attente d'approbation"),
  SUCCEEDED: text("Succeeded", "Effectué"),
  FAILED: text("Failed", "Échoué"),
  CANCELED: text("Canceled", "Annulé"),
  REFUNDED: text("Refunded", "Remboursé"),
};

const hasMoved = ({ status }: Transaction): boolean => status === "SUCCEEDED" || status === "REFUNDED";

/** A subscription's status at the provider. */
const subscriptionStatuses: Readonly<Record<string, Text>> = {
  none: text("No subscription", "Aucun abonnement"),
  active: text("Active", "Actif"),
  trialing: text("Trial", "À l'essai"),
  past_due: text("Past due", "Paiement en retard"),
  unpaid: text("Unpaid", "Impayé"),
  paused: text("Paused", "Suspendu"),
  canceled: text("Canceled", "Résilié"),
  incomplete: text("Awaiting payment", "En attente de paiement"),
  incomplete_expired: text("Expired", "Expiré"),
};

/** The names of the platform's own plans. Other plans are sold by a deployment under its names. */
const planNames: Readonly<Record<string, Text>> = {
  free: text("Free", "Gratuit"),
  enterprise: text("Enterprise", "Entreprise"),
};
const planName = (plan: string): Text | string => planNames[plan] ?? phrase(plan);

const planOf = ({ plan, status, currentPeriodEnd, cancelAtPeriodEnd }: Plan): Html => html`
<section class="card" aria-labelledby="plan">
<h2 id="plan">${PLAN}</h2>
<p class="total">${planName(plan)}</p>
<p class="hint">${subscriptionStatuses[status] ?? phrase(status)}${
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
  [{ name: PLAN }, { name: text("Per month", "Par mois"), figure: true }],
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
  { name: text("Type", "Type") },
  { name: text("Description", "Objet") },
  { name: text("Status", "État") },
  { name: text("Amount", "Montant"), figure: true },
];

const PAYMENTS = text("Payments and orders", "Paiements et commandes");

const latest = (all: readonly Line[]): Html => html`
<section class="card" aria-labelledby="latest">
<h2 id="latest">${PAYMENTS}</h2>
${all.length === 0 ? html`<p>${text("No payments yet.", "Aucun paiement pour le moment.")}</p>` : table(columns, all.map(row), { label: PAYMENTS })}
</section>`;

/** Returns the description, or the card if there is none. */
const descriptionOf = ({ description, cardLast4 }: Transaction): Text | string =>
  description ||
  (cardLast4 === undefined
    ? "–"
    : text(`Card ending in ${cardLast4}`, `Carte se terminant par ${cardLast4}`));

function failureText(reason: string): Text {
  const cause = cardText(reason);
  return text(`${statuses.FAILED.en}: ${cause.en}`, `${statuses.FAILED.fr} : ${cause.fr}`);
}

const row = ({ one, kind, isIncoming }: Line) => [
  day(one.createdAt),
  kind,
  descriptionOf(one),
  one.failureReason === undefined || one.status !== "FAILED"
    ? statuses[one.status]
    : failureText(one.failureReason),
  [hasMoved(one) ? (isIncoming ? "+" : "−") : "", money(one.amountMinor, Assets.get(one.currency))],
];
