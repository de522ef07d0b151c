import { Decimal } from "decimal.js";
import { getPair } from "../defi/exchange/pairs.ts";
import * as Positions from "../defi/exchange/positions.ts";
import * as Staking from "../defi/staking/index.ts";
import * as Assets from "../kernel/assets/index.ts";
import { Exact } from "../kernel/decimal/index.ts";
import { Contention, fail } from "../kernel/errors.ts";
import * as Money from "../kernel/money/index.ts";
import * as Wallets from "../ledger/wallets/index.ts";
import { owned } from "../ledger/wallets/owned.ts";
import type { Wallet } from "../ledger/wallets/schema.ts";
import * as Prices from "../prices/index.ts";
import { Csv, type CsvColumn } from "./csv.ts";
import { type PdfColumn, type PdfSection, pdf } from "./pdf.ts";
import { CSV_TYPE, type Made, type Order, PDF_TYPE } from "./report.ts";
import type { PortfolioPayload } from "./schema.ts";
import { dayOf, figure, minuteOf, words } from "./words.ts";

/** Portfolio reports: what a user has, where it is, and what it is worth now. */

/** Something that is owned. Amounts are decimal strings in whole units. */
interface Holding {
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

interface Portfolio {
  readonly wallets: readonly Holding[];
  readonly liquidity: readonly Holding[];
  /** Accrued, and not in a wallet yet; `detail` names the stake. */
  readonly rewards: readonly Holding[];
  readonly total: Decimal;
}

/** @throws SERVICE_UNAVAILABLE while no prices are known; REPORT_TOO_LARGE; CONTENTION where the wallets did not hold still */
export async function portfolio(order: Order, { currency, format }: PortfolioPayload): Promise<Made> {
  const found = await settled(order, currency);
  return {
    // Of the day that it was asked for, at every attempt.
    name: `portfolio-${order.createdAt.slice(0, 10)}.${format}`,
    contentType: format === "csv" ? CSV_TYPE : PDF_TYPE,
    body: format === "csv" ? toCsv(order, found, currency) : await toPdf(order, found, currency),
    result: { currency, total: found.total.toFixed(2), at: new Date(order.nowMs).toISOString() },
  };
}

type Currency = PortfolioPayload["currency"];

const cents = (value: Decimal): Decimal => value.toDecimalPlaces(2, Decimal.ROUND_DOWN);

/** How often all is read until no wallet has changed meanwhile. */
const MAX_ROUNDS = 5;

/**
 * What the user has, of one moment: whatever goes from a wallet into a position or a stake, or comes back, changes the wallet, so what
 * was read between two readings of the same wallets belongs together.
 * @throws CONTENTION
 */
async function settled(order: Order, currency: Currency): Promise<Portfolio> {
  let before = await owned(order.actor);
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    await order.breathe();
    const found = await collected(order, currency);
    const after = await owned(order.actor);
    if (standing(before) === standing(after)) return found;
    before = after;
  }
  throw fail(Contention);
}

const standing = (wallets: readonly Wallet[]): string =>
  wallets.map(({ id, available, held }) => `${id} ${available} ${held}`).join("\n");

