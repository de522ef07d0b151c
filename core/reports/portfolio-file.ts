import type { Decimal } from "decimal.js";
import { Exact } from "../kernel/decimal/index.ts";
import { Csv, figureColumns, textColumns } from "./csv.ts";
import { type ColumnOf, figureColumn, type PdfSection, pdf, section, textColumn } from "./pdf.ts";
import type { ReportContext } from "./report.ts";
import type { PortfolioPayload } from "./schema.ts";
import { dayOf, figure, minuteOf, words } from "./texts.ts";

/** The file of a portfolio report. */

/** One line of the report. Amounts are decimal strings in whole units. */
export interface Holding {
  readonly name: string;
  readonly quantity: string;
  readonly available?: string;
  readonly locked?: string;
  /** The price of one. */
  readonly price?: Decimal;
  /** Rounded down to cents. */
  readonly value: Decimal;
  /** ISO 8601. */
  readonly unlocks?: string | undefined;
  /** Amounts with their assets. */
  readonly detail?: readonly (readonly [amount: string, asset: string])[];
}

export interface Portfolio {
  readonly wallets: readonly Holding[];
  readonly liquidity: readonly Holding[];
  /** Accrued and not yet paid. `detail` has the stake. */
  readonly rewards: readonly Holding[];
  readonly total: Decimal;
}

type Currency = PortfolioPayload["currency"];

/** Returns a part of the whole in percent, with two decimals. */
const shareOf = (value: Decimal, total: Decimal): string =>
  total.isZero() ? "0.00" : new Exact(value).div(total).times(100).toFixed(2);

/** Formats a price with ten significant digits. */
const priceText = (price: Decimal | undefined): string =>
  price === undefined ? "" : price.toSignificantDigits(10).toFixed();

const csvColumns = [
  ...textColumns("section", "name"),
  ...figureColumns("quantity", "available", "locked", "price", "value"),
  ...textColumns("currency"),
  ...figureColumns("share_percent"),
  ...textColumns("unlocks", "detail"),
];

export function toCsv({ nowMs }: ReportContext, found: Portfolio, currency: Currency): Uint8Array {
  const csv = new Csv(csvColumns);
  const rows = (section: string, holdings: readonly Holding[]) =>
    holdings.map(
      ({ name, quantity, available = "", locked = "", price, value, unlocks = "", detail = [] }) => [
        ...[section, name, quantity, available, locked, priceText(price)],
        ...[
          value.toFixed(2),
          currency,
          shareOf(value, found.total),
          unlocks,
          detail.map((one) => one.join(" ")).join(" + "),
        ],
      ],
    );
  csv.add(rows("WALLET", found.wallets));
  csv.add(rows("LIQUIDITY", found.liquidity));
  csv.add(rows("STAKING_REWARDS", found.rewards));
  const whole = found.total.isZero() ? "0.00" : "100.00";
  const at = new Date(nowMs).toISOString();
  csv.add([["TOTAL", "", "", "", "", "", found.total.toFixed(2), currency, whole, "", at]]);
  return csv.body;
}

export function toPdf(context: ReportContext, found: Portfolio, currency: Currency): Promise<Uint8Array> {
  const { language, nowMs } = context;
  const w = words[language];
  const now = new Date(nowMs).toISOString();
  const money = (value: Decimal) => `${figure(value.toFixed(2), language)}\u00a0${currency}`;
  return pdf(
    {
      title: w.portfolio,
      period: `${minuteOf(now, language)} UTC`,
      facts: [
        [w.wallets, money(sumOf(found.wallets))],
        [w.liquidity, money(sumOf(found.liquidity))],
        [w.accruedRewards, money(sumOf(found.rewards))],
        [w.total, money(found.total)],
      ],
      sections: sections(context, found, currency),
      notes: [w.notOwn],
    },
    context,
  );
}

const sumOf = (holdings: readonly Holding[]): Decimal =>
  holdings.reduce((sum, { value }) => sum.plus(value), new Exact(0));

function sections({ language }: ReportContext, found: Portfolio, currency: Currency): PdfSection[] {
  const w = words[language];
  const amount = (decimal = "") => figure(decimal, language);
  const details = ({ detail = [] }: Holding) =>
    detail.map(([decimal, asset]) => `${amount(decimal)}\u00a0${asset}`).join(" + ");
  type Columns = ColumnOf<Holding>[];
  const wallets: Columns = [
    textColumn(w.asset, 10, ({ name }) => name),
    figureColumn(w.available, 20, ({ available }) => amount(available)),
    figureColumn(w.locked, 18, ({ locked }) => amount(locked)),
    figureColumn(w.price, 14, ({ price }) => amount(priceText(price))),
  ];
  const liquidity: Columns = [
    textColumn(w.pool, 14, ({ name }) => name),
    figureColumn(w.shares, 18, ({ quantity }) => amount(quantity)),
    textColumn(w.deposited, 30, details),
  ];
  const stakes: Columns = [
    textColumn(w.pool, 14, ({ name }) => name),
    textColumn(w.staked, 22, details),
    textColumn(w.unlock, 12, ({ unlocks }) => (unlocks ? dayOf(unlocks, language) : "")),
    figureColumn(w.rewards, 18, ({ quantity }) => amount(quantity)),
  ];
  const worth: ColumnOf<Pick<Holding, "value">>[] = [
    figureColumn(`${w.value} (${currency})`, 14, ({ value }) => amount(value.toFixed(2))),
    figureColumn(w.share, 8, ({ value }) => `${amount(shareOf(value, found.total))}\u00a0%`),
  ];
  const withTotal = (heading: string, columns: Columns, holdings: readonly Holding[]) => {
    const value = sumOf(holdings);
    const blank = columns.slice(1).map(() => "");
    const total = [w.total, ...blank, ...worth.map(({ cell }) => cell({ value }))];
    return section(heading, [...columns, ...worth], holdings, { total });
  };
  return [
    withTotal(w.wallets, wallets, found.wallets),
    withTotal(w.liquidity, liquidity, found.liquidity),
    withTotal(w.stakes, stakes, found.rewards),
  ];
}
