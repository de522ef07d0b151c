import { setTimeout as sleep } from "node:timers/promises";
import { env } from "../kernel/env.ts";
import { log } from "../platform/log.ts";
import type { Publisher } from "../prices/feed.ts";
import { isRead } from "../prices/newest.ts";
import { computedSeed } from "../prices/sources/settings.ts";
import { ShardServer } from "./server.ts";
import { isAnybody, shardCount } from "./subscribers.ts";
import * as Worker from "./worker.ts";

export type Pace = "minute long" | "once" | "off";

/**
 * Returns the pace of the minute that begins. A feed at full pace is most of the costs of an idle stage, so `PRICE_FEED`
 * may limit it to once a minute. With `live`, real markets are asked once a minute too while no client is subscribed and
 * none has read prices for 5 minutes. The next client gets prices up to a minute old, recent enough for transactions,
 * and the full pace from the next minute on.
 */
export async function currentPace(): Promise<Pace> {
  const feed = env("PRICE_FEED", "live");
  if (feed === "off") return "off";
  if (feed === "minute") return "once";
  // The simulated market is computed without requests.
  if (computedSeed() !== undefined) return "minute long";
  return (await isWanted()) ? "minute long" : "once";
}

async function isWanted(): Promise<boolean> {
  try {
    return (await Promise.all([isRead(), isAnybody()])).includes(true);
  } catch (error) {
    log.warn("price feed: demand unknown, runs at full pace", { error });
    return true;
  }
}

/** The shard that the feed's own process serves, from memory. */
const OWN_SHARD = 0;
/** How long workers outlast the feed's run: the next run orders its own by then. */
const OVERLAP_MS = 5000;
const ORDER_AGAIN_MS = 1000;

/**
 * Opens a publisher of the feed's ticks to subscribers, for the process that has the feed's lease.
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

/** Orders a worker for each further shard, until the queue takes all orders. */
async function orderWorkers(untilMs: number, signal: AbortSignal): Promise<void> {
  let orders = Array.from({ length: shardCount() - 1 }, (_, index) => ({ shard: index + 1, untilMs }));
  while (orders.length > 0 && !signal.aborted) {
    try {
      orders = await Worker.send(orders);
    } catch (error) {
      log.warn("live prices: workers not ordered, retries", { shards: orders.length, error });
    }
    if (orders.length > 0) await sleep(ORDER_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}
