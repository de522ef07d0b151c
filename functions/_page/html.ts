import { type Asset, isMoney, native } from "../../core/kernel/assets/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { Text, text } from "../../core/kernel/texts/index.ts";
import { Say } from "../../core/texts/say.ts";

/**
 * HTML by template, and the elements of our pages. Values in `html` are escaped, except `html` itself. Markup is written
 * for its reader at the end, so it holds texts of every language, and amounts and times as they are stored.
 */

/** A value that depends on the reader: a formatted number or time, or a text with one in it. */
export type Localized = (say: Say) => Value;

export type Value = Html | Text | Localized | string | number | undefined | false | readonly Value[];

/** Formats for markup without a reader. */
const ENGLISH = new Say({ language: "en", timeZone: "UTC" });

export class Html {
  readonly #write: (say: Say) => string;

  constructor(write: (say: Say) => string) {
    this.#write = write;
  }

  /** Writes the markup for a reader. */
  in(say: Say): string {
    return this.#write(say);
  }

  /** The markup in English and UTC. */
  get text(): string {
    return this.in(ENGLISH);
  }
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] ?? c);

function rendered(value: Value, say: Say): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.in(say);
  if (value instanceof Text) return escaped(value.in(say.language));
  if (typeof value === "function") return rendered(value(say), say);
  if (Array.isArray(value)) return value.map((one) => rendered(one, say)).join("");
  return escaped(String(value));
}

/** Makes markup: `html\`<p>${name}</p>\`` escapes text, also in quoted attributes, joins lists and omits undefined. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html((say) =>
    strings.reduce((text, part, index) => text + rendered(values[index - 1], say) + part),
  );
}

/** Inserts our own text unescaped: a style sheet, a script. Never use it for outside input. */
export const raw = (text: string): Html => new Html(() => text);

/** An error message above a form; nothing without one. */
export const alert = (problem: Text | undefined): Html | false =>
  problem !== undefined && html`<p class="alert" role="alert">${problem}</p>`;

export interface Column {
  readonly name: Value;
  /** Whether it holds numbers, which are right-aligned and do not break. */
  readonly figure?: boolean;
}

/**
 * A table that a phone shows as rows of name and value. Roles are explicit, because browsers forget them if a style makes
 * blocks of table elements.
 * @param id of its body, for a script that fills it
 */
export const table = (
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
  { id, label }: { readonly id?: string; readonly label: Value },
): Html => html`<table role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">${columns.map(
  ({ name, figure }) =>
    html`<th role="columnheader" scope="col"${figure && html` class="figure"`}>${name}</th>`,
)}</tr></thead>
<tbody role="rowgroup"${id !== undefined && html` id="${id}"`}>${rows.map((cells) => row(columns, cells))}</tbody>
</table>`;

const row = (columns: readonly Column[], cells: readonly Value[]): Html =>
  html`<tr role="row">${columns.map(
    ({ name, figure }, at) =>
      html`<td role="cell" data-label="${name}"${figure && html` class="figure"`}><span>${cells[at]}</span></td>`,
  )}</tr>
`;

/** `22 Nov 2026`, `22 nov. 2026` */
export const day = (iso: string): Html => html`<time datetime="${iso}">${(say) => say.shortDay(iso)}</time>`;

/** `22 Nov 2026, 11:07`, in the reader's time zone */
export const minute = (iso: string): Html =>
  html`<time datetime="${iso}">${(say) => say.shortMinute(iso)}</time>`;

/** The head of a column of such times, with their time zone. */
export const when =
  (name: Text): Localized =>
  (say) =>
    `${name.in(say.language)} (${say.timeZone})`;

/** An amount of a currency in base units: `€1,234.50`, `1 234,50 €` */
export const money = (units: bigint, { symbol, decimals }: Asset): Localized =>
  worth(Money.format(units, decimals), symbol);

/** A decimal amount of a currency: `€1,234.50`, `1 234,50 €` */
export const worth =
  (decimal: string, currency: string): Localized =>
  (say) =>
    say.money(decimal, currency);

/** The most decimals shown. Further ones are cut off, so that no more is shown than there is. */
const MOST = 8;

/** An amount of any asset: `6.08644655 ETH`, `60.00 EUR`, with all its digits for programs. */
export function amount(units: bigint, { symbol, decimals }: Asset): Html {
  const whole = Money.format(units, decimals);
  const digits = { least: isMoney(symbol) ? decimals : 0, most: Math.min(decimals, MOST) };
  return html`<data value="${whole}">${(say) => say.number(whole, digits)} ${symbol}</data>`;
}

export const assetName = ({ symbol, name }: Asset): Localized =>
  isMoney(symbol)
    ? (say) => say.currency(symbol)
    : () => (symbol === native.symbol ? text(name, "Jeton de la plateforme") : name);

/** `past_due` as `Past due`. */
export function phrase(word: string): string {
  const words = word.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
