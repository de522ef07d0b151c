import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { SvcError } from "../kernel/errors.ts";
import { DAY_MS } from "../kernel/time.ts";
import * as CandleStore from "./candle-store.ts";
import * as History from "./history.ts";
import { filler } from "./sources/candles.ts";
import { configured } from "./sources/configured.ts";
import type { Candle, Interval } from "./sources/schema.ts";
import { json, type StubServer, withServer } from "./sources/server.fixture.ts";

withDatabase();
const server: StubServer = withServer();

const AT = Date.parse("2026-11-21T09:31:30Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ now: AT, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const iso = (ms: number) => new Date(ms).toISOString();
const at = (text: string) => Date.parse(`2026-11-${text}Z`);

describe("a range", () => {
  it.each<[string, Interval, string | undefined, string | undefined, string, string]>([
    ["no bounds covers the last hundred candles", "1h", undefined, undefined, "17T05:00", "21T09:00"],
    ["whole candles is unchanged", "1h", "21T03:00", "21T05:00", "21T03:00", "21T05:00"],
    ["parts of candles is extended to whole candles", "1h", "21T03:20", "21T04:40", "21T03:00", "21T05:00"],
    [
      "a past candle and the one in progress ends before that",
      "1h",
      "21T03:00",
      "21T09:20",
      "21T03:00",
      "21T09:00",
    ],
    ["future candles ends with the last complete one", "15m", "21T08:00", "29T00:00", "21T08:00", "21T09:30"],
    ["an end alone covers a hundred candles before it", "5m", undefined, "20T10:01", "20T01:45", "20T10:05"],
    ["one instant on a boundary is empty", "1m", "21T03:00", "21T03:00", "21T03:00", "21T03:00"],
    ["the candle in progress alone is empty", "1d", "21T01:00", "21T09:00", "21T00:00", "21T00:00"],
    [
      "candles of 4 hours is extended to multiples of 4 hours in UTC",
      "4h",
      "20T05:00",
      "20T13:00",
      "20T04:00",
      "20T16:00",
    ],
  ])("of %s", (_, interval, from, to, alignedFrom, alignedTo) => {
    const range = History.align(interval, { fromMs: from && at(from), toMs: to && at(to) } as never, AT);
    expect([iso(range.fromMs), iso(range.toMs)]).toEqual([iso(at(alignedFrom)), iso(at(alignedTo))]);
  });

  const refusal = (interval: Interval, fromMs: number | undefined, toMs?: number): unknown => {
    try {
      return History.align(interval, { fromMs, toMs }, AT);
    } catch (error) {
      return error instanceof SvcError ? { code: error.code, ...error.details } : error;
    }
  };

  it("is rejected if it ends before it begins, or begins in the future", () => {
    expect(refusal("1h", AT - 1, AT - 2)).toMatchObject({ code: "INVALID_RANGE", from: iso(AT - 1) });
    expect(refusal("1h", AT + 1)).toMatchObject({ code: "INVALID_RANGE" });
  });

  it("is rejected if it begins more than 365 days ago", () => {
    const deepest = AT - 365 * DAY_MS;
    expect(refusal("1d", deepest)).toMatchObject({ fromMs: Date.parse("2025-11-21T00:00:00Z") });
    expect(refusal("1d", deepest - 4 * MINUTE)).toMatchObject({ toMs: Date.parse("2026-11-21T00:00:00Z") });
    expect(refusal("1d", deepest - 6 * MINUTE)).toEqual({
      code: "RANGE_TOO_DEEP",
      earliest: iso(deepest),
      maxDays: 365,
    });
    expect(refusal("1d", undefined, deepest - HOUR)).toMatchObject({ code: "RANGE_TOO_DEEP" });
    // The default does not exceed the maximum.
    expect(refusal("1d", undefined, deepest + 10 * DAY_MS)).toMatchObject({
      fromMs: Date.parse("2025-11-22T00:00:00Z"),
    });
  });

  it("is rejected if it has more than 10,000 candles", () => {
    const toMs = Math.floor(AT / MINUTE) * MINUTE;
    expect(refusal("1m", toMs - 10_000 * MINUTE)).toMatchObject({ toMs });
    expect(refusal("1m", toMs - 10_001 * MINUTE)).toEqual({
      code: "TOO_MANY_CANDLES",
      candles: 10_001,
      maxCandles: 10_000,
      maxRangeSeconds: 600_000,
      earliestFrom: iso(toMs - 10_000 * MINUTE),
    });
  });
});

const candle = (startMs: number, price: string): Candle => ({
  startMs,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: "1",
});
const read = (symbol: string, interval: Interval, fromMs: number, toMs: number) =>
  History.read({ symbol, interval, fromMs, toMs }).then(({ candles }) => candles);

describe("history", () => {
  it("consists of the source's candles if none are stored", async () => {
    const history = await History.read({ symbol: "eth", interval: "1h", fromMs: undefined, toMs: undefined });
    expect(history).toMatchObject({ symbol: "ETH", interval: "1h" });
    expect(history.candles).toEqual(await configured().candles("ETH", "1h", history.fromMs, history.toMs));
    expect(history.candles).toHaveLength(100);
  });

  it("consists of stored candles, and of the source's candles where none is stored", async () => {
    const endMs = Math.floor(AT / HOUR) * HOUR;
    const series = { source: configured().name, symbol: "BTC", interval: "1h" } as const;
    const storedCandles = [-5, -4, -2].map((hours) => candle(endMs + hours * HOUR, "12345.6"));
    await Promise.all(storedCandles.map((one) => CandleStore.save(series, one)));
    const candles = await read("BTC", "1h", endMs - 6 * HOUR, endMs);
    const sourceCandles = await configured().candles("BTC", "1h", endMs - 6 * HOUR, endMs);
    expect(candles).toEqual([
      sourceCandles[0],
      storedCandles[0],
      storedCandles[1],
      sourceCandles[3],
      storedCandles[2],
      sourceCandles[5],
    ]);
    // Candles of another source are excluded.
    vi.stubEnv("PRICE_SEED", "other");
    expect((await read("BTC", "1h", endMs - 6 * HOUR, endMs)).map(({ open }) => open)).not.toContain(
      "12345.6",
    );
  });

  it("does not mix stored candles of different assets and intervals", async () => {
    const series = { source: configured().name, symbol: "USDC", interval: "1m" } as const;
    await CandleStore.save(series, candle(AT - 30_000 - 10 * MINUTE, "7"));
    const [fromMs, toMs] = [AT - 30_000 - 15 * MINUTE, AT - 30_000];
    expect((await read("USDC", "1m", fromMs, toMs)).map(({ open }) => open)).toContain("7");
    expect((await read("USDC", "5m", fromMs, toMs)).map(({ open }) => open)).not.toContain("7");
    expect((await read("EUR", "1m", fromMs, toMs)).map(({ open }) => open)).not.toContain("7");
  });
});

describe("history of a real source", () => {
  beforeEach(() => {
    vi.stubEnv("PRICE_SOURCE", "binance");
    vi.stubEnv("BINANCE_URL", server.url);
  });
  const endMs = Math.floor(AT / MINUTE) * MINUTE;
  const row = (startMs: number, price: string) => [
    ...[startMs, price, price, price, price, "1.0", startMs + MINUTE - 1, "5.0", 1, "0.5", "2.5", "0"],
  ];
  const series = { source: "live", symbol: "BTC", interval: "1m" } as const;

  it("repeats the previous close if nothing was traded, and requests only missing candles", async () => {
    await CandleStore.save(series, candle(endMs - 10 * MINUTE, "10"));
    server.answer = json([row(endMs - 9 * MINUTE, "11.0"), row(endMs - 7 * MINUTE, "12.0")]);
    expect(await read("BTC", "1m", endMs - 10 * MINUTE, endMs - 6 * MINUTE)).toEqual([
      candle(endMs - 10 * MINUTE, "10"),
      { ...candle(endMs - 9 * MINUTE, "11"), volume: "5" },
      filler(endMs - 8 * MINUTE, "11"),
      { ...candle(endMs - 7 * MINUTE, "12"), volume: "5" },
    ]);
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]).toContain(`startTime=${endMs - 9 * MINUTE}`);
  });

  it("is read without a request to the source if all candles are stored", async () => {
    await CandleStore.save(series, candle(endMs - 20 * MINUTE, "10"));
    expect(await read("BTC", "1m", endMs - 20 * MINUTE, endMs - 19 * MINUTE)).toHaveLength(1);
    expect(server.asked).toEqual([]);
  });

  it("has gaps while the source is unavailable, and is rejected as unavailable if nothing is stored", async () => {
    server.answer = json({}, 500);
    await CandleStore.save(series, candle(endMs - 40 * MINUTE, "10"));
    expect(await read("BTC", "1m", endMs - 42 * MINUTE, endMs - 38 * MINUTE)).toEqual([
      candle(endMs - 40 * MINUTE, "10"),
    ]);
    await expect(read("BTC", "1m", endMs - 60 * MINUTE, endMs - 59 * MINUTE)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
  });
});
