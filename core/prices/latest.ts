import type * as z from "zod";
import * as Table from "../platform/table/index.ts";
import { latestTicks, type tick } from "./entity.ts";
import type { Candle } from "./sources/schema.ts";

/**
 * The latest tick of every asset, and the candles that ticks go into: written by the feed at each tick before
 * anybody gets it, so that no tick is told which its candle will not have.
 */

export type Tick = z.output<typeof tick>;

/** How far the feed is with its candles. */
export interface Progress {
  /** The name of the source that the ticks are from. */
  readonly source: string;
  /** Candles of minutes before this instant are stored. */
  readonly untilMs: number;
  /** Minutes' candles made of ticks that are not stored yet, by symbol; the last is in progress. */
  readonly minutes: ReadonlyMap<string, readonly Candle[]>;
}

/** Keeps the ticks, all of them, over those before. */
export const save = (ticks: readonly Tick[], progress?: Progress): Promise<void> =>
  Table.put(
    latestTicks.item({
      ticks,
      ...(progress && {
        progress: {
          ...progress,
          minutes: [...progress.minutes].map(([symbol, candles]) => ({ symbol, candles })),
        },
      }),
    }),
  );

/** The last tick of every asset by symbol; empty before the feed's first. */
export async function latest(): Promise<ReadonlyMap<string, Tick>> {
  const found = await Table.find(latestTicks, {});
  return new Map(found?.ticks.map((one) => [one.symbol, one]));
}

/** How far the feed is with the candles of a source; undefined before its first tick. */
export async function progressOf(source: string): Promise<Progress | undefined> {
  const found = await Table.find(latestTicks, {});
  return found?.progress?.source === source ? found.progress : undefined;
}
