import { Decimal } from "decimal.js";
import * as z from "zod";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import { priceSnapshot } from "./entity.ts";
import type { AssetState, Facts, Progress, Snapshot } from "./sources/schema.ts";

/** The snapshot that the feed keeps and everybody reads, one item. */

const decimal = z.codec(z.string(), z.instanceof(Decimal), {
  decode: (text) => new Decimal(text),
  encode: (value) => value.toFixed(),
});
const instant = z.codec(z.iso.datetime(), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (ms) => new Date(ms).toISOString(),
});
const extreme = z.object({ usd: decimal, atMs: instant });
const before = z.object({ "1h": decimal, "24h": decimal, "7d": decimal, "30d": decimal }).partial();
const trend = z
  .object({ high24h: decimal, low24h: decimal, volumeBefore24h: decimal })
  .partial()
  .extend({ before });
const facts = z
  .object({
    circulatingSupply: decimal,
    totalSupply: decimal,
    maxSupply: decimal,
    allTimeHigh: extreme,
    allTimeLow: extreme,
  })
  .partial();
const assetState = z.object({
  symbol: z.string(),
  usd: decimal,
  volume24h: decimal,
  atMs: instant,
  trend,
  facts,
});
const candle = z.object({
  startMs: instant,
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  volume: z.string(),
});
const item = z.object({
  source: z.string(),
  atMs: instant,
  factsAtMs: instant,
  assets: z.array(assetState),
  candlesUntilMs: instant,
  minutes: z.array(z.object({ symbol: z.string(), candles: z.array(candle) })),
});

export interface Stored {
  readonly snapshot: Snapshot;
  readonly progress: Progress;
}

const key = priceSnapshot.key({});

/** Keeps the snapshot over the one before. */
export function save({ snapshot, progress }: Stored): Promise<void> {
  const assets = [...snapshot.assets].map(([symbol, state]) => ({ symbol, ...state }));
  const minutes = [...progress.minutes].map(([symbol, candles]) => ({ symbol, candles: [...candles] }));
  const { source, atMs, factsAtMs } = snapshot;
  const encoded = z.encode(item, {
    source,
    atMs,
    factsAtMs,
    assets,
    candlesUntilMs: progress.untilMs,
    minutes,
  });
  return Table.put({ ...key, ...encoded });
}

/**
 * The snapshot as it was kept last; undefined before the first, and of any source but this one. One that another version of the
 * platform wrote and this one cannot read counts as none: the feed writes it anew within seconds.
 */
export async function read(source: string): Promise<Stored | undefined> {
  const found = await Table.get(key);
  if (found?.["source"] !== source) return undefined;
  const parsed = item.safeParse(found);
  if (!parsed.success) {
    log.error("the stored snapshot of prices cannot be read", { issues: parsed.error.issues });
    return undefined;
  }
  const { assets, candlesUntilMs, minutes, ...rest } = parsed.data;
  return {
    snapshot: {
      ...rest,
      assets: new Map(assets.map(({ symbol, ...state }) => [symbol, state as AssetState & { facts: Facts }])),
    },
    progress: {
      untilMs: candlesUntilMs,
      minutes: new Map(minutes.map(({ symbol, candles }) => [symbol, candles])),
    },
  };
}
