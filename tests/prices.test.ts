import { Decimal } from "decimal.js";
import { describe, expect, it } from "vitest";
import * as Assets from "../core/kernel/assets/index.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { aggregate } from "../core/prices/sources/candles.ts";
import type { Interval } from "../core/prices/sources/schema.ts";
import { withPlatform } from "./support/platform.ts";

/** The price routes over HTTP (spec 2, sections 2.4, 4.4 and 8), with the running feed. */

const platform = withPlatform();
const path = "/api/defi/prices";
const DECIMAL = /^-?\d+(\.\d+)?$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type Figures = Record<string, string>;
interface History {
  readonly symbol: string;
  readonly interval: Interval;
  readonly from: string;
  readonly to: string;
  readonly data: readonly Figures[];
}

let callers = 0;
/** Calls with a unique IP address by default, because of the limits. */
const get = <T>(route: string, ip = `10.1.${Math.floor(++callers / 250)}.${callers % 250}`) =>
  platform.call<T>("GET", route, { ip });
const history = (symbol: string, query: Record<string, string> = {}) =>
  get<History>(`${path}/${symbol}/history?${new URLSearchParams(query)}`);

describe("GET /api/defi/prices", () => {
  it("returns every asset's price in decimal strings, without sign-in", async () => {
    const { status, body } = await get<{ prices: Figures[]; lastUpdated: string }>(path);
    expect(status).toBe(200);
    expect(body.lastUpdated).toMatch(ISO);
    expect(body.prices.map(({ symbol }) => symbol)).toEqual(Assets.list().map(({ symbol }) => symbol));
    for (const { symbol, name, lastUpdated, ...figures } of body.prices) {
      expect([symbol, name?.length]).not.toContain(0);
      expect(lastUpdated).toMatch(ISO);
      expect(Object.keys(figures).sort()).toEqual(
        "change24h change7d circulatingSupply high24h low24h marketCap price priceEur priceUsd volume24h".split(
          " ",
        ),
      );
      for (const figure of Object.values(figures)) expect(figure).toMatch(DECIMAL);
    }
  });

  it("derives all rates between assets from one EUR/USD rate", async () => {
    const { body } = await get<{ prices: Figures[] }>(path);
    const of = (symbol: string) => body.prices.find((one) => one["symbol"] === symbol) ?? {};
    expect(of("USD")["priceUsd"]).toBe("1");
    expect(of("EUR")["priceEur"]).toBe("1");
    for (const { priceUsd = "0", priceEur = "0" } of body.prices) {
      const rate = new Decimal(priceUsd).div(priceEur).div(of("EUR")["priceUsd"] ?? 0);
      expect(rate.minus(1).abs().lt("1e-9")).toBe(true);
    }
  });

  it("returns prices that are less than 11 seconds old", async () => {
    const prices = async () => (await get<{ prices: Figures[] }>(path)).body.prices;
    const before = await prices();
    await platform.advance(30);
    const after = await prices();
    expect(after.map(({ priceUsd }) => priceUsd)).not.toEqual(before.map(({ priceUsd }) => priceUsd));
    const age = Clock.nowMs() - Date.parse(after[0]?.["lastUpdated"] ?? "");
    expect(age).toBeLessThan(11_000);
  });
});

describe("GET /api/defi/prices/{symbol}", () => {
  it("returns all data of an asset, and accepts its symbol in lower case", async () => {
    const { status, body } = await get<Figures>(`${path}/btc`);
    expect(status).toBe(200);
    const { symbol, name, lastUpdated, allTimeHighDate, allTimeLowDate, ...figures } = body;
    expect([symbol, name]).toEqual(["BTC", "Bitcoin"]);
    for (const date of [lastUpdated, allTimeHighDate, allTimeLowDate]) expect(date).toMatch(ISO);
    expect(Object.keys(figures)).toHaveLength(20);
    for (const figure of Object.values(figures)) expect(figure).toMatch(DECIMAL);
    expect(figures["priceBtc"]).toBe("1");
    expect(figures["maxSupply"]).toBe("21000000");
    expect(Number(figures["allTimeHigh"])).toBeGreaterThanOrEqual(Number(figures["high24h"]));
    expect(Number(figures["allTimeLow"])).toBeLessThanOrEqual(Number(figures["low24h"]));
  });

  it.each(Assets.list().map(({ symbol }) => symbol))("returns %s", async (symbol) => {
    expect(await get(`${path}/${symbol}`)).toMatchObject({ status: 200, body: { symbol } });
  });

  it("returns 404 for an unknown asset", async () => {
    for (const route of [`${path}/DOGE`, `${path}/DOGE/history`, `${path}/__proto__`])
      expect(await get(route)).toMatchObject({
        status: 404,
        body: {
          code: "ASSET_NOT_FOUND",
          error: expect.any(String),
          supported: expect.arrayContaining(["BTC"]),
        },
      });
  });
});

