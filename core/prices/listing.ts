import * as Assets from "../kernel/assets/index.ts";
import { fail } from "../kernel/errors.ts";
import { PriceBook } from "./book.ts";
import { type DetailedAssetPrice, describe, describeInDetail } from "./describe.ts";
import { AssetNotFound } from "./errors.ts";
import { ofNewest } from "./newest.ts";
import type { Snapshot } from "./snapshot.ts";
import { simulatedOf } from "./sources/simulated.ts";

/** Prices for display, with trends and supplies (spec 2, sections 2.4 and 4.4). */

const latest = ofNewest<Snapshot>(compute);

async function compute(seed: string, atMs: number): Promise<Snapshot> {
  const book = new PriceBook(simulatedOf(seed));
  await book.updateQuotes(atMs);
  await Promise.all([book.updateTrends(atMs), book.updateFacts(atMs)]);
  return book.snapshot(atMs);
}

export type Listing = Awaited<ReturnType<typeof list>>;

/** Returns the prices of all assets. @throws SERVICE_UNAVAILABLE before the first price is known */
export async function list() {
  const all = await latest();
  return { prices: [...all.assets.keys()].map((symbol) => describe(all, symbol)), atMs: all.atMs };
}

/** Returns one asset's price in detail. @throws ASSET_NOT_FOUND, SERVICE_UNAVAILABLE */
export async function fromSymbol(symbol: string): Promise<DetailedAssetPrice> {
  return describeInDetail(await latest(), assetOf(symbol).symbol);
}

/** Finds an asset by its symbol, upper or lower case. @throws ASSET_NOT_FOUND */
export function assetOf(symbol: string): Assets.Asset {
  const asset = Assets.find(symbol);
  if (asset) return asset;
  const supported = Assets.list().map((one) => one.symbol);
  throw fail(AssetNotFound, { details: { symbol, supported } });
}
