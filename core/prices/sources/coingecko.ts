import { Decimal } from "decimal.js";
import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { fromTicks } from "./candles.ts";
import { intervalMs, type Span, spans } from "./schema.ts";
import { ask, NotOffered, type PriceSource, SourceFailure } from "./source.ts";
import type { Extreme, Facts, Quote, Trend } from "./values.ts";

/**
 * Prices of CoinGecko (API v3: `/simple/price`, `/coins/markets`, `/coins/{id}/market_chart/range`), an average over many
 * exchanges. It lists no national currencies; the EUR/USD rate is the quotient of bitcoin's prices in both.
 */

const ids: Readonly<Record<string, string>> = { BTC: "bitcoin", ETH: "ethereum", USDC: "usd-coin" };
const RATE_COIN = "bitcoin";
/** The digits of a quotient: its operands have no more. */
const RATE_DIGITS = 10;

const positive = z.number().positive();
const amount = z.number().nonnegative().nullish();

const simplePrices = z.record(
  z.string(),
  z.object({ usd: positive, eur: positive, usd_24h_vol: amount, last_updated_at: z.int() }),
);

const percent = z.number().gt(-100).nullish();
const marketRow = z.object({
  id: z.string(),
  current_price: positive,
  high_24h: amount,
  low_24h: amount,
  circulating_supply: amount,
  total_supply: amount,
  max_supply: amount,
  ath: amount,
  ath_date: z.string().nullish(),
  atl: amount,
  atl_date: z.string().nullish(),
  price_change_percentage_1h_in_currency: percent,
  price_change_percentage_24h_in_currency: percent,
  price_change_percentage_7d_in_currency: percent,
  price_change_percentage_30d_in_currency: percent,
});
type MarketRow = z.output<typeof marketRow>;

const chart = z.object({ prices: z.array(z.tuple([z.int(), positive])) });

export function coingecko(base: string): PriceSource {
  const markets = async (coins: readonly string[], currency: "usd" | "eur") => {
    const rows = await ask(
      base,
      "/coins/markets",
      {
        vs_currency: currency,
        ids: coins.join(","),
        price_change_percentage: spans.join(","),
        precision: "full",
      },
      z.array(marketRow),
    );
    return new Map(rows.map((row) => [row.id, row]));
  };
  const coinsOf = (symbols: readonly string[]) =>
    symbols.flatMap((symbol) => {
      const id = ids[symbol];
      return id ? [{ symbol, id }] : [];
    });
  return {
    name: "coingecko",
    // The public plan takes 5 to 15 requests a minute.
    quotesEveryMs: 15_000,
    trendsEveryMs: 60_000,
    computed: false,
    covers: (symbol) => symbol in ids || symbol === "EUR",
    async quotes(symbols) {
      const coins = new Set([RATE_COIN, ...coinsOf(symbols).map(({ id }) => id)]);
      const query = {
        ids: [...coins].join(","),
        vs_currencies: "usd,eur",
        include_24hr_vol: "true",
        include_last_updated_at: "true",
        precision: "full",
      };
      return quotesOf(symbols, await ask(base, "/simple/price", query, simplePrices));
    },
    async trends(symbols) {
      const coins = [...new Set([RATE_COIN, ...coinsOf(symbols).map(({ id }) => id)])];
      const [usd, eur] = await Promise.all([
        markets(coins, "usd"),
        symbols.includes("EUR") ? markets([RATE_COIN], "eur") : undefined,
      ]);
      const trends = new Map<string, Trend>();
      for (const { symbol, id } of coinsOf(symbols)) {
        const row = usd.get(id);
        if (row) trends.set(symbol, trendOf(row));
      }
      const [inUsd, inEur] = [usd.get(RATE_COIN), eur?.get(RATE_COIN)];
      if (inUsd && inEur) trends.set("EUR", { before: rates(before(inUsd), before(inEur)) });
      return trends;
    },
    async facts(symbols) {
      const coins = coinsOf(symbols);
      const rows = await markets(
        coins.map(({ id }) => id),
        "usd",
      );
      return new Map(
        coins.flatMap(({ symbol, id }) => {
          const row = rows.get(id);
          return row ? [[symbol, factsOf(row)] as const] : [];
        }),
      );
    },
    async candles(symbol, interval, fromMs, toMs) {
      const id = ids[symbol];
      if (!id || spacingMs(fromMs, toMs) * 3 > intervalMs[interval])
        throw new NotOffered(`CoinGecko has no candles of ${interval} that old of ${symbol}`);
      const [from, to] = [fromMs, toMs].map((ms) => String(Math.floor((ms - Clock.offset()) / 1000)));
      const query = { vs_currency: "usd", from: from ?? "", to: to ?? "", precision: "full" };
      const { prices } = await ask(base, `/coins/${id}/market_chart/range`, query, chart);
      const ticks = prices.map(([at, usd]) => ({
        atMs: at + Clock.offset(),
        price: new Decimal(usd).toFixed(),
      }));
      return fromTicks(ticks, interval).filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
    },
  };
}