describe("GET /api/defi/prices/{symbol}/history", () => {
  it("defaults to 100 candles of one hour", async () => {
    const { status, body } = await history("eth");
    expect(status).toBe(200);
    expect([body.symbol, body.interval, body.data.length]).toEqual(["ETH", "1h", 100]);
    expect(body.data[0]?.["timestamp"]).toBe(body.from);
    expect(Date.parse(body.to) - Date.parse(body.from)).toBe(100 * 3_600_000);
    for (const { timestamp, ...figures } of body.data) {
      expect(timestamp).toMatch(/:00:00\.000Z$/);
      expect(Object.keys(figures).sort()).toEqual(["close", "high", "low", "open", "volume"]);
      for (const figure of Object.values(figures)) expect(figure).toMatch(/^\d+(\.\d+)?$/);
    }
  });

  it.each<[Interval, Interval, string, string]>([
    ["1m", "5m", "T08:00:00Z", "T09:00:00Z"],
    ["1m", "1h", "T01:00:00Z", "T07:00:00Z"],
    ["1h", "4h", "T00:00:00Z", "T12:00:00Z"],
    ["1h", "1d", "", "T23:59:59.999Z"],
  ])("has the same prices in candles of %s and of %s", async (shorter, longer, from, to) => {
    const yesterday = new Date(Clock.nowMs() - 86_400_000).toISOString().slice(0, 10);
    const query = { from: `${yesterday}${from}`, to: `${yesterday}${to}` };
    const [parts, whole] = await Promise.all([
      history("BTC", { ...query, interval: shorter }),
      history("BTC", { ...query, interval: longer }),
    ]);
    const candles = (answer: typeof parts) =>
      answer.body.data.map(({ timestamp = "", open = "", high = "", low = "", close = "", volume = "" }) => ({
        startMs: Date.parse(timestamp),
        ...{ open, high, low, close, volume },
      }));
    expect(candles(whole).length).toBeGreaterThan(0);
    expect(aggregate(candles(parts), longer)).toEqual(candles(whole));
  });

  it("reaches back 365 days", async () => {
    const from = new Date(Clock.nowMs() - 365 * 86_400_000).toISOString();
    const { status, body } = await history("BTC", { interval: "1h", from });
    expect([status, body.data.length]).toEqual([200, 8760]);
  });

  it("accepts UTC offsets, and ends at the present if the requested end is in the future", async () => {
    const nowMs = Clock.nowMs();
    const local = new Date(nowMs - 7_200_000).toISOString().replace("Z", "+00:00");
    const { body } = await history("BTC", {
      interval: "15m",
      from: local,
      to: new Date(nowMs + 86_400_000).toISOString(),
    });
    expect(Date.parse(body.to)).toBeLessThanOrEqual(Clock.nowMs());
    expect(Date.parse(body.to)).toBeGreaterThan(nowMs - 900_000 - 1);
    expect(body.data).toHaveLength((Date.parse(body.to) - Date.parse(body.from)) / 900_000);
  });

  const ago = (days: number) => new Date(Clock.nowMs() - days * 86_400_000).toISOString();
  it.each<[string, () => Record<string, string>, string, object]>([
    [
      "an unknown interval",
      () => ({ interval: "2h" }),
      "INVALID_REQUEST",
      { fields: [{ field: "interval" }] },
    ],
    [
      "an interval in upper case",
      () => ({ interval: "1H" }),
      "INVALID_REQUEST",
      { fields: [{ field: "interval" }] },
    ],
    ["an invalid time", () => ({ from: "yesterday" }), "INVALID_REQUEST", { fields: [{ field: "from" }] }],
    ["an invalid day", () => ({ to: "2026-02-30" }), "INVALID_REQUEST", { fields: [{ field: "to" }] }],
    [
      "a number for a time",
      () => ({ from: "1700000000" }),
      "INVALID_REQUEST",
      { fields: [{ field: "from" }] },
    ],
    ["an end before the start", () => ({ from: ago(1), to: ago(2) }), "INVALID_RANGE", {}],
    ["a start in the future", () => ({ from: ago(-1) }), "INVALID_RANGE", {}],
    ["more than 365 days", () => ({ interval: "1d", from: ago(366) }), "RANGE_TOO_DEEP", { maxDays: 365 }],
    [
      "more candles than the limit",
      () => ({ interval: "1m", from: ago(8) }),
      "TOO_MANY_CANDLES",
      { maxRangeSeconds: 600_000 },
    ],
  ])("rejects %s", async (_, query, code, details) => {
    expect(await history("BTC", query())).toMatchObject({
      status: 400,
      body: { code, error: expect.any(String), ...details },
    });
  });
});

describe("the limits", () => {
  it.each([
    ["", 100],
    ["/BTC", 200],
    ["/BTC/history", 60],
  ])(
    "of GET /prices%s are %i requests per IP address, and are stated in the response",
    async (route, max) => {
      const ip = `10.9.9.${max}`;
      const first = await get(`${path}${route}`, ip);
      expect(first.headers.get("x-ratelimit-limit")).toBe(String(max));
      expect(first.headers.get("x-ratelimit-remaining")).toBe(String(max - 1));
      expect(Number(first.headers.get("x-ratelimit-reset"))).toBeGreaterThan(0);
      const others = await Promise.all(Array.from({ length: max }, () => get(`${path}${route}`, ip)));
      const refused = others.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(1);
      expect(refused[0]?.headers.get("x-ratelimit-remaining")).toBe("0");
      expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
      expect((await get(`${path}${route}`)).status).toBe(200);
    },
  );

  it("are also stated in error responses", async () => {
    const { status, headers } = await get(`${path}/DOGE`);
    expect(status).toBe(404);
    expect(headers.get("x-ratelimit-remaining")).toBe("199");
  });
});
