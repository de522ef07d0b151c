import { log } from "../platform/log.ts";
import type { Tick } from "../prices/latest.ts";
import { orderServers } from "./orders.ts";
import { serve } from "./serve.ts";

/**
 * Pushes the feed's ticks on to whoever is subscribed. The feed's own process serves shard 0 from memory; for each further
 * shard it orders a server of its own (`events/prices/fanout.ts`), so that more connections mean more processes and not
 * more work for this one.
 */

export interface Publisher {
  /** Hands ticks to all subscribers: resolves when they are handed over, whether or not a slow subscriber has taken them. */
  publish(ticks: readonly Tick[]): Promise<void>;
  /** Ends it: what is under way is given up on after 2 seconds. */
  close(): Promise<void>;
}

/** The shard that the feed serves itself. */
const OWN_SHARD = 0;
const ORDER_EVERY_MS = 1000;

/** Begins to push; used by the one process that has the feed's lease. */
export function open(): Publisher {
  const server = serve(OWN_SHARD);
  let ordering: Promise<void> | undefined;
  const order = (): void => {
    ordering ??= orderServers()
      .catch((error: unknown) => log.warn("servers of further shards were not ordered", { error }))
      .finally(() => {
        ordering = undefined;
      });
  };
  order();
  const timer = setInterval(order, ORDER_EVERY_MS);
  timer.unref();
  return {
    async publish(ticks) {
      (await server).publish(ticks);
    },
    async close() {
      clearInterval(timer);
      const ended = await server;
      await Promise.all([ordering, ended.close()]);
      log.info("prices were pushed", { shard: OWN_SHARD, ...ended.figures() });
    },
  };
}
