import { type Asset, isMoney, native } from "../../core/kernel/assets/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { type Text, text } from "../../core/kernel/texts/index.ts";
import { type Html, html, type Said } from "./html.ts";

/** Amounts and times as people write them. They are made of the exact digits; no float is between. */

/** `22 Nov 2026`, `22 nov. 2026` */
export const day = (iso: string): Html => html`<time datetime="${iso}">${(say) => say.shortDay(iso)}</time>`;

/** `22 Nov 2026, 11:07`, by the reader's clock */
export const minute = (iso: string): Html =>
  html`<time datetime="${iso}">${(say) => say.shortMinute(iso)}</time>`;

/** The head of a column of such times, which says by which clock they are. */
export const when =
  (name: Text): Said =>
  (say) =>
    `${name.in(say.language)} (${say.timeZone})`;

/** Of a currency's base units: `€1,234.50`, `1 234,50 €` */
export const money = (units: bigint, { symbol, decimals }: Asset): Said =>
  worth(Money.format(units, decimals), symbol);

/** Of a decimal: `€1,234.50`, `1 234,50 €` */
export const worth =
  (decimal: string, currency: string): Said =>
  (say) =>
    say.money(decimal, currency);

/** Digits behind the point that people read; those beyond are left out, so no more is shown than is there. */
const MOST = 8;

/** Of any asset: `6.08644655 ETH`, `60.00 EUR`, with all its digits for programs. */
export function amount(units: bigint, { symbol, decimals }: Asset): Html {
  const whole = Money.format(units, decimals);
  const digits = { least: isMoney(symbol) ? decimals : 0, most: Math.min(decimals, MOST) };
  return html`<data value="${whole}">${(say) => say.number(whole, digits)} ${symbol}</data>`;
}

/** What people call an asset. */
export const assetName = ({ symbol, name }: Asset): Said =>
  isMoney(symbol)
    ? (say) => say.currency(symbol)
    : () => (symbol === native.symbol ? text(name, "Jeton de la plateforme") : name);

/** `past_due` as `Past due`. */
export function phrase(word: string): string {
  const words = word.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
