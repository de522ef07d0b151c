import type { Movement } from "../../../core/history/movements.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import type { EntryType } from "../../../core/ledger/schema.ts";
import { operationOf, operations } from "../../../core/texts/operations.ts";
import { type Html, html } from "../../_page/html.ts";
import { table } from "../../_page/table.ts";
import { amount, minute, phrase, when } from "../../_page/words.ts";

/** What moved in somebody's wallets, in words. */

/** Every kind of entry has a word. */
export const names: Readonly<Record<EntryType | "LOCK" | "UNLOCK", Text>> = operations;

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
    operationOf(one.type) ?? phrase(one.type),
    html`${signOf(one)}${amount(one.amount, Assets.get(one.asset))}`,
  ]),
  { label: TITLE },
)}
</section>`;
