import { type Asset, isMoney, native } from "../../core/kernel/assets/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { Text, text } from "../../core/kernel/texts/index.ts";
import { Say } from "../../core/texts/say.ts";

/**
 * HTML templates and the elements of our pages. Values in `html` are escaped, except nested `html`. Markup is rendered for
 * its reader last, so until then it contains texts in every language, and amounts and times as stored.
 */

/** A value that depends on the reader: a formatted number or time, or a text with one in it. */
export type Localized = (say: Say) => Value;

export type Value = Html | Text | Localized | string | number | undefined | false | readonly Value[];

const ENGLISH = new Say({ language: "en", timeZone: "UTC" });

export class Html {
  readonly #render: (say: Say) => string;

  constructor(render: (say: Say) => string) {
    this.#render = render;
  }

  /** Renders the markup for a reader. */
  in(say: Say): string {
    return this.#render(say);
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

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] ?? c);

function render(value: Value, say: Say): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.in(say);
  if (value instanceof Text) return escapeHtml(value.in(say.language));
  if (typeof value === "function") return render(value(say), say);
  if (Array.isArray(value)) return value.map((one) => render(one, say)).join("");
  return escapeHtml(String(value));
}

/** Makes markup: `html\`<p>${name}</p>\`` escapes text, also in quoted attributes, joins lists and omits undefined. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html((say) =>
    strings.reduce((text, part, index) => text + render(values[index - 1], say) + part),
  );
}

/** Inserts our own text unescaped, such as a style sheet or a script. Never use it for input. */
export const raw = (text: string): Html => new Html(() => text);

/** Makes an error message above a form. */
export const alert = (problem: Text | undefined): Html | false =>
  problem !== undefined && html`<p class="alert" role="alert">${problem}</p>`;

export interface Column {
  readonly name: Value;
  /** Whether it contains numbers, which are right-aligned and do not wrap. */
  readonly figure?: boolean;
}

/**
 * Makes a table, which narrow screens show as rows of name and value. Roles are explicit, because browsers drop them from
 * table elements with `display: block`.
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

/** Makes the heading of a column of times, with their time zone. */
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

/** Further decimals are cut off, so that no amount is rounded up. */
const MAX_DECIMALS = 8;

/** Formats an amount of any asset (`6.08644655 ETH`, `60.00 EUR`), with all its digits in the markup. */
export function amount(units: bigint, { symbol, decimals }: Asset): Html {
  const whole = Money.format(units, decimals);
  const digits = { least: isMoney(symbol) ? decimals : 0, most: Math.min(decimals, MAX_DECIMALS) };
  return html`<data value="${whole}">${(say) => say.number(whole, digits)} ${symbol}</data>`;
}

export const assetName = ({ symbol, name }: Asset): Localized =>
  isMoney(symbol)
    ? (say) => say.currency(symbol)
    : () => (symbol === native.symbol ? text(name, "Jeton de la plateforme") : name);

/** Formats `past_due` as `Past due`. */
export function phrase(word: string): string {
  const words = word.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