/** Returns the interval of its points, which depends on the range's length and age. A candle needs three points. */
function spacingMs(fromMs: number, toMs: number): number {
  if (Clock.nowMs() - fromMs <= DAY_MS) return 5 * 60_000;
  return toMs - fromMs <= 90 * DAY_MS ? 60 * 60_000 : DAY_MS;
}

function quotesOf(
  symbols: readonly string[],
  prices: z.output<typeof simplePrices>,
): ReadonlyMap<string, Quote> {
  const quotes = new Map<string, Quote>();
  for (const symbol of symbols) {
    const row = prices[ids[symbol] ?? (symbol === "EUR" ? RATE_COIN : "")];
    if (!row) continue;
    const usd = new Decimal(row.usd);
    const volume24h = new Decimal(symbol === "EUR" ? 0 : (row.usd_24h_vol ?? 0));
    const atMs = row.last_updated_at * 1000 + Clock.offset();
    quotes.set(symbol, {
      usd: symbol === "EUR" ? usd.div(row.eur).toSignificantDigits(RATE_DIGITS) : usd,
      volume24h,
      atMs,
    });
  }
  if (quotes.size === 0 && symbols.length > 0) throw new SourceFailure("CoinGecko knows none of the assets");
  return quotes;
}

type Before = Partial<Record<Span, Decimal>>;

/** Computes earlier prices of a coin from its changes. */
const before = (row: MarketRow): Before =>
  Object.fromEntries(
    spans.flatMap((span) => {
      const change = row[`price_change_percentage_${span}_in_currency`];
      if (change === null || change === undefined) return [];
      return [[span, new Decimal(row.current_price).div(new Decimal(change).div(100).plus(1))]];
    }),
  );

const rates = (usd: Before, eur: Before): Before =>
  Object.fromEntries(
    spans.flatMap((span) => {
      const [dividend, divisor] = [usd[span], eur[span]];
      return dividend && divisor ? [[span, dividend.div(divisor)]] : [];
    }),
  );

const present = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && value > 0;

const trendOf = (row: MarketRow): Trend => ({
  before: before(row),
  ...(present(row.high_24h) && { high24h: new Decimal(row.high_24h) }),
  ...(present(row.low_24h) && { low24h: new Decimal(row.low_24h) }),
});

function extreme(usd: number | null | undefined, date: string | null | undefined): Extreme | undefined {
  const atMs = Date.parse(date ?? "");
  return present(usd) && !Number.isNaN(atMs) ? { usd: new Decimal(usd), atMs } : undefined;
}

function factsOf(row: MarketRow): Facts {
  const [allTimeHigh, allTimeLow] = [extreme(row.ath, row.ath_date), extreme(row.atl, row.atl_date)];
  return {
    ...(present(row.circulating_supply) && { circulatingSupply: new Decimal(row.circulating_supply) }),
    ...(present(row.total_supply) && { totalSupply: new Decimal(row.total_supply) }),
    ...(present(row.max_supply) && { maxSupply: new Decimal(row.max_supply) }),
    ...(allTimeHigh && { allTimeHigh }),
    ...(allTimeLow && { allTimeLow }),
  };
}
