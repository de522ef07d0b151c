import { type Asset, isMoney } from "../../core/kernel/assets/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { type Html, html } from "./html.ts";

/** Amounts and times as people write them. They are made of the exact digits; no float is between. */

type Digits = Intl.StringNumericLiteral;

const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const minutes = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** `22 Nov 2026` */
export const day = (iso: string): Html => html`<time datetime="${iso}">${days.format(new Date(iso))}</time>`;

/** `22 Nov 2026, 11:07` */
export const minute = (iso: string): Html =>
  html`<time datetime="${iso}">${minutes.format(new Date(iso))}</time>`;

/** Of a currency's base units: `€1,234.50` */
export const money = (units: bigint, { symbol, decimals }: Asset): string =>
  worth(Money.format(units, decimals), symbol);

/** Of a decimal: `€1,234.50` */
export const worth = (decimal: string, currency: string): string =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(decimal as Digits);

/** Digits behind the point that people read; those beyond are left out, so no more is shown than is there. */
const MOST = 8;

/** Of any asset: `6.08644655 ETH`, `60.00 EUR`, with all its digits for programs. */
export function amount(units: bigint, { symbol, decimals }: Asset): Html {
  const text = Money.format(units, decimals);
  const shown = new Intl.NumberFormat("en", {
    minimumFractionDigits: isMoney(symbol) ? decimals : 0,
    maximumFractionDigits: Math.min(decimals, MOST),
    roundingMode: "trunc",
  });
  return html`<data value="${text}">${shown.format(text as Digits)} ${symbol}</data>`;
}

/** `past_due` as `Past due`. */
export function phrase(word: string): string {
  const text = word.toLowerCase().replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
