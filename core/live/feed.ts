import { setTimeout as sleep } from "node:timers/promises";
import { env } from "../kernel/env.ts";
import { log } from "../platform/log.ts";
import type { Publisher } from "../prices/feed.ts";
import { isRead } from "../prices/newest.ts";
import { computedSeed } from "../prices/sources/settings.ts";
import { ShardServer } from "./server.ts";
import { hasConnections, shardCount } from "./subscribers.ts";
import * as Worker from "./worker.ts";

export type Pace = "minute long" | "once" | "off";

/**
 * Returns the pace of the next minute. A feed at full pace is most of the cost of an idle stage, so `PRICE_FEED` may limit
 * it to once a minute. With `live`, real markets are also queried once a minute while no client is connected and none has
 * read prices for 5 minutes. The next client then gets prices up to a minute old, which are recent enough for
 * transactions, and the full pace from the next minute on.
 */
export async function currentPace(): Promise<Pace> {
  const feed = env("PRICE_FEED", "live");
  if (feed === "off") return "off";
  if (feed === "minute") return "once";
  // The simulated market is computed without requests.
  if (computedSeed() !== undefined) return "minute long";
  return (await hasDemand()) ? "minute long" : "once";
}

async function hasDemand(): Promise<boolean> {
  try {
    return (await Promise.all([isRead(), hasConnections()])).includes(true);
  } catch (error) {
    log.warn("price feed: demand unknown because a read failed, the feed runs at full pace", { error });
    return true;
  }
}

/** The shard that the feed's own process serves, from memory. */
const OWN_SHARD = 0;
/** How long workers continue after the feed's run, until the workers of the next run take over. */
const OVERLAP_MS = 5000;
const RETRY_MS = 1000;

/**
 * Opens a publisher of the feed's ticks for the process that has the feed's lease.
 * @param untilMs when the feed's run ends, in milliseconds of the platform's clock
 */
export function open(untilMs: number): Publisher {
  const server = new ShardServer(OWN_SHARD);
  const closed = new AbortController();
  const requested = requestWorkers(untilMs + OVERLAP_MS, closed.signal);
  return {
    publish: (ticks) => server.publish(ticks),
    async close() {
      closed.abort();
      await Promise.all([requested, server.close()]);
    },
  };
}

/** Requests a worker for each further shard, until the queue has accepted all requests. */
async function requestWorkers(untilMs: number, signal: AbortSignal): Promise<void> {
  let requests = Array.from({ length: shardCount() - 1 }, (_, index) => ({ shard: index + 1, untilMs }));
  while (requests.length > 0 && !signal.aborted) {
    try {
      requests = await Worker.send(requests);
    } catch (error) {
      log.warn(
        "live prices: requests for workers not queued; retried every second until the feed's run ends",
        {
          shards: requests.length,
          error,
        },
      );
    }
    if (requests.length > 0) await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}
