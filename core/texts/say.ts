import { isMoney } from "../kernel/assets/index.ts";
import { type InLanguages, type Language, type Reader, typeset } from "../kernel/texts/index.ts";

/**
 * Formats figures, times and counts for a reader. Amounts are decimal strings and never become floats; digits are
 * truncated, not rounded.
 */

/** English dates are European, so that a reader does not mistake a day for a month. */
const dates: InLanguages<string> = { fr: "fr-FR", en: "en-GB" };
const numbers: InLanguages<string> = { fr: "fr-FR", en: "en" };

const DAY = { day: "numeric", month: "long", year: "numeric" } as const;
const SHORT_DAY = { dateStyle: "medium" } as const;
const MINUTE = { ...DAY, hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
const SHORT_MINUTE = { dateStyle: "medium", timeStyle: "short" } as const;

/** The maximal number of decimals of an amount. */
const MOST = 20;

export interface Digits {
  /** The minimal number of decimals, filled with zeros. */
  readonly least?: number;
  /** The maximal number of decimals; further ones are truncated. */
  readonly most?: number;
}

/** The singular and plural of a noun. French uses the singular for 0 and 1.5, too. */
export type Counted = Readonly<{ one: string; other: string }>;

/** Formats values in a reader's language and time zone. */
export class Say implements Reader {
  readonly language: Language;
  readonly timeZone: string;

  constructor({ language, timeZone }: Reader) {
    this.language = language;
    this.timeZone = timeZone;
  }

  /** `1 234,5` */
  number(decimal: string, { least = 0, most = MOST }: Digits = {}): string {
    return this.#format(decimal, {
      minimumFractionDigits: least,
      maximumFractionDigits: Math.max(least, most),
    });
  }

  /** Formats an amount of a fiat currency: `1 234,50 €`, `€1,234.50` */
  money(decimal: string, currency: string): string {
    return this.#format(decimal, { style: "currency", currency, maximumFractionDigits: MOST });
  }

  /** Formats an amount of any asset: `1 234,50 €`, `1,5 BTC` */
  amount(decimal: string, symbol: string, digits?: Digits): string {
    return isMoney(symbol) ? this.money(decimal, symbol) : `${this.number(decimal, digits)}\u00a0${symbol}`;
  }

  /** Returns the capitalized name of a fiat currency: `Dollar des États-Unis` */
  currency(currency: string): string {
    const name = new Intl.DisplayNames(dates[this.language], { type: "currency" }).of(currency) ?? currency;
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  /** `0.25` is `25 %` */
  percent(fraction: string): string {
    return this.#format(fraction, { style: "percent", maximumFractionDigits: 2 });
  }

  /** `22 novembre 2026` @param iso an instant */
  day(iso: string): string {
    return this.#at(iso, DAY);
  }

  /** `22 novembre 2026 à 10:30 UTC+1` */
  minute(iso: string): string {
    return this.#at(iso, MINUTE);
  }

  /** In a table: `22 nov. 2026` */
  shortDay(iso: string): string {
    return this.#at(iso, SHORT_DAY);
  }

  /** In a table that names its time zone: `22 nov. 2026, 10:30` */
  shortMinute(iso: string): string {
    return this.#at(iso, SHORT_MINUTE);
  }

  /** A count with its noun: `3 messages` */
  count(count: number, words: Counted): string {
    const form = new Intl.PluralRules(this.language).select(count) === "one" ? "one" : "other";
    return `${this.number(String(count))} ${words[form]}`;
  }

  print(text: string): string {
    return this.language === "fr" ? typeset(text) : text;
  }

  #format(decimal: string, options: Intl.NumberFormatOptions): string {
    const format = new Intl.NumberFormat(numbers[this.language], { ...options, roundingMode: "trunc" });
    return format.format(decimal as Intl.StringNumericLiteral);
  }

  #at(iso: string, options: Intl.DateTimeFormatOptions): string {
    const format = new Intl.DateTimeFormat(dates[this.language], { ...options, timeZone: this.timeZone });
    return format.format(new Date(iso));
  }
}
