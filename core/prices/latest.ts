import type * as z from "zod";
import * as Table from "../platform/table/index.ts";
import { latestTicks, type tick } from "./entity.ts";

/** The latest tick of every asset: written by the feed at each tick, read by whoever pushes prices on. */

export type Tick = z.output<typeof tick>;

/** Keeps the ticks, all of them, over those before. */
export const save = (ticks: readonly Tick[]): Promise<void> => Table.put(latestTicks.item({ ticks }));

/** The last tick of every asset by symbol; empty before the feed's first. */
export async function latest(): Promise<ReadonlyMap<string, Tick>> {
  const found = await Table.find(latestTicks, {});
  return new Map(found?.ticks.map((one) => [one.symbol, one]));
}
