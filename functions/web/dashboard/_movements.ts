import * as Assets from "../../../core/kernel/assets/index.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import type { EntryType } from "../../../core/ledger/schema.ts";
import type { Movement } from "../../../core/ledger/wallets/movements.ts";
import { type Html, html } from "../../_page/html.ts";
import { table } from "../../_page/table.ts";
import { amount, minute, phrase, when } from "../../_page/words.ts";

/** What moved in somebody's wallets, in words. */

export const names: Readonly<Record<EntryType | "LOCK" | "UNLOCK", Text>> = {
  DEPOSIT: text("Deposit", "Dépôt"),
  WITHDRAWAL: text("Withdrawal", "Retrait"),
  TRANSFER: text("Transfer", "Transfert"),
  HOLD: text("Locked", "Bloqué"),
  LOCK: text("Locked", "Bloqué"),
  RELEASE: text("Unlocked", "Débloqué"),
  UNLOCK: text("Unlocked", "Débloqué"),
  CAPTURE: text("Payment", "Paiement"),
  REVERSAL: text("Correction", "Correction"),
  ISSUANCE: text("Issue of tokens", "Émission de jetons"),
  SWAP: text("Swap", "Échange"),
  LIQUIDITY_ADD: text("Liquidity added", "Liquidité ajoutée"),
  LIQUIDITY_REMOVE: text("Liquidity removed", "Liquidité retirée"),
  STAKE: text("Staked", "Placé en staking"),
  UNSTAKE: text("Stake ended", "Fin de staking"),
  REWARD: text("Reward", "Récompense"),
  TREASURY_TRANSFER: text("Transfer from the treasury", "Transfert de la trésorerie"),
  TOP_UP: text("Top-up", "Rechargement"),
  TOP_UP_REFUND: text("Top-up refunded", "Rechargement remboursé"),
  PAYMENT: text("Payment", "Paiement"),
  REFUND: text("Refund", "Remboursement"),
  POINTS: text("Loyalty points", "Points de fidélité"),
};

/** What a line's type says, apart from its direction. */
function nameOf(type: string): Text | string {
  const kind = type.replace(/_(IN|OUT)$/, "");
  return Object.hasOwn(names, kind) ? names[kind as EntryType] : phrase(kind);
}

function signOf({ type, flow }: Movement): string {
  if (type.endsWith("_IN") || flow === "in") return "+";
  return type.endsWith("_OUT") || flow === "out" ? "−" : "";
}

const columns = [
  { name: when(text("When", "Date")) },
  { name: text("What", "Opération") },
  { name: text("Amount", "Montant"), figure: true },
];
const TITLE = text("Latest movements", "Derniers mouvements");

/** The latest movements; nothing where there is none. */
export const latest = (movements: readonly Movement[]): Html | undefined =>
  movements.length === 0
    ? undefined
    : html`<section class="card" aria-labelledby="movements">
<h2 id="movements">${TITLE}</h2>
${table(
  columns,
  movements.map((one) => [
    minute(one.createdAt),
    nameOf(one.type),
    html`${signOf(one)}${amount(one.amount, Assets.get(one.asset))}`,
  ]),
  { label: TITLE },
)}
</section>`;
