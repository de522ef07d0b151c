import { Decimal } from "decimal.js";
import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { type Candle, type Interval, intervalMs, spanMs } from "./schema.ts";
import { ask, NotOffered, type PriceSource } from "./source.ts";
import type { Quote, Trend } from "./values.ts";

/**
 * Prices of the exchange Binance (Spot REST API: `/api/v3/ticker/24hr`, `/api/v3/klines`). It quotes in USDT, which
 * counts as the US dollar here, so EURUSDT is the EUR/USD rate.
 */

const pairs: Readonly<Record<string, string>> = {
  BTC: "BTCUSDT",
  ETH: "ETHUSDT",
  USDC: "USDCUSDT",
  EUR: "EURUSDT",
};

const decimal = z.string().regex(/^\d+(\.\d+)?$/);

/** With `type=MINI`; `quoteVolume` is in USDT. */
const ticker = z.object({
  symbol: z.string(),
  lastPrice: decimal,
  openPrice: decimal,
  highPrice: decimal,
  lowPrice: decimal,
  quoteVolume: decimal,
  closeTime: z.int(),
});

/** Open time, open, high, low, close, volume, close time, volume in USDT, and fields that are not used. */
const kline = z.tuple([z.int(), decimal, decimal, decimal, decimal, decimal, z.int(), decimal], z.unknown());

const MAX_KLINES = 1000;

export function binance(base: string): PriceSource {
  const klines = async (pair: string, interval: Interval, fromMs: number, limit: number) => {
    const range = { startTime: String(realTime(fromMs)), limit: String(limit) };
    const rows = await ask(base, "/api/v3/klines", { symbol: pair, interval, ...range }, z.array(kline));
    return rows.map(toCandle);
  };
  const tickers = async (symbols: readonly string[]) => {
    const requested = symbols.filter((symbol) => pairs[symbol]);
    if (requested.length === 0) return [];
    const names = JSON.stringify(requested.map((symbol) => pairs[symbol]));
    const rows = await ask(base, "/api/v3/ticker/24hr", { symbols: names, type: "MINI" }, z.array(ticker));
    return requested.flatMap((symbol) => {
      const row = rows.find((one) => one.symbol === pairs[symbol]);
      return row ? [{ symbol, row }] : [];
    });
  };
  return {
    name: "binance",
    // Each request costs 2 of the 6,000 units a minute that an address has.
    quotesEveryMs: 500,
    trendsEveryMs: 60_000,
    computed: false,
    covers: (symbol) => symbol in pairs,
    quotes: async (symbols) =>
      new Map((await tickers(symbols)).map(({ symbol, row }) => [symbol, toQuote(row)])),
    trends: async (symbols, atMs) => {
      const all = (await tickers(symbols)).map(async ({ symbol, row }) => {
        const pair = pairs[symbol] ?? "";
        const [minute, hours] = await Promise.all([
          klines(pair, "1m", atMs - spanMs["1h"], 1),
          klines(pair, "1h", atMs - spanMs["30d"], 30 * 24 + 1),
        ]);
        return [symbol, trendOf(row, minute, hours, atMs)] as const;
      });
      return new Map(await Promise.all(all));
    },
    facts: async () => {
      throw new NotOffered("Binance has no supplies");
    },
    async candles(symbol, interval, fromMs, toMs) {
      const pair = pairs[symbol];
      if (!pair) throw new NotOffered(`Binance has no pair of ${symbol}`);
      const starts: number[] = [];
      for (let at = fromMs; at < toMs; at += MAX_KLINES * intervalMs[interval]) starts.push(at);
      const pages = await Promise.all(starts.map((at) => klines(pair, interval, at, MAX_KLINES)));
      const inRange = pages.flat().filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
      // After a gap, a page overlaps the next one.
      return [...new Map(inRange.map((one) => [one.startMs, one])).values()];
    },
  };
}

/** The exchange uses real time, the platform its own clock. */
const realTime = (platformMs: number): number => platformMs - Clock.offset();
const platformTime = (realMs: number): number => realMs + Clock.offset();

const toQuote = (row: z.output<typeof ticker>): Quote => ({
  usd: new Decimal(row.lastPrice),
  volume24h: new Decimal(row.quoteVolume),
  atMs: platformTime(row.closeTime),
});

function toCandle(row: z.output<typeof kline>): Candle {
  const [openTime, open, high, low, close, , , quoteVolume] = row;
  const plain = (text: string) => new Decimal(text).toFixed();
  return {
    startMs: platformTime(openTime),
    open: plain(open),
    high: plain(high),
    low: plain(low),
    close: plain(close),
    volume: plain(quoteVolume),
  };
}

function trendOf(
  row: z.output<typeof ticker>,
  [minute]: readonly Candle[],
  hours: readonly Candle[],
  atMs: number,
): Trend {
  const openOf = (candle: Candle | undefined) => candle && new Decimal(candle.open);
  const before = {
    "1h": openOf(minute),
    "24h": new Decimal(row.openPrice),
    "7d": openOf(hours.find(({ startMs }) => startMs >= atMs - spanMs["7d"])),
    "30d": openOf(hours[0]),
  };
  const dayBefore = hours.filter(({ startMs }) => startMs >= atMs - 2 * DAY_MS && startMs < atMs - DAY_MS);
  return {
    before: Object.fromEntries(Object.entries(before).filter(([, usd]) => usd)),
    high24h: new Decimal(row.highPrice),
    low24h: new Decimal(row.lowPrice),
    volumeBefore24h: dayBefore.reduce((sum, { volume }) => sum.plus(volume), new Decimal(0)),
  };
}
