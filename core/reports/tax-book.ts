import { pairOfShares } from "../defi/exchange/pairs.ts";
import * as Assets from "../kernel/assets/index.ts";
import { Exact } from "../kernel/decimal/index.ts";
import * as Money from "../kernel/money/index.ts";
import type { Entry } from "../ledger/schema.ts";
import { acquired, disposed, type Euros, type Holding, NOTHING } from "./average-cost.ts";
import type { Rates } from "./rates.ts";
import { type Leg, type Taxed, taxedOf } from "./tax-events.ts";

/** The book of a tax report: all entries of the account are entered, in order; it knows what each gained. */

export type LineKind = "DISPOSAL" | "ACQUISITION" | "INCOME" | "TRANSFER_IN" | "TRANSFER_OUT";

/** One line of the report. Euros are exact, and undefined where they are unknown. */
export interface TaxLine {
  readonly kind: LineKind;
  /** ISO 8601. */
  readonly at: string;
  /** The ledger's operation. */
  readonly operation: string;
  readonly asset: string;
  /** Decimal string in whole units. */
  readonly quantity: string;
  /** Of a disposal its proceeds, of an acquisition its cost, of anything else its worth. */
  readonly value: Euros;
  /** Of a disposal alone: what it had cost, and value less cost. */
  readonly cost?: Euros;
  readonly gain?: Euros;
  readonly reference: string;
}

export const decimalsOf = (asset: string): number =>
  pairOfShares(asset)?.shareDecimals ?? Assets.get(asset).decimals;

export class Book {
  readonly #rates: Pick<Rates, "euros">;
  readonly #userId: string;
  readonly #held = new Map<string, Holding>();

  constructor(userId: string, rates: Pick<Rates, "euros">) {
    this.#userId = userId;
    this.#rates = rates;
  }

  /** What is held now, by asset. */
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
        // Rewards are income at what they are worth, and have cost as much from then on.
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
        // What leaves takes its cost with it: nothing is gained.
        const { after } = disposed(this.#of(leg.asset), leg.quantity);
        this.#held.set(leg.asset, after);
        return [lineOf("TRANSFER_OUT", entry, leg, worth)];
      }
    }
  }

  /**
   * A trade is worth what was given in euros or what was got in euros, where a side is euros alone; else what
   * was given is worth at the day's prices, or where that is unknown, what was got.
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

/** The sum, where every part is known. */
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
