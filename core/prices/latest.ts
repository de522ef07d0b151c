import * as z from "zod";
import * as Table from "../platform/table/index.ts";
import { latestTicks } from "./entity.ts";

/** The latest tick of every asset: written by the feed at each tick, read by whoever pushes prices on. */

/** A price at an instant, as subscribers get it (spec 2, section 6). Decimal strings; prices in US dollars. */
export const tick = z.object({
  symbol: z.string(),
  price: z.string(),
  /** Percent. */
  change24h: z.string(),
  /** US dollars. */
  volume24h: z.string(),
  /** ISO 8601. */
  timestamp: z.string(),
});
export type Tick = z.output<typeof tick>;

const key = latestTicks.key({});

/** Keeps the ticks, all of them, over those before. */
export const save = (ticks: readonly Tick[]): Promise<void> => Table.put({ ...key, ticks });

/** The last tick of every asset by symbol; empty before the feed's first. */
export async function latest(): Promise<ReadonlyMap<string, Tick>> {
  const item = await Table.get(key);
  const ticks = z.array(tick).parse(item?.["ticks"] ?? []);
  return new Map(ticks.map((one) => [one.symbol, one]));
}
