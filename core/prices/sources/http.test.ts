import { Decimal } from "decimal.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { binance } from "./binance.ts";
import { coingecko } from "./coingecko.ts";
import { type Interval, intervalMs } from "./schema.ts";
import { json, silent, withServer } from "./server.fixture.ts";
import { NotOffered, type PriceSource, SourceFailure } from "./source.ts";

/** The real sources, against servers that respond as documented. */

const server = withServer();
const AT = Date.parse("2026-11-21T09:30:10Z");

beforeEach(() => {
  vi.useFakeTimers({ now: AT, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  Clock.setOffset(0);
});

const ticker = (symbol: string, lastPrice: string, openPrice = lastPrice) => ({
  symbol,
  openPrice,
  highPrice: "99000.00000000",
  lowPrice: "0.90000000",
  lastPrice,
  volume: "12345.67800000",
  quoteVolume: "1111222333.44500000",
  openTime: AT - DAY_MS,
  closeTime: AT,
  firstId: 1,
  lastId: 2,
  count: 2,
});
/** Returns the requested number of rows from `startTime` on, one for each hour or minute. */
const klines = (url: URL, endMs: number) => {
  const step = intervalMs[url.searchParams.get("interval") as Interval];
  const startMs = Math.ceil(Number(url.searchParams.get("startTime")) / step) * step;
  const limit = Number(url.searchParams.get("limit"));
  const count = Math.max(0, Math.min(limit, Math.ceil((endMs - startMs) / step)));
  return Array.from({ length: count }, (_, index) => {
    const openTime = startMs + index * step;
    const open = `${(openTime / 60_000) % 100_000}.50000000`;
    return [
      openTime,
      open,
      "99999.00000000",
      "0.10000000",
      "7.00000000",
      "1.00000000",
      openTime + step - 1,
    ].concat(["0.00000100", 12, "0.50000000", "250.00000000", "0"] as (string | number)[]);
  });
};
/** A double of Binance. */
const exchange: typeof server.answer = (url, response) => {
  if (url.pathname === "/api/v3/klines") return json(klines(url, AT))(url, response);
  const names = JSON.parse(url.searchParams.get("symbols") ?? "[]") as string[];
  const rows = names.map((name) =>
    name === "EURUSDT" ? ticker(name, "1.08120000", "1.09000000") : ticker(name, "90123.45000000"),
  );
  return json(rows)(url, response);
};

describe("Binance", () => {
  const source = () => binance(server.url);

  it("returns the price, its volume in dollars, and the EUR/USD rate, in one request", async () => {
    server.answer = exchange;
    const quotes = await source().quotes(["BTC", "EUR", "XYZ"], AT);
    expect(quotes).toEqual(
      new Map([
        ["BTC", { usd: new Decimal("90123.45"), volume24h: new Decimal("1111222333.445"), atMs: AT }],
        ["EUR", { usd: new Decimal("1.0812"), volume24h: new Decimal("1111222333.445"), atMs: AT }],
      ]),
    );
    expect(server.asked.map(decodeURIComponent)).toEqual([
      '/api/v3/ticker/24hr?symbols=["BTCUSDT","EURUSDT"]&type=MINI',
    ]);
  });

  it("returns the prices of an hour, a day, a week and a month ago", async () => {
    server.answer = exchange;
    const trend = (await source().trends(["EUR"], AT)).get("EUR");
    const opensAt = (ms: number) => new Decimal(`${(ms / 60_000) % 100_000}.5`);
    const hour = (ms: number) => Math.ceil(ms / 3_600_000) * 3_600_000;
    expect(trend?.before).toEqual({
      "1h": opensAt(Math.ceil((AT - 3_600_000) / 60_000) * 60_000),
      "24h": new Decimal("1.09"),
      "7d": opensAt(hour(AT - 7 * DAY_MS)),
      "30d": opensAt(hour(AT - 30 * DAY_MS)),
    });
    expect(trend?.high24h?.toFixed()).toBe("99000");
    // 24 hours of 0.000001 dollars each: no exponent, no rounding.
    expect(trend?.volumeBefore24h?.toFixed()).toBe("0.000024");
  });

  it("returns candles in pages of a thousand, each once and only within the range", async () => {
    server.answer = exchange;
    const toMs = Math.floor(AT / 60_000) * 60_000;
    const fromMs = toMs - 2500 * 60_000;
    const candles = await source().candles("BTC", "1m", fromMs, toMs);
    expect(candles.map(({ startMs }) => startMs)).toEqual(
      Array.from({ length: 2500 }, (_, index) => fromMs + index * 60_000),
    );
    expect(server.asked).toHaveLength(3);
    expect(candles[0]).toMatchObject({ high: "99999", low: "0.1", close: "7", volume: "0.000001" });
  });

  it("is requested with real times if the platform's clock was moved", async () => {
    server.answer = exchange;
    Clock.setOffset(400 * DAY_MS);
    const now = Clock.nowMs();
    expect((await source().quotes(["BTC"], now)).get("BTC")?.atMs).toBe(now);
    const fromMs = Math.floor(now / DAY_MS) * DAY_MS - DAY_MS;
    const [day] = await source().candles("BTC", "1d", fromMs, fromMs + DAY_MS);
    expect(day?.startMs).toBe(fromMs);
    expect(server.asked.at(-1)).toContain(`startTime=${fromMs - 400 * DAY_MS}`);
  });

  it("does not offer facts, nor candles of an unknown asset", async () => {
    await expect(source().facts(["BTC"], AT)).rejects.toThrow(NotOffered);
    await expect(source().candles("XYZ", "1m", AT, AT)).rejects.toThrow(NotOffered);
    expect(server.asked).toEqual([]);
  });
});

const simple = {
  bitcoin: {
    usd: 90000.5,
    usd_24h_vol: 25e9,
    eur: 82568.348623,
    eur_24h_vol: 23e9,
    last_updated_at: AT / 1000 - 20,
  },
  "usd-coin": {
    usd: 0.99991,
    usd_24h_vol: 7e9,
    eur: 0.917,
    eur_24h_vol: 6e9,
    last_updated_at: AT / 1000 - 30,
  },
};
const market = (id: string, price: number, currency = "usd") => ({
  id,
  symbol: id.slice(0, 3),
  name: id,
  current_price: price,
  market_cap: 1e12,
  high_24h: price * 1.01,
  low_24h: price * 0.99,
  circulating_supply: 19_950_000.5,
  total_supply: 19_950_000.5,
  max_supply: id === "bitcoin" ? 21_000_000 : null,
  ath: 126080,
  ath_date: "2025-10-06T18:57:42.558Z",
  atl: 67.81,
  atl_date: "2013-07-06T00:00:00.000Z",
  roi: null,
  last_updated: "2026-11-21T09:29:50.000Z",
  price_change_percentage_1h_in_currency: currency === "usd" ? 25 : 0,
  price_change_percentage_24h_in_currency: -50,
  price_change_percentage_7d_in_currency: 100,
  price_change_percentage_30d_in_currency: null,
});
const gecko: typeof server.answer = (url, response) => {
  if (url.pathname.endsWith("/simple/price")) return json(simple)(url, response);
  if (url.pathname.endsWith("/range")) {
    const [from, to] = ["from", "to"].map((name) => Number(url.searchParams.get(name)) * 1000);
    const prices: [number, number][] = [];
    for (let at = from ?? 0; at <= (to ?? 0); at += 300_000) prices.push([at + 41, (at / 300_000) % 1000]);
    return json({ prices, market_caps: [], total_volumes: [] })(url, response);
  }
  const currency = url.searchParams.get("vs_currency") ?? "";
  const ids = (url.searchParams.get("ids") ?? "").split(",");
  return json(ids.map((id) => market(id, currency === "usd" ? 90_000 : 80_000, currency)))(url, response);
};

describe("CoinGecko", () => {
  const source = () => coingecko(`${server.url}/api/v3/`);

  it("returns prices, and the EUR/USD rate as the quotient of bitcoin's prices", async () => {
    server.answer = gecko;
    const quotes = await source().quotes(["BTC", "EUR", "USDC", "XYZ"], AT);
    expect([...quotes.keys()]).toEqual(["BTC", "EUR", "USDC"]);
    expect(quotes.get("EUR")?.usd).toEqual(
      new Decimal("90000.5").div("82568.348623").toSignificantDigits(10),
    );
    expect(quotes.get("USDC")).toEqual({
      usd: new Decimal("0.99991"),
      volume24h: new Decimal("7000000000"),
      atMs: AT - 30_000,
    });
    expect(server.asked[0]).toMatch(
      /^\/api\/v3\/simple\/price\?ids=bitcoin%2Cusd-coin&vs_currencies=usd%2Ceur&/,
    );
  });

  it("computes earlier prices from changes, including the euro's", async () => {
    server.answer = gecko;
    const trends = await source().trends(["BTC", "EUR"], AT);
    expect(trends.get("BTC")?.before).toEqual({
      "1h": new Decimal(72_000),
      "24h": new Decimal(180_000),
      "7d": new Decimal(45_000),
    });
    expect(trends.get("EUR")?.before["1h"]?.toFixed()).toBe("0.9");
    expect(trends.get("BTC")?.high24h?.toFixed()).toBe("90900");
  });

  it("returns supplies, and all-time extremes with their dates", async () => {
    server.answer = gecko;
    const facts = await source().facts(["BTC", "ETH"], AT);
    expect(facts.get("BTC")).toEqual({
      circulatingSupply: new Decimal("19950000.5"),
      totalSupply: new Decimal("19950000.5"),
      maxSupply: new Decimal("21000000"),
      allTimeHigh: { usd: new Decimal(126080), atMs: Date.parse("2025-10-06T18:57:42.558Z") },
      allTimeLow: { usd: new Decimal("67.81"), atMs: Date.parse("2013-07-06T00:00:00Z") },
    });
    expect(facts.get("ETH")).not.toHaveProperty("maxSupply");
  });

  it("returns candles of intervals for which its points are dense enough, and does not offer others", async () => {
    server.answer = gecko;
    const toMs = Math.floor(AT / 900_000) * 900_000;
    const candles = await source().candles("BTC", "15m", toMs - 3_600_000, toMs);
    expect(candles).toHaveLength(4);
    const point = (ms: number) => String((ms / 300_000) % 1000);
    expect(candles[0]).toEqual({
      startMs: toMs - 3_600_000,
      open: point(toMs - 3_600_000),
      high: point(toMs - 3_000_000),
      low: point(toMs - 3_600_000),
      close: point(toMs - 3_000_000),
      volume: "0",
    });
    await expect(source().candles("BTC", "1m", toMs - 60_000, toMs)).rejects.toThrow(NotOffered);
    await expect(source().candles("BTC", "1h", toMs - 90 * DAY_MS, toMs)).rejects.toThrow(NotOffered);
    await expect(source().candles("BTC", "1d", toMs - 365 * DAY_MS, toMs)).rejects.toThrow(NotOffered);
    await expect(source().candles("EUR", "1d", toMs - DAY_MS, toMs)).rejects.toThrow(NotOffered);
  });
});

describe.each<[string, () => PriceSource]>([
  ["Binance", () => binance(server.url)],
  ["CoinGecko", () => coingecko(server.url)],
])("a request to %s", (_, source) => {
  const failure = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "answered",
      (error: unknown) => error,
    );

  it.each<[string, typeof server.answer]>([
    ["responds with status 500", json({ msg: "down" }, 500)],
    ["responds with status 403", json({}, 403)],
    ["redirects", json({}, 302, { location: "/elsewhere" })],
    ["responds with an object of another shape", json({ prices: "soon" })],
    ["responds with a list of other objects", json([{ symbol: "BTCUSDT", lastPrice: "NaN" }])],
    ["responds with a negative price", json([ticker("BTCUSDT", "-1.00000000")])],
    ["responds with null", json(null)],
    ["responds with truncated JSON", (__, response) => response.end('[{"symbol":"BTCUSDT","lastPr')],
    ["responds with an HTML page", (__, response) => response.end("<html>Just a moment...</html>")],
    ["closes the connection", (__, response) => response.destroy()],
    [
      "closes the connection within its response",
      (__, response) => response.writeHead(200, { "content-length": "999" }).write("[") && response.destroy(),
    ],
  ])("fails with SourceFailure if the server %s", async (___, answer) => {
    server.answer = answer;
    const failures = await Promise.all([
      failure(source().quotes(["BTC"], AT)),
      failure(source().trends(["BTC"], AT)),
      failure(source().candles("BTC", "4h", AT - DAY_MS, AT)),
    ]);
    for (const one of failures) expect(one).toBeInstanceOf(SourceFailure);
  });

  it("fails with SourceFailure if the server does not respond", { timeout: 10_000 }, async () => {
    server.answer = silent;
    expect(await failure(source().quotes(["BTC"], AT))).toBeInstanceOf(SourceFailure);
  });

  it.each([
    [429, "17", 17_000],
    [418, "120", 120_000],
    [429, "", 60_000],
    [500, "17", undefined],
  ])(
    "that is answered %i with Retry-After %j fails with a pause of %s ms",
    async (status, retryAfter, restMs) => {
      server.answer = json({}, status, { "retry-after": retryAfter });
      expect(await failure(source().quotes(["BTC"], AT))).toMatchObject({ restMs });
    },
  );
});
