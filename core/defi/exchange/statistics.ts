import type { Mode } from "../../kernel/mode.ts";
import { DAY_MS, toIso } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import { bucket, trade } from "./entity.ts";
import { BUCKET_MS } from "./trades.ts";

/** What went through a pool in the last 24 hours, to the millisecond. */

export interface Day {
  /** Base units of each token, whichever way they went. */
  readonly volume0: bigint;
  readonly volume1: bigint;
  /** What the pool kept, in base units of each token. */
  readonly fee0: bigint;
  readonly fee1: bigint;
  /** The reserves before the first swap of these hours; undefined where there was none. */
  readonly open: { readonly reserve0: bigint; readonly reserve1: bigint } | undefined;
}

/**
 * Reads a pool's last 24 hours: whole buckets, and before them the single trades of the bucket that the 24
 * hours begin in. A trade exactly 24 hours old still counts.
 */
export async function lastDay(mode: Mode, pairId: string, nowMs: number): Promise<Day> {
  const sinceMs = nowMs - DAY_MS;
  const wholeMs = Math.ceil(sinceMs / BUCKET_MS) * BUCKET_MS;
  const [trades, buckets] = await Promise.all([
    sinceMs === wholeMs ? [] : Table.queryAll(tradesBetween(mode, pairId, sinceMs, wholeMs)),
    Table.queryAll({
      pk: bucket.partition({ mode, pairId }),
      from: bucket.key({ mode, pairId, at: toIso(wholeMs) }).sk,
    }),
  ]);
  const parts = [...trades, ...buckets].map(bucket.parse);
  const [first] = parts;
  const sum = (figure: "volume0" | "volume1" | "fee0" | "fee1") =>
    parts.reduce((total, part) => total + part[figure], 0n);
  return {
    volume0: sum("volume0"),
    volume1: sum("volume1"),
    fee0: sum("fee0"),
    fee1: sum("fee1"),
    open: first && { reserve0: first.open0, reserve1: first.open1 },
  };
}

/**
 * Keys of trades are longer than the instant alone, so those at `untilMs` itself sort after it: they are left
 * out.
 */
const tradesBetween = (mode: Mode, pairId: string, sinceMs: number, untilMs: number) => ({
  pk: trade.partition({ mode, pairId }),
  from: trade.prefix + toIso(sinceMs),
  upTo: trade.prefix + toIso(untilMs),
});
