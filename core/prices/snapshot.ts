import { Decimal } from "decimal.js";
import * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import { priceSnapshot } from "./entity.ts";

/** The feed's prices of all assets, stored in one item for all readers. */

const decimal = z.codec(z.string(), z.instanceof(Decimal), {
  decode: (text) => new Decimal(text),
  encode: (value) => value.toFixed(),
});
const instant = z.codec(z.iso.datetime(), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (ms) => new Date(ms).toISOString(),
});
/** A price that was the highest or lowest of all. */
const extreme = z.object({ usd: decimal, atMs: instant });
export type Extreme = Readonly<z.output<typeof extreme>>;

/** The price of an asset at an instant. Values are in US dollars. */
const quote = z.object({
  usd: decimal,
  /** Over the 24 hours before; 0 if the source does not state it. */
  volume24h: decimal,
  /** The source's time of this price. */
  atMs: instant,
});
export type Quote = Readonly<z.output<typeof quote>>;

/** The development of an asset's price up to an instant. Values that the source does not know are missing. */
const trend = z.object({
  /** The price at the start of each span. */
  before: z.object({ "1h": decimal, "24h": decimal, "7d": decimal, "30d": decimal }).partial(),
  high24h: decimal.optional(),
  low24h: decimal.optional(),
  /** Volume over the 24 hours before the last 24. */
  volumeBefore24h: decimal.optional(),
});
export type Trend = Readonly<z.output<typeof trend>>;

/** Data that changes slowly. Supplies are whole units; missing if an asset has none, such as a national currency. */
const facts = z
  .object({
    circulatingSupply: decimal,
    totalSupply: decimal,
    maxSupply: decimal,
    allTimeHigh: extreme,
    allTimeLow: extreme,
  })
  .partial();
export type Facts = Readonly<z.output<typeof facts>>;

const assetState = quote.extend({ trend, facts });
export type AssetState = Readonly<z.output<typeof assetState>>;

const snapshotItem = z.object({
  source: z.string(),
  atMs: instant,
  /** The time of the request for facts. */
  factsAtMs: instant,
  assets: z.array(assetState.extend({ symbol: z.string() })),
});

export interface Snapshot extends Readonly<Omit<z.output<typeof snapshotItem>, "assets">> {
  readonly assets: ReadonlyMap<string, AssetState>;
}

/** Stores the snapshot. Replaces the previous one. */
export function save({ source, atMs, factsAtMs, assets }: Snapshot): Promise<void> {
  const all = [...assets].map(([symbol, state]) => ({ symbol, ...state }));
  return Table.put(priceSnapshot.item(z.encode(snapshotItem, { source, atMs, factsAtMs, assets: all })));
}

const key = priceSnapshot.key({});
/** The keys that `read` reads. */
export const keys = [key];

/**
 * Returns the stored snapshot; undefined before the first, or if it is from another source. An unreadable one of another
 * version of the platform counts as missing, since the feed replaces it within seconds.
 */
export async function read(source: string): Promise<Snapshot | undefined> {
  const item = await Table.get(key);
  const { data: stored, error } = snapshotItem.safeParse(item ?? {});
  if (item && error)
    log.error("price feed: stored snapshot unreadable, treated as missing", { issues: error.issues });
  if (stored?.source !== source) return undefined;
  return { ...stored, assets: new Map(stored.assets.map(({ symbol, ...state }) => [symbol, state])) };
}

/** Returns the age of the stored prices in seconds; undefined before the first. */
export async function ageSeconds(): Promise<number | undefined> {
  const { data } = snapshotItem.pick({ atMs: true }).safeParse(await Table.get(key));
  return data && Math.max(0, (Clock.nowMs() - data.atMs) / 1000);
}
