import type { Decimal } from "decimal.js";
import { pairOfShares } from "../defi/exchange/pairs.ts";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import { Exact } from "../kernel/decimal/index.ts";
import { assertNever } from "../kernel/errors.ts";
import * as Money from "../kernel/money/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { Entry } from "../ledger/schema.ts";
import * as History from "../prices/history.ts";
import { HISTORY_DAYS } from "../prices/sources/schema.ts";
import { type Leg, type Taxed, taxedOf } from "./tax-events.ts";

/**
 * The moving average cost of an asset: a disposed quantity takes the average cost of its units. An unknown value makes the
 * cost of the whole holding unknown, until the holding is empty.
 */

/** Exact euros. Undefined if unknown. */
export type Euros = Decimal | undefined;

export interface Holding {
  /** Base units. */
  readonly quantity: bigint;
  /** The cost of the whole quantity. */
  readonly cost: Euros;
}

export const NOTHING: Holding = { quantity: 0n, cost: new Exact(0) };

/** Adds a quantity at its cost. */
export const acquired = (before: Holding, quantity: bigint, cost: Euros): Holding => ({
  quantity: before.quantity + quantity,
  cost: before.cost === undefined || cost === undefined ? undefined : new Exact(before.cost).plus(cost),
});

/**
 * Removes a quantity and returns its cost. If the quantity exceeds the holding, an acquisition is missing and the cost is
 * unknown.
 */
export function disposed(
  before: Holding,
  quantity: bigint,
): { readonly after: Holding; readonly cost: Euros } {
  if (quantity > before.quantity) return { after: NOTHING, cost: undefined };
  if (quantity === before.quantity) return { after: NOTHING, cost: before.cost };
  const left = before.quantity - quantity;
  if (before.cost === undefined) return { after: { quantity: left, cost: undefined }, cost: undefined };
  const cost = new Exact(before.cost).times(quantity.toString()).div(before.quantity.toString());
  return { after: { quantity: left, cost: before.cost.minus(cost) }, cost };
}

/** Prices in US dollars by the day's beginning. */
type Closes = ReadonlyMap<number, Decimal>;

/** Daily closing prices (UTC) in euros, for the days of the history; today at the latest price. */
export class Rates {
  readonly #nowMs: number;
  readonly #closes = new Map<string, Promise<Closes>>();

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  /** Returns the price of one unit. @throws SERVICE_UNAVAILABLE */
  async euros(symbol: string, atMs: number): Promise<Euros> {
    if (symbol === "EUR") return new Exact(1);
    if (!Assets.find(symbol)) return undefined;
    const day = Math.floor(atMs / DAY_MS) * DAY_MS;
    const [asset, euro] = await Promise.all([
      symbol === "USD" ? undefined : this.#usd(symbol),
      this.#usd("EUR"),
    ]);
    const [usd, rate] = [asset ? asset.get(day) : new Exact(1), euro.get(day)];
    return usd === undefined || rate === undefined || rate.isZero() ? undefined : new Exact(usd).div(rate);
  }

  #usd(symbol: string): Promise<Closes> {
    const known = this.#closes.get(symbol) ?? closesOf(symbol, this.#nowMs);
    this.#closes.set(symbol, known);
    return known;
  }
}

async function closesOf(symbol: string, nowMs: number): Promise<Closes> {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  // The history covers a fixed number of whole candles up to now.
  const deepest = today - (HISTORY_DAYS - 1) * DAY_MS;
  const [days, today5m] = await Promise.all([
    History.read({ symbol, interval: "1d", fromMs: deepest, toMs: today }),
    nowMs > today && Clock.nowMs() >= nowMs
      ? History.read({ symbol, interval: "5m", fromMs: today, toMs: nowMs })
      : undefined,
  ]);
  const last = today5m?.candles.at(-1);
  return new Map([
    ...days.candles.map(({ startMs, close }) => [startMs, new Exact(close)] as const),
    ...(last && last.startMs >= today ? [[today, new Exact(last.close)] as const] : []),
  ]);
}

export type LineKind = "DISPOSAL" | "ACQUISITION" | "INCOME" | "TRANSFER_IN" | "TRANSFER_OUT";

/** A line of the report. Euros are exact, and undefined if unknown. */
export interface TaxLine {
  readonly kind: LineKind;
  /** ISO 8601. */
  readonly at: string;
  /** The ledger's operation. */
  readonly operation: string;
  readonly asset: string;
  /** Decimal string in whole units. */
  readonly quantity: string;
  /** The proceeds of a disposal, the cost of an acquisition, or the worth. */
  readonly value: Euros;
  /** Of a disposal: its cost, and value less cost. */
  readonly cost?: Euros;
  readonly gain?: Euros;
  readonly reference: string;
}

export const decimalsOf = (asset: string): number =>
  pairOfShares(asset)?.shareDecimals ?? Assets.get(asset).decimals;

/** The book of a tax report: takes all entries of the account in order, and returns the lines with their gains. */
export class Book {
  readonly #rates: Pick<Rates, "euros">;
  readonly #userId: string;
  readonly #held = new Map<string, Holding>();

