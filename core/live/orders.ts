import * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import * as Queue from "../platform/queue.ts";
import * as Shards from "./shards.ts";

/** Orders for servers of further shards: a message each and minute. */

/** Asks for a shard to be served until then, in milliseconds of the platform's clock. */
export const order = z.object({ shard: z.int().min(1), untilMs: z.int() });
export type Order = z.output<typeof order>;

const MINUTE_MS = 60_000;
/** So long before a minute begins, its server is ordered: it takes over from the one before without a gap. */
const AHEAD_MS = 2000;

/** The end of the minute that a server ordered now serves until. Pure. */
export const servedUntil = (nowMs: number): number =>
  (Math.floor((nowMs + AHEAD_MS) / MINUTE_MS) + 1) * MINUTE_MS;

/** Messages of a batch, which the queue takes in one call. */
const BATCH = 10;

/**
 * Orders a server for each further shard that has connections and none ordered for this minute. What was not taken by the
 * queue is not marked, so the next call orders it; two orders for one shard are harmless, for its lease lets one serve.
 */
export async function orderServers(): Promise<void> {
  const untilMs = servedUntil(Clock.nowMs());
  const waiting = (await Shards.list()).filter(
    ({ shard, count, orderedUntilMs }) => shard > 0 && count > 0 && orderedUntilMs < untilMs,
  );
  const orders: Order[] = waiting.map(({ shard }) => ({ shard, untilMs }));
  const batches = Array.from({ length: Math.ceil(orders.length / BATCH) }, (_, index) =>
    orders.slice(index * BATCH, (index + 1) * BATCH),
  );
  const ends = await Promise.allSettled(batches.map(sendAndMark));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function sendAndMark(orders: readonly Order[]): Promise<void> {
  const failed = await Queue.send(
    "QUEUE_URL_PRICE_FANOUT",
    orders.map((one) => ({ id: String(one.shard), body: JSON.stringify(one) })),
  );
  const taken = orders.filter(({ shard }) => !failed.includes(String(shard)));
  if (failed.length > 0) log.warn("the queue did not take orders for shards", { shards: failed });
  await Promise.all(taken.map(({ shard, untilMs }) => Shards.markOrdered(shard, untilMs)));
}
