import * as z from "zod";
import * as Clock from "../../clock/index.ts";
import * as Queue from "../../platform/queue.ts";
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

/** Orders a server for each further shard that has connections and none ordered for this minute; once, whoever asks. */
export async function orderServers(): Promise<void> {
  const untilMs = servedUntil(Clock.nowMs());
  const waiting = (await Shards.list()).filter(
    ({ shard, count, orderedUntilMs }) => shard > 0 && count > 0 && orderedUntilMs < untilMs,
  );
  const marked = await Promise.all(waiting.map(({ shard }) => Shards.markOrdered(shard, untilMs)));
  const orders: Order[] = waiting
    .filter((_, index) => marked[index])
    .map(({ shard }) => ({ shard, untilMs }));
  if (orders.length === 0) return;
  await Queue.send(
    "QUEUE_URL_PRICE_FANOUT",
    orders.map((one) => ({ id: String(one.shard), body: JSON.stringify(one) })),
  );
}