  constructor(userId: string, rates: Pick<Rates, "euros">) {
    this.#userId = userId;
    this.#rates = rates;
  }

  /** Returns the current holdings by asset. */
  get held(): ReadonlyMap<string, Holding> {
    return this.#held;
  }

  /** Enters a journal entry. @returns its lines */
  async enter(entry: Entry): Promise<TaxLine[]> {
    const lines: TaxLine[] = [];
    for (const taxed of taxedOf(entry, this.#userId)) lines.push(...(await this.#taxed(entry, taxed)));
    return lines;
  }

  async #taxed(entry: Entry, taxed: Taxed): Promise<TaxLine[]> {
    if (taxed.kind === "trade") return this.#trade(entry, taxed.gave, taxed.got);
    const legs = taxed.legs.filter(({ asset }) => asset !== "EUR");
    const atMs = Date.parse(entry.createdAt);
    const worth = await Promise.all(legs.map((leg) => this.#worth(leg, atMs)));
    return legs.flatMap((leg, index) => this.#single(entry, taxed.kind, leg, worth[index]));
  }

  #single(entry: Entry, kind: Exclude<Taxed["kind"], "trade">, leg: Leg, worth: Euros): TaxLine[] {
    switch (kind) {
      case "income":
        // Rewards are income at their worth, which is also their cost.
        return [lineOf("INCOME", entry, leg, worth), this.#acquire("ACQUISITION", entry, leg, worth)];
      case "received":
        return [this.#acquire("ACQUISITION", entry, leg, worth)];
      case "in":
        return [this.#acquire("TRANSFER_IN", entry, leg, worth)];
      case "spent":
        return [this.#dispose(entry, leg, worth)];
      case "lost":
        return [this.#dispose(entry, leg, new Exact(0), "PENALTY")];
      case "out": {
        // The moved quantity takes its cost with it, without a gain.
        const { after } = disposed(this.#of(leg.asset), leg.quantity);
        this.#held.set(leg.asset, after);
        return [lineOf("TRANSFER_OUT", entry, leg, worth)];
      }
      default:
        return assertNever(kind);
    }
  }

  /**
   * Values a trade by its side in euros, if one side is only euros; else by the worth of the given assets, or if that is
   * unknown, of the received ones.
   */
  async #trade(entry: Entry, gave: readonly Leg[], got: readonly Leg[]): Promise<TaxLine[]> {
    const atMs = Date.parse(entry.createdAt);
    const worths = (legs: readonly Leg[]) => Promise.all(legs.map((leg) => this.#worth(leg, atMs)));
    const [gaveWorths, gotWorths] = await Promise.all([worths(gave), worths(got)]);
    const euros = (legs: readonly Leg[]) => legs.every(({ asset }) => asset === "EUR");
    const whole = euros(got) ? sum(gotWorths) : (sum(gaveWorths) ?? sum(gotWorths));
    const share = (legs: readonly Leg[], own: readonly Euros[], index: number) =>
      legs.length === 1 ? whole : own[index];
    return [
      ...gave.flatMap((leg, index) =>
        leg.asset === "EUR" ? [] : [this.#dispose(entry, leg, share(gave, gaveWorths, index))],
      ),
      ...got.flatMap((leg, index) =>
        leg.asset === "EUR" ? [] : [this.#acquire("ACQUISITION", entry, leg, share(got, gotWorths, index))],
      ),
    ];
  }

  async #worth({ asset, quantity }: Leg, atMs: number): Promise<Euros> {
    const price = await this.#rates.euros(asset, atMs);
    return price && new Exact(Money.format(quantity, decimalsOf(asset))).times(price);
  }

  #of(asset: string): Holding {
    return this.#held.get(asset) ?? NOTHING;
  }

  #acquire(kind: "ACQUISITION" | "TRANSFER_IN", entry: Entry, leg: Leg, cost: Euros): TaxLine {
    this.#held.set(leg.asset, acquired(this.#of(leg.asset), leg.quantity, cost));
    return lineOf(kind, entry, leg, cost);
  }

  #dispose(entry: Entry, leg: Leg, proceeds: Euros, operation: string = entry.type): TaxLine {
    const { after, cost } = disposed(this.#of(leg.asset), leg.quantity);
    this.#held.set(leg.asset, after);
    const gain = proceeds === undefined || cost === undefined ? undefined : new Exact(proceeds).minus(cost);
    return { ...lineOf("DISPOSAL", entry, leg, proceeds), operation, cost, gain };
  }
}

/** Returns the sum if every part is known. */
const sum = (parts: readonly Euros[]): Euros =>
  parts.reduce<Euros>(
    (all, part) => (all === undefined || part === undefined ? undefined : all.plus(part)),
    new Exact(0),
  );

const lineOf = (kind: LineKind, entry: Entry, { asset, quantity }: Leg, value: Euros): TaxLine => ({
  kind,
  at: entry.createdAt,
  operation: entry.type,
  asset,
  quantity: Money.format(quantity, decimalsOf(asset)),
  value,
  reference: entry.entryId,
});
