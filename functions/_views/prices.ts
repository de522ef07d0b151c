import type { Decimal } from "decimal.js";
import type * as Contract from "../../contract/defi/prices.ts";
import type { ResultOf } from "../../contract/route.ts";
import { toIso } from "../../core/kernel/time.ts";
import type { AssetPrice, DetailedAssetPrice } from "../../core/prices/describe.ts";
import type { History } from "../../core/prices/history.ts";
import type { Listing } from "../../core/prices/listing.ts";

/** Views of prices: all numbers are decimal strings, as specified. */

/** Formats an exchange rate to 12 significant digits. */
export const rate = (value: Decimal): string => value.toSignificantDigits(12).toFixed();
export const cents = (value: Decimal): string => value.toFixed(2);
export const percent = (value: Decimal): string => value.toFixed(2);

const assetPrice = (price: AssetPrice) => ({
  symbol: price.asset.symbol,
  name: price.asset.name,
  price: rate(price.usd),
  priceUsd: rate(price.usd),
  priceEur: rate(price.eur),
  change24h: percent(price.change24h),
  change7d: percent(price.change7d),
  volume24h: cents(price.volume24h),
  marketCap: cents(price.marketCap),
  circulatingSupply: price.circulatingSupply.toFixed(),
  high24h: rate(price.high24h),
  low24h: rate(price.low24h),
  lastUpdated: toIso(price.atMs),
});

export const listing = ({ prices, atMs }: Listing): ResultOf<typeof Contract.list> => ({
  prices: prices.map(assetPrice),
  lastUpdated: toIso(atMs),
});

export const detail = (price: DetailedAssetPrice): ResultOf<typeof Contract.read> => ({
  ...assetPrice(price),
  priceBtc: rate(price.btc),
  priceEth: rate(price.eth),
  change1h: percent(price.change1h),
  change30d: percent(price.change30d),
  volumeChange24h: percent(price.volumeChange24h),
  fullyDilutedValuation: cents(price.fullyDilutedValuation),
  totalSupply: price.totalSupply.toFixed(),
  maxSupply: price.maxSupply.toFixed(),
  allTimeHigh: rate(price.allTimeHigh.usd),
  allTimeLow: rate(price.allTimeLow.usd),
  allTimeHighDate: toIso(price.allTimeHigh.atMs),
  allTimeLowDate: toIso(price.allTimeLow.atMs),
});

export const candles = ({ symbol, interval, ...history }: History): ResultOf<typeof Contract.history> => ({
  symbol,
  interval,
  from: toIso(history.fromMs),
  to: toIso(history.toMs),
  data: history.candles.map(({ startMs, ...prices }) => ({ timestamp: toIso(startMs), ...prices })),
});
