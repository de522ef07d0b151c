import type { Decimal } from "decimal.js";
import { Exact } from "../kernel/decimal/index.ts";
import { Csv, figureColumns, textColumns } from "./csv.ts";
import { figureColumn, type PdfSection, pdf, textColumn } from "./pdf.ts";
import type { Order } from "./report.ts";
import type { PortfolioPayload } from "./schema.ts";
import { dayOf, figure, minuteOf, words } from "./words.ts";

/** A portfolio report as a file. */

/** Something that is owned. Amounts are decimal strings in whole units. */
export interface Holding {
  readonly name: string;
  readonly quantity: string;
  readonly available?: string;
  readonly locked?: string;
  /** What one of it costs. */
  readonly price?: Decimal;
  /** Rounded down to cents. */
  readonly value: Decimal;
  /** ISO 8601. */
  readonly unlocks?: string | undefined;
  readonly detail?: string;
}

export interface Portfolio {
  readonly wallets: readonly Holding[];
  readonly liquidity: readonly Holding[];
  /** Accrued, and not in a wallet yet; `detail` names the stake. */
  readonly rewards: readonly Holding[];
  readonly total: Decimal;
}

type Currency = PortfolioPayload["currency"];

/** A part of the whole in percent, rounded to two decimals. */
const shareOf = (value: Decimal, total: Decimal): string =>
  total.isZero() ? "0.00" : new Exact(value).div(total).times(100).toFixed(2);

/** Prices are shown to ten significant digits. */
const priceText = (price: Decimal | undefined): string =>
  price === undefined ? "" : price.toSignificantDigits(10).toFixed();

const csvColumns = [
  ...textColumns("section", "name"),
  ...figureColumns("quantity", "available", "locked", "price", "value"),
  ...textColumns("currency"),
  ...figureColumns("share_percent"),
  ...textColumns("unlocks", "detail"),
];

export function toCsv({ nowMs }: Order, found: Portfolio, currency: Currency): Uint8Array {
  const csv = new Csv(csvColumns);
  const rows = (section: string, holdings: readonly Holding[]) =>
    holdings.map((one) => [
      ...[section, one.name, one.quantity, one.available ?? "", one.locked ?? "", priceText(one.price)],
      ...[
        one.value.toFixed(2),
        currency,
        shareOf(one.value, found.total),
        one.unlocks ?? "",
        one.detail ?? "",
      ],
    ]);
  csv.add(rows("WALLET", found.wallets));
  csv.add(rows("LIQUIDITY", found.liquidity));
  csv.add(rows("STAKING_REWARDS", found.rewards));
  const whole = found.total.isZero() ? "0.00" : "100.00";
  const at = new Date(nowMs).toISOString();
  csv.add([["TOTAL", "", "", "", "", "", found.total.toFixed(2), currency, whole, "", at]]);
  return csv.body;
}

export function toPdf(order: Order, found: Portfolio, currency: Currency): Promise<Uint8Array> {
  const { language, nowMs } = order;
  const w = words[language];
  const now = new Date(nowMs).toISOString();
  const money = (value: Decimal) => `${figure(value.toFixed(2), language)} ${currency}`;
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
      sections: sections(order, found, currency),
      notes: [w.notOwn],
    },
    order,
  );
}

const sumOf = (holdings: readonly Holding[]): Decimal =>
  holdings.reduce((sum, { value }) => sum.plus(value), new Exact(0));

function sections({ language }: Order, found: Portfolio, currency: Currency): PdfSection[] {
  const w = words[language];
  const amount = (decimal = "") => figure(decimal, language);
  const worth = ({ value }: Pick<Holding, "value">) => [
    figure(value.toFixed(2), language),
    `${amount(shareOf(value, found.total))} %`,
  ];
  const ending = [figureColumn(`${w.value} (${currency})`, 14), figureColumn(w.share, 8)];
  const total = (holdings: readonly Holding[], blank: number) => [
    w.total,
    ...Array.from({ length: blank }, () => ""),
    ...worth({ value: sumOf(holdings) }),
  ];
  return [
    {
      heading: w.wallets,
      columns: [
        textColumn(w.asset, 10),
        figureColumn(w.available, 20),
        figureColumn(w.locked, 18),
        figureColumn(w.price, 14),
        ...ending,
      ],
      rows: found.wallets.map((one) => [
        ...[one.name, amount(one.available), amount(one.locked), amount(priceText(one.price))],
        ...worth(one),
      ]),
      total: total(found.wallets, 3),
    },
    {
      heading: w.liquidity,
      columns: [textColumn(w.pool, 14), figureColumn(w.shares, 18), textColumn(w.deposited, 30), ...ending],
      rows: found.liquidity.map((one) => [one.name, amount(one.quantity), one.detail ?? "", ...worth(one)]),
      total: total(found.liquidity, 2),
    },
    {
      heading: w.stakes,
      columns: [
        textColumn(w.pool, 14),
        textColumn(w.staked, 22),
        textColumn(w.unlock, 12),
        figureColumn(w.rewards, 18),
        ...ending,
      ],
      rows: found.rewards.map((one) => [
        ...[
          one.name,
          one.detail ?? "",
          one.unlocks ? dayOf(one.unlocks, language) : "",
          amount(one.quantity),
        ],
        ...worth(one),
      ]),
      total: total(found.rewards, 3),
    },
  ];
}
