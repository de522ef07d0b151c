import { Decimal } from "decimal.js";
import * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import { priceSnapshot } from "./entity.ts";
import type { Facts, Quote, Trend } from "./sources/schema.ts";

/** What the feed knows of all prices. It keeps that in one item, which everybody reads. */

/** Everything known of an asset's price at an instant. */
export interface AssetState extends Quote {
  readonly trend: Trend;
  readonly facts: Facts;
}

/** All assets' prices at one instant. */
export interface Snapshot {
  /** The name of the source that it is from. */
  readonly source: string;
  readonly atMs: number;
  readonly assets: ReadonlyMap<string, AssetState>;
  /** When the facts were asked for. */
  readonly factsAtMs: number;
}

const decimal = z.codec(z.string(), z.instanceof(Decimal), {
  decode: (text) => new Decimal(text),
  encode: (value) => value.toFixed(),
});
const instant = z.codec(z.iso.datetime(), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (ms) => new Date(ms).toISOString(),
});
const extreme = z.object({ usd: decimal, atMs: instant });
const assetState = z.object({
  symbol: z.string(),
  usd: decimal,
  volume24h: decimal,
  atMs: instant,
  trend: z.object({
    before: z.object({ "1h": decimal, "24h": decimal, "7d": decimal, "30d": decimal }).partial(),
    high24h: decimal.optional(),
    low24h: decimal.optional(),
    volumeBefore24h: decimal.optional(),
  }),
  facts: z
    .object({
      circulatingSupply: decimal,
      totalSupply: decimal,
      maxSupply: decimal,
      allTimeHigh: extreme,
      allTimeLow: extreme,
    })
    .partial(),
});

const snapshotItem = z.object({
  source: z.string(),
  atMs: instant,
  factsAtMs: instant,
  assets: z.array(assetState),
});

/** Keeps the snapshot over the one before. */
export function save({ source, atMs, factsAtMs, assets }: Snapshot): Promise<void> {
  const all = [...assets].map(([symbol, state]) => ({ symbol, ...state }));
  return Table.put(priceSnapshot.item(z.encode(snapshotItem, { source, atMs, factsAtMs, assets: all })));
}

const key = priceSnapshot.key({});
/** What `read` reads. */
export const keys = [key];

/**
 * The snapshot as it was kept last; undefined before the first, and of any source but this one. One that
 * another version of the platform wrote and this one cannot read counts as none: the feed writes it anew
 * within seconds.
 */
export async function read(source: string): Promise<Snapshot | undefined> {
  const item = await Table.get(key);
  const { data: stored, error } = snapshotItem.safeParse(item ?? {});
  if (item && error)
    log.error("price feed: stored snapshot unreadable, treated as missing", { issues: error.issues });
  if (stored?.source !== source) return undefined;
  return { ...stored, assets: new Map(stored.assets.map(({ symbol, ...state }) => [symbol, state])) };
}

/** How old the prices are that everybody reads, in seconds; undefined before the first. */
export async function ageSeconds(): Promise<number | undefined> {
  const { data } = snapshotItem.pick({ atMs: true }).safeParse(await Table.get(priceSnapshot.key({})));
  return data && Math.max(0, (Clock.nowMs() - data.atMs) / 1000);
}
