import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../platform/log.ts";
import type { Publisher } from "../prices/feed.ts";
import { ShardServer } from "./server.ts";
import { shardCount } from "./shard.ts";
import * as Worker from "./worker.ts";

/** The shard that the feed's own process serves, from memory. */
const OWN_SHARD = 0;
/** Workers go on so long after the feed's run: by then the next run has ordered the next ones. */
const OVERLAP_MS = 5000;
const ORDER_AGAIN_MS = 1000;

/**
 * Pushes the feed's ticks on to whoever is subscribed; used by the one process that has the feed's lease.
 * @param untilMs when the feed's run ends, in milliseconds of the platform's clock
 */
export function open(untilMs: number): Publisher {
  const server = new ShardServer(OWN_SHARD);
  const closed = new AbortController();
  const ordered = orderWorkers(untilMs + OVERLAP_MS, closed.signal);
  return {
    publish: (ticks) => server.publish(ticks),
    async close() {
      closed.abort();
      await Promise.all([ordered, server.close()]);
    },
  };
}

/** Orders a worker for each further shard, again where the queue did not take it. */
async function orderWorkers(untilMs: number, signal: AbortSignal): Promise<void> {
  let orders = Array.from({ length: shardCount() - 1 }, (_, index) => ({ shard: index + 1, untilMs }));
  while (orders.length > 0 && !signal.aborted) {
    try {
      orders = await Worker.send(orders);
    } catch (error) {
      log.warn("workers were not ordered", { shards: orders.length, error });
    }
    if (orders.length > 0) await sleep(ORDER_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}
