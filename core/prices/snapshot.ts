import { Decimal } from "decimal.js";
import * as z from "zod";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import { candlePrices, priceSnapshot } from "./entity.ts";
import type { Candle, Facts, Quote, Trend } from "./sources/schema.ts";

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

/** How far the feed is with its candles. */
export interface Progress {
  /** Candles of minutes before this instant are stored. */
  readonly untilMs: number;
  /** Minutes' candles made of ticks, of those after it, by symbol; the last is in progress. */
  readonly minutes: ReadonlyMap<string, readonly Candle[]>;
}

export interface Stored {
  readonly snapshot: Snapshot;
  readonly progress: Progress;
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
  candlesUntilMs: instant,
  minutes: z.array(
    z.object({ symbol: z.string(), candles: z.array(candlePrices.extend({ startMs: instant })) }),
  ),
});

/** Keeps the snapshot over the one before. */
export function save({ snapshot, progress }: Stored): Promise<void> {
  const { source, atMs, factsAtMs } = snapshot;
  const assets = [...snapshot.assets].map(([symbol, state]) => ({ symbol, ...state }));
  const minutes = [...progress.minutes].map(([symbol, candles]) => ({ symbol, candles: [...candles] }));
  const stored = { source, atMs, factsAtMs, assets, candlesUntilMs: progress.untilMs, minutes };
  return Table.put(priceSnapshot.item(z.encode(snapshotItem, stored)));
}

/**
 * The snapshot as it was kept last; undefined before the first, and of any source but this one. One that
 * another version of the platform wrote and this one cannot read counts as none: the feed writes it anew
 * within seconds.
 */
export async function read(source: string): Promise<Stored | undefined> {
  const item = await Table.get(priceSnapshot.key({}));
  const { data: stored, error } = snapshotItem.safeParse(item ?? {});
  if (item && error) log.error("the stored snapshot of prices cannot be read", { issues: error.issues });
  if (stored?.source !== source) return undefined;
  const { assets, candlesUntilMs, minutes, ...rest } = stored;
  return {
    snapshot: { ...rest, assets: new Map(assets.map(({ symbol, ...state }) => [symbol, state])) },
    progress: {
      untilMs: candlesUntilMs,
      minutes: new Map(minutes.map(({ symbol, candles }) => [symbol, candles])),
    },
  };
}
