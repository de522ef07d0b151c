import * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import { priceSnapshot } from "./entity.ts";
import { facts, instant, quote, trend } from "./sources/values.ts";

/** The feed's prices of all assets, stored in one item for all readers. */

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
 * Returns the stored snapshot; undefined before the first, or if it is from another source. An unreadable snapshot, such
 * as one of another version of the platform, counts as missing, since the feed replaces it within seconds.
 */
export async function read(source: string): Promise<Snapshot | undefined> {
  const item = await Table.get(key);
  const { data: stored, error } = snapshotItem.safeParse(item ?? {});
  if (item && error)
    log.error("price feed: stored snapshot unreadable, treated as missing; if this repeats, check the feed", {
      issues: error.issues,
    });
  if (stored?.source !== source) return undefined;
  return { ...stored, assets: new Map(stored.assets.map(({ symbol, ...state }) => [symbol, state])) };
}

/** Returns the age of the stored prices in seconds; undefined before the first. */
export async function ageSeconds(): Promise<number | undefined> {
  const { data } = snapshotItem.pick({ atMs: true }).safeParse(await Table.get(key));
  return data && Math.max(0, (Clock.nowMs() - data.atMs) / 1000);
}
