import { admin } from "../../../contract/web/dashboard.ts";
import * as Approval from "../../../core/defi/adjustments/approval.ts";
import type { Request as Adjustment } from "../../../core/defi/adjustments/schema.ts";
import * as Flags from "../../../core/flags/index.ts";
import { trail } from "../../../core/identity/roles/people.ts";
import * as Roles from "../../../core/identity/roles/requests.ts";
import type { Line } from "../../../core/identity/trail/index.ts";
import type { Deed } from "../../../core/identity/trail/schema.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import { parseWalletId } from "../../../core/ledger/accounts.ts";
import * as Saveback from "../../../core/loyalty/saveback/index.ts";
import { awaiting } from "../../../core/payments/payments/validate.ts";
import * as HeldUp from "../../../core/people/held-up.ts";
import * as Debts from "../../../core/policy/debts.ts";
import { type Column, type Html, html, minute, money, table, type Value } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";

const TITLE = text("Administration", "Administration");

/** How much of each queue the page shows; the routes have the rest. */
const SHOWN = { limit: 20 };

export const handler = serve(admin, async (call) => {
  const { actor } = call;
  const [payments, adjustments, roles, payouts, flags, debts, erasures, deeds] = await Promise.all([
    awaiting(actor, SHOWN),
    Approval.list(actor, SHOWN),
    Roles.list(actor),
    Saveback.requests(actor, SHOWN),
    Flags.list(actor, SHOWN),
    Debts.list(actor, SHOWN),
    HeldUp.list(actor, SHOWN),
    trail(actor, SHOWN, undefined),
  ]);
  return page(call, {
    title: TITLE,
    body: html`<h1>${TITLE}</h1>
${queue(
  "payments",
  text("Payments that wait for an approval", "Paiements en attente d'approbation"),
  [WHEN, WHO, WHAT, AMOUNT],
  payments.items.map((one) => [
    minute(one.createdAt),
    one.userId,
    one.description || one.transactionId,
    money(one.amountMinor, Assets.get(one.currency)),
  ]),
)}
${queue(
  "adjustments",
  text("Adjustments that wait for a second person", "Ajustements en attente d'une deuxième personne"),
  [WHEN, WHO, WHY, AMOUNT],
  adjustments.items.map((one) => [minute(one.requestedAt), one.requestedBy, one.reason, signed(one)]),
)}
${queue(
  "roles",
  text("Roles that wait for a second administrator", "Rôles en attente d'un deuxième administrateur"),
  [WHEN, WHO, WHAT, WHY],
  roles.map((one) => [minute(one.requestedAt), one.userId, `${one.before} → ${one.role}`, one.reason]),
)}
${queue(
  "payouts",
  text("Payouts of saveback that were asked for", "Versements de saveback demandés"),
  [WHEN, WHO, WHAT],
  payouts.items.map((one) => [
    minute(one.requestedAt),
    one.requestedBy,
    text(`${one.rewards} rewards`, `${one.rewards} récompenses`),
  ]),
)}
${queue(
  "flags",
  text("What somebody must look at", "Ce qu'il faut vérifier"),
  [WHEN, WHO, WHAT, WHY, AMOUNT],
  flags.items.map(({ at, userId = "–", id, why, amount, asset = "" }) => [
    ...[minute(at), userId, id, why],
    amount === undefined ? "–" : money(amount, Assets.get(asset)),
  ]),
)}
${queue(
  "debts",
  text("Debts", "Dettes"),
  [WHO, AMOUNT],
  debts.items.map((one) => [one.userId, money(one.owedMinor, Assets.get(one.asset))]),
)}
${queue(
  "erasures",
  text("Erasures that are held up", "Effacements retenus"),
  [WHEN, WHO, WHY],
  erasures.items.map((one) => [
    minute(one.heldUpSince),
    one.userId,
    one.reasons.flatMap(({ message }, at) => (at === 0 ? [message] : [" ", message])),
  ]),
)}
${queue(
  "trail",
  text("What was done last", "Dernières actions"),
  [WHEN, WHO, WHAT, WHY],
  deeds.items.map(deed),
)}`,
  });
});

const WHEN: Column = { name: text("When", "Quand") };
const WHO: Column = { name: text("Who", "Qui") };
const WHAT: Column = { name: text("What", "Quoi") };
const WHY: Column = { name: text("Why", "Pourquoi") };
const AMOUNT: Column = { name: text("Amount", "Montant"), figure: true };

const queue = (
  id: string,
  title: Text,
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
): Html => html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${rows.length === 0 ? html`<p>${text("Nothing waits.", "Rien n'attend.")}</p>` : table(columns, rows, { label: title })}
</section>`;

const signed = ({ walletId, operation, amount }: Adjustment): Value => [
  operation === "DEPOSIT" ? "+" : "−",
  money(amount, Assets.get(parseWalletId(walletId)?.asset ?? "")),
];

const deedNames: Readonly<Record<Deed, Text>> = {
  "role-changed": text("Role changed", "Rôle changé"),
  "role-change-asked": text("Change of role asked for", "Changement de rôle demandé"),
  "role-change-refused": text("Change of role refused", "Changement de rôle refusé"),
  "user-blocked": text("Account blocked", "Compte bloqué"),
  "user-unblocked": text("Account opened again", "Compte rouvert"),
  "user-seen": text("Account looked at", "Compte consulté"),
  "user-erasure-asked": text("Erasure asked for", "Effacement demandé"),
  "user-erasure-approved": text("Erasure approved", "Effacement approuvé"),
  "user-erased": text("Data erased", "Données effacées"),
  "user-erased-again": text("Erased again after a restore", "Effacé à nouveau après une restauration"),
  "wallet-adjusted": text("Wallet adjusted", "Portefeuille ajusté"),
  "wallet-adjustment-asked": text("Adjustment asked for", "Ajustement demandé"),
  "payment-decided": text("Payment decided", "Paiement décidé"),
  "payment-approval-asked": text("Payment approved first", "Première approbation d'un paiement"),
  "flag-resolved": text("Flag resolved", "Signalement traité"),
  "saveback-payout-asked": text("Payout asked for", "Versement demandé"),
  "identity-documents-seen": text("Identity documents looked at", "Pièces d'identité consultées"),
  "identity-decided": text("Identity decided", "Identité décidée"),
};

const deed = ({ at, by, deed: what, to, reason }: Line): readonly Value[] => [
  minute(at),
  by,
  to === undefined ? deedNames[what] : [deedNames[what], ` → ${to}`],
  reason || "–",
];
