import type { Decimal } from "decimal.js";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import { Exact } from "../kernel/decimal/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import * as History from "../prices/history.ts";
import { HISTORY_DAYS } from "../prices/sources/schema.ts";
import type { Euros } from "./average-cost.ts";

/** What assets were worth in euros at a day's close (UTC), today at the latest price, where history knows. */

/** Prices in US dollars by the day's beginning. */
type Closes = ReadonlyMap<number, Decimal>;

export class Rates {
  readonly #nowMs: number;
  readonly #closes = new Map<string, Promise<Closes>>();

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  /** What one unit of an asset was worth. @throws SERVICE_UNAVAILABLE */
  async euros(symbol: string, atMs: number): Promise<Euros> {
    if (symbol === "EUR") return new Exact(1);
    if (!Assets.find(symbol)) return undefined;
    const day = Math.floor(atMs / DAY_MS) * DAY_MS;
    const [asset, euro] = await Promise.all([
      symbol === "USD" ? undefined : this.#usd(symbol),
      this.#usd("EUR"),
    ]);
    const [usd, rate] = [asset ? asset.get(day) : new Exact(1), euro.get(day)];
    return usd === undefined || rate === undefined || rate.isZero() ? undefined : new Exact(usd).div(rate);
  }

  #usd(symbol: string): Promise<Closes> {
    const known = this.#closes.get(symbol) ?? closesOf(symbol, this.#nowMs);
    this.#closes.set(symbol, known);
    return known;
  }
}

async function closesOf(symbol: string, nowMs: number): Promise<Closes> {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  // History reckons back from now, and answers whole candles.
  const deepest = today - (HISTORY_DAYS - 1) * DAY_MS;
  const [days, late] = await Promise.all([
    History.read({ symbol, interval: "1d", fromMs: deepest, toMs: today }),
    nowMs > today && Clock.nowMs() >= nowMs
      ? History.read({ symbol, interval: "5m", fromMs: today, toMs: nowMs })
      : undefined,
  ]);
  const last = late?.candles.at(-1);
  return new Map([
    ...days.candles.map(({ startMs, close }) => [startMs, new Exact(close)] as const),
    ...(last && last.startMs >= today ? [[today, new Exact(last.close)] as const] : []),
  ]);
}
