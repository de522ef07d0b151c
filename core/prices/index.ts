import type { Decimal } from "decimal.js";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail, Unavailable } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import * as Table from "../platform/table/index.ts";
import { PriceBook } from "./book.ts";
import {
  type AssetPrice,
  changeOf,
  type DetailedAssetPrice,
  describe,
  describeInDetail,
  stateOf,
} from "./describe.ts";
import { AssetNotFound, PricesStale } from "./errors.ts";
import type { Snapshot } from "./snapshot.ts";
import * as SnapshotStore from "./snapshot.ts";
import { computed, sourceName } from "./sources/computed.ts";
import type { PriceSource } from "./sources/source.ts";

/**
 * Prices (spec 2, sections 2.4 and 4.4). The feed stores a snapshot in the table every 5 seconds; everybody
 * reads that, a process at most once in 5 seconds. A source that computes its prices is asked directly where
 * no feed runs. A real one is not, so that a feed that has stopped does not turn every function into a client
 * of the exchange: prices then grow old, as `lastUpdated` shows, and what would act on them asks `current`,
 * which refuses.
 */

/** What one unit of an asset costs. */
export interface Price {
  readonly usd: Decimal;
  readonly eur: Decimal;
  /** Percent over the last 24 hours, of the price in US dollars. */
  readonly change24h: Decimal;
}

/** Prices refresh every 5 seconds (spec 2, sections 2.4 and 8). */
const REFRESH_MS = 5000;
/** Nobody acts on prices older than this. */
const TOO_OLD_TO_ACT_ON_MS = 120_000;
/** While the feed's next snapshot is overdue, it is looked for this often. */
const LOOK_AGAIN_MS = 250;

interface Cached {
  /** Which table and source it is of. */
  readonly of: string;
  readonly fromMs: number;
  untilMs: number;
  readonly snapshot: Promise<Snapshot>;
}

let cached: Cached | undefined;

/** The snapshot of now: one read at most, and none within the 5 seconds that it holds for. */
function latest(): Promise<Snapshot> {
  const nowMs = Clock.nowMs();
  const of = `${Table.tableName()}\n${sourceName()}`;
  if (cached?.of === of && cached.fromMs <= nowMs && nowMs < cached.untilMs) return cached.snapshot;
  const snapshot = load(nowMs);
  const loading: Cached = { of, fromMs: nowMs, untilMs: nowMs + REFRESH_MS, snapshot };
  cached = loading;
  snapshot.then(
    ({ atMs }) => {
      loading.untilMs = Math.max(atMs + REFRESH_MS, nowMs + LOOK_AGAIN_MS);
    },
    () => {
      if (cached === loading) cached = undefined;
    },
  );
  return snapshot;
}

/** @throws SERVICE_UNAVAILABLE before the feed's first snapshot of a real source */
async function load(nowMs: number): Promise<Snapshot> {
  const stored = await SnapshotStore.read(sourceName());
  const source = computed();
  const ageMs = nowMs - (stored?.atMs ?? 0);
  const recent = ageMs > -REFRESH_MS && ageMs < 2 * REFRESH_MS;
  if (stored && (recent || !source)) return stored;
  if (!source)
    throw fail(Unavailable, {
      message: text(
        "No prices are known at the moment. Try again shortly.",
        "Aucun cours n'est connu pour le moment. Réessayez dans un instant.",
      ),
    });
  // At whole steps: all processes have the same.
  return compute(source, Math.floor(nowMs / REFRESH_MS) * REFRESH_MS);
}

async function compute(source: PriceSource, atMs: number): Promise<Snapshot> {
  const book = new PriceBook(source);
  await book.updateQuotes(atMs);
  await Promise.all([book.updateTrends(atMs), book.updateFacts(atMs)]);
  return book.snapshot(atMs);
}

/**
 * The current price of every asset that the platform holds, by symbol, to show.
 * @throws SERVICE_UNAVAILABLE before the first price is known
 */
export async function snapshot(): Promise<ReadonlyMap<string, Price>> {
  const all = await latest();
  const eurUsd = stateOf(all, "EUR").usd;
  return new Map(
    [...all.assets].map(([symbol, state]) => [
      symbol,
      { usd: state.usd, eur: state.usd.div(eurUsd), change24h: changeOf(state, "24h") },
    ]),
  );
}

/**
 * The current price of an asset, to act on.
 * @throws PRICES_STALE when it, or the EUR/USD rate, is older than 2 minutes
 */
export async function current(symbol: string): Promise<Price> {
  const all = await latest();
  const [state, euro] = [stateOf(all, symbol), stateOf(all, "EUR")];
  const oldest = Math.min(state.atMs, euro.atMs);
  if (Clock.nowMs() - oldest > TOO_OLD_TO_ACT_ON_MS)
    throw fail(PricesStale, { details: { lastUpdated: new Date(oldest).toISOString() } });
  return { usd: state.usd, eur: state.usd.div(euro.usd), change24h: changeOf(state, "24h") };
}

export interface Listing {
  readonly prices: readonly AssetPrice[];
  readonly atMs: number;
}

/** The prices of all assets. @throws SERVICE_UNAVAILABLE before the first price is known */
export async function list(): Promise<Listing> {
  const all = await latest();
  return { prices: [...all.assets.keys()].map((symbol) => describe(all, symbol)), atMs: all.atMs };
}

/** All that is known of one asset's price. @throws ASSET_NOT_FOUND, SERVICE_UNAVAILABLE */
export async function fromSymbol(symbol: string): Promise<DetailedAssetPrice> {
  return describeInDetail(await latest(), assetOf(symbol).symbol);
}

/** The asset of a symbol, in any letter case. @throws ASSET_NOT_FOUND */
export function assetOf(symbol: string): Assets.Asset {
  const asset = Assets.find(symbol);
  if (asset) return asset;
  const supported = Assets.list().map((one) => one.symbol);
  throw fail(AssetNotFound, { details: { symbol, supported } });
}
