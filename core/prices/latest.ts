import type * as z from "zod";
import * as Table from "../platform/table/index.ts";
import { latestTicks, type progress as progressSchema, type tick } from "./entity.ts";

/**
 * The latest tick of every asset, and the candles in progress. The feed writes them before it publishes a tick, so that
 * every published tick is in its candle.
 */

export type Tick = z.output<typeof tick>;

export type Progress = Readonly<z.output<typeof progressSchema>>;

/** Stores the ticks of all assets. Replaces the previous ones. */
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

/** Returns the last tick of every asset by symbol; empty before the feed's first. */
export async function latest(): Promise<ReadonlyMap<string, Tick>> {
  const found = await Table.find(latestTicks, {});
  return new Map(found?.ticks.map((one) => [one.symbol, one]));
}

/** Returns the feed's progress with the candles of a source; undefined before its first tick. */
export async function progressOf(source: string): Promise<Progress | undefined> {
  const found = await Table.find(latestTicks, {});
  return found?.progress?.source === source ? found.progress : undefined;
}
