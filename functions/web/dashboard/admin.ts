import { admin } from "../../../contract/web/dashboard.ts";
import * as Approval from "../../../core/defi/adjustments/approval.ts";
import type { Request as Adjustment } from "../../../core/defi/adjustments/schema.ts";
import * as Flags from "../../../core/flags/index.ts";
import { trail } from "../../../core/identity/roles/people.ts";
import * as Roles from "../../../core/identity/roles/requests.ts";
import type { AuditAction, Line } from "../../../core/identity/trail/schema.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import { parseWalletId } from "../../../core/ledger/accounts.ts";
import * as Saveback from "../../../core/loyalty/saveback/index.ts";
import { listAwaiting } from "../../../core/payments/payments/validate.ts";
import * as HeldUp from "../../../core/people/held-up.ts";
import * as Debts from "../../../core/policy/debts.ts";
import { type Column, type Html, html, minute, money, table, type Value, when } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";

const TITLE = text("Administration", "Administration");

/** The page shows the first items of each queue. The routes return the others. */
const PAGE = { limit: 20 };

export const handler = serve(admin, async (call) => {
  const { actor } = call;
  const [payments, adjustments, roles, payouts, flags, debts, erasures, actions] = await Promise.all([
    listAwaiting(actor, PAGE),
    Approval.list(actor, PAGE),
    Roles.list(actor),
    Saveback.listRequests(actor, PAGE),
    Flags.list(actor, PAGE),
    Debts.list(actor, PAGE),
    HeldUp.list(actor, PAGE),
    trail(actor, PAGE, undefined),
  ]);
  return page(call, {
    title: TITLE,
    body: html`<h1>${TITLE}</h1>
${queue(
  "payments",
  text("Payments awaiting approval", "Paiements en attente d'approbation"),
  [DATE, USER, SUBJECT, AMOUNT],
  payments.items.map((one) => [
    minute(one.createdAt),
    one.userId,
    one.description || one.transactionId,
    money(one.amountMinor, Assets.get(one.currency)),
  ]),
)}
${queue(
  "adjustments",
  text("Adjustments awaiting a second approval", "Ajustements en attente d'une seconde approbation"),
  [DATE, USER, REASON, AMOUNT],
  adjustments.items.map((one) => [minute(one.requestedAt), one.requestedBy, one.reason, signed(one)]),
)}
${queue(
  "roles",
  text("Role changes awaiting a second approval", "Changements de rôle en attente d'une seconde approbation"),
  [DATE, USER, SUBJECT, REASON],
  roles.map((one) => [minute(one.requestedAt), one.userId, `${one.before} → ${one.role}`, one.reason]),
)}
${queue(
  "payouts",
  text("Requested saveback payouts", "Versements de saveback demandés"),
  [DATE, USER, SUBJECT],
  payouts.items.map((one) => [
    minute(one.requestedAt),
    one.requestedBy,
    text(`${one.rewards} rewards`, `${one.rewards} récompenses`),
  ]),
)}
${queue(
  "flags",
  text("Flags to review", "Signalements à traiter"),
  [DATE, USER, SUBJECT, REASON, AMOUNT],
  flags.items.map(({ at, userId = "–", id, why, amount, asset = "" }) => [
    ...[minute(at), userId, id, why],
    amount === undefined ? "–" : money(amount, Assets.get(asset)),
  ]),
)}
${queue(
  "debts",
  text("Debts", "Dettes"),
  [USER, AMOUNT],
  debts.items.map((one) => [one.userId, money(one.owedMinor, Assets.get(one.asset))]),
)}
${queue(
  "erasures",
  text("Blocked erasures", "Effacements bloqués"),
  [DATE, USER, REASON],
  erasures.items.map((one) => [
    minute(one.heldUpSince),
    one.userId,
    one.reasons.flatMap(({ message }, at) => (at === 0 ? [message] : [" ", message])),
  ]),
)}
${queue(
  "trail",
  text("Latest actions", "Dernières actions"),
  [DATE, USER, SUBJECT, REASON],
  actions.items.map(auditRow),
)}`,
  });
});

const DATE: Column = { name: when(text("Date", "Date")) };
const USER: Column = { name: text("User", "Utilisateur") };
const SUBJECT: Column = { name: text("Subject", "Objet") };
const REASON: Column = { name: text("Reason", "Motif") };
const AMOUNT: Column = { name: text("Amount", "Montant"), figure: true };

const queue = (
  id: string,
  title: Text,
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
): Html => html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${rows.length === 0 ? html`<p>${text("Nothing to review.", "Rien à traiter.")}</p>` : table(columns, rows, { label: title })}
</section>`;

const signed = ({ walletId, operation, amount }: Adjustment): Value => [
  operation === "DEPOSIT" ? "+" : "−",
  money(amount, Assets.get(parseWalletId(walletId)?.asset ?? "")),
];

const actionNames: Readonly<Record<AuditAction, Text>> = {
  "role-changed": text("Role changed", "Rôle modifié"),
  "role-change-asked": text("Role change requested", "Changement de rôle demandé"),
  "role-change-refused": text("Role change rejected", "Changement de rôle refusé"),
  "user-blocked": text("Account blocked", "Compte bloqué"),
  "user-unblocked": text("Account unblocked", "Compte débloqué"),
  "user-seen": text("Account viewed", "Compte consulté"),
  "user-erasure-asked": text("Erasure requested", "Effacement demandé"),
  "user-erasure-approved": text("Erasure approved", "Effacement approuvé"),
  "user-erased": text("Data erased", "Données effacées"),
  "user-erased-again": text(
    "Data erased again after a restore",
    "Données effacées à nouveau après une restauration",
  ),
  "wallet-adjusted": text("Wallet adjusted", "Portefeuille ajusté"),
  "wallet-adjustment-asked": text("Adjustment requested", "Ajustement demandé"),
  "payment-decided": text("Payment approved or rejected", "Paiement approuvé ou refusé"),
  "payment-approval-asked": text("First approval of a payment", "Première approbation d'un paiement"),
  "flag-resolved": text("Flag resolved", "Signalement traité"),
  "saveback-payout-asked": text("Payout requested", "Versement demandé"),
  "identity-documents-seen": text("Identity documents viewed", "Pièces d'identité consultées"),
  "identity-decided": text("Identity approved or rejected", "Identité approuvée ou refusée"),
};

const auditRow = ({ at, by, deed: action, to, reason }: Line): readonly Value[] => [
  minute(at),
  by,
  to === undefined ? actionNames[action] : [actionNames[action], ` → ${to}`],
  reason || "–",
];
