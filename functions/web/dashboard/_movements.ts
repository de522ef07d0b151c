import * as Assets from "../../../core/kernel/assets/index.ts";
import type { EntryType } from "../../../core/ledger/schema.ts";
import type { Movement } from "../../../core/ledger/wallets/movements.ts";
import { type Html, html } from "../../_page/html.ts";
import { table } from "../../_page/table.ts";
import { amount, minute, phrase } from "../../_page/words.ts";

/** What moved in somebody's wallets, in words. */

export const names: Readonly<Record<EntryType | "LOCK" | "UNLOCK", string>> = {
  DEPOSIT: "Deposit",
  WITHDRAWAL: "Withdrawal",
  TRANSFER: "Transfer",
  HOLD: "Locked",
  LOCK: "Locked",
  RELEASE: "Unlocked",
  UNLOCK: "Unlocked",
  CAPTURE: "Payment",
  REVERSAL: "Correction",
  ISSUANCE: "Issue of tokens",
  SWAP: "Swap",
  LIQUIDITY_ADD: "Liquidity added",
  LIQUIDITY_REMOVE: "Liquidity removed",
  STAKE: "Staked",
  UNSTAKE: "Stake ended",
  REWARD: "Reward",
  TREASURY_TRANSFER: "Transfer from the treasury",
  TOP_UP: "Top-up",
  TOP_UP_REFUND: "Top-up refunded",
  PAYMENT: "Payment",
  REFUND: "Refund",
};

/** What a line's type says, apart from its direction. */
function nameOf(type: string): string {
  const kind = type.replace(/_(IN|OUT)$/, "");
  return Object.hasOwn(names, kind) ? names[kind as EntryType] : phrase(kind);
}

function signOf({ type, flow }: Movement): string {
  if (type.endsWith("_IN") || flow === "in") return "+";
  return type.endsWith("_OUT") || flow === "out" ? "−" : "";
}

const columns = [{ name: "When (UTC)" }, { name: "What" }, { name: "Amount", figure: true }];

/** The latest movements; nothing where there is none. */
export const latest = (movements: readonly Movement[]): Html | undefined =>
  movements.length === 0
    ? undefined
    : html`<section class="card" aria-labelledby="movements">
<h2 id="movements">Latest movements</h2>
${table(
  columns,
  movements.map((one) => [
    minute(one.createdAt),
    nameOf(one.type),
    html`${signOf(one)}${amount(one.amount, Assets.get(one.asset))}`,
  ]),
  { label: "Latest movements" },
)}
</section>`;