async function collected({ actor }: Order, currency: Currency): Promise<Portfolio> {
  const [mine, positions, stakes, prices] = await Promise.all([
    Wallets.list(actor),
    Positions.list(actor),
    Staking.positions(actor),
    Prices.snapshot(),
  ]);
  const unit = currency === "EUR" ? "eur" : "usd";
  const rate = unit === "eur" ? prices.get("USD")?.eur : new Decimal(1);
  const native = prices.get(Assets.native.symbol)?.[unit] ?? new Decimal(0);
  const wallets = mine.wallets.map(({ asset, available, held, price, value }): Holding => {
    const amount = (units: bigint) => Money.format(units, asset.decimals);
    return {
      name: asset.symbol,
      quantity: amount(available + held),
      available: amount(available),
      locked: amount(held),
      price: price[unit],
      value: value[unit],
    };
  });
  const liquidity = positions.map((position): Holding => {
    const pair = getPair(position.pairId);
    const deposited = [
      `${Money.format(position.token0Deposited, pair.token0.decimals)} ${pair.token0.symbol}`,
      `${Money.format(position.token1Deposited, pair.token1.decimals)} ${pair.token1.symbol}`,
    ];
    return {
      name: pair.id,
      quantity: Money.format(position.lpTokens, pair.shareDecimals),
      value: cents(new Exact(position.currentValue).times(rate ?? 0)),
      detail: deposited.join(" + "),
    };
  });
  const rewards = stakes.positions
    .filter(({ status, rewards: accrued }) => status === "active" || accrued > 0n)
    .map((stake): Holding => {
      const { decimals, symbol } = Assets.native;
      const quantity = Money.format(stake.rewards, decimals);
      return {
        name: stake.poolId,
        quantity,
        price: native,
        value: cents(new Exact(quantity).times(native)),
        unlocks: stake.unlockDate,
        detail: `${Money.format(stake.amount, decimals)} ${symbol}`,
      };
    });
  const all = [...wallets, ...liquidity, ...rewards];
  const total = all.reduce((sum, { value }) => sum.plus(value), new Exact(0));
  return { wallets, liquidity, rewards, total };
}

/** A part of the whole in percent, rounded to two decimals. */
const shareOf = (value: Decimal, total: Decimal): string =>
  total.isZero() ? "0.00" : new Exact(value).div(total).times(100).toFixed(2);

/** Prices are shown to ten significant digits. */
const priceText = (price: Decimal | undefined): string =>
  price === undefined ? "" : price.toSignificantDigits(10).toFixed();

const csvColumns: readonly CsvColumn[] = [
  { name: "section", kind: "text" },
  { name: "name", kind: "text" },
  { name: "quantity", kind: "figure" },
  { name: "available", kind: "figure" },
  { name: "locked", kind: "figure" },
  { name: "price", kind: "figure" },
  { name: "value", kind: "figure" },
  { name: "currency", kind: "text" },
  { name: "share_percent", kind: "figure" },
  { name: "unlocks", kind: "text" },
  { name: "detail", kind: "text" },
];

function toCsv({ nowMs }: Order, found: Portfolio, currency: Currency): Uint8Array {
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

function toPdf(order: Order, found: Portfolio, currency: Currency): Promise<Uint8Array> {
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

const text = (title: string, width: number): PdfColumn => ({ title, kind: "text", width });
const number = (title: string, width: number): PdfColumn => ({ title, kind: "figure", width });

function sections({ language }: Order, found: Portfolio, currency: Currency): PdfSection[] {
  const w = words[language];
  const amount = (decimal = "") => figure(decimal, language);
  const worth = ({ value }: Pick<Holding, "value">) => [
    figure(value.toFixed(2), language),
    `${amount(shareOf(value, found.total))} %`,
  ];
  const ending = [number(`${w.value} (${currency})`, 14), number(w.share, 8)];
  const total = (holdings: readonly Holding[], blank: number) => [
    w.total,
    ...Array.from({ length: blank }, () => ""),
    ...worth({ value: sumOf(holdings) }),
  ];
  return [
    {
      heading: w.wallets,
      columns: [
        text(w.asset, 10),
        number(w.available, 20),
        number(w.locked, 18),
        number(w.price, 14),
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
      columns: [text(w.pool, 14), number(w.shares, 18), text(w.deposited, 30), ...ending],
      rows: found.liquidity.map((one) => [one.name, amount(one.quantity), one.detail ?? "", ...worth(one)]),
      total: total(found.liquidity, 2),
    },
    {
      heading: w.stakes,
      columns: [text(w.pool, 14), text(w.staked, 22), text(w.unlock, 12), number(w.rewards, 18), ...ending],
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
