import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import * as Lease from "../platform/lease/index.ts";
import { log } from "../platform/log.ts";
import * as Queue from "../platform/queue.ts";
import { latest } from "../prices/latest.ts";
import { ShardServer } from "./server.ts";

/**
 * Workers serve the shards after the first. Each is a process that holds the shard's lease and reads the ticks from the
 * table. The feed requests new workers in each run, and the previous ones continue until the new ones take over.
 */

/** Requests a worker for a shard until a time, in milliseconds of the platform's clock. */
const order = z.object({ shard: z.int().min(1), untilMs: z.int() });
export type WorkerRequest = z.output<typeof order>;

/** How often the latest ticks are read, and how often a waiting worker tries to get the lease. */
const POLL_MS = 250;
const LEASE_SECONDS = 5;
const RENEW_MS = 1000;
/** The part of the process's time that is reserved for its end. */
const RESERVE_MS = 3000;

/**
 * Parses the request in a queue message's body.
 * @throws ZodError for any other message, which goes to the dead letters
 */
export const parse = (body: string): WorkerRequest => order.parse(JSON.parse(body));

/** Sends requests to the queue. @returns the requests that the queue rejected */
export async function send(orders: readonly WorkerRequest[]): Promise<WorkerRequest[]> {
  const failed = await Queue.send(
    "QUEUE_URL_PRICE_FANOUT",
    orders.map((one) => ({ id: String(one.shard), body: JSON.stringify(one) })),
  );
  return orders.filter(({ shard }) => failed.includes(String(shard)));
}

/**
 * Serves a shard: waits for the shard's lease while the previous worker has it, and serves as long as it has the lease.
 * @param remainingMs returns how long this process may still run
 * @returns whether it served the shard. Otherwise the request has expired, the process had no time left, or another worker
 *   serves the shard
 */
export async function serve({ shard, untilMs }: WorkerRequest, remainingMs: () => number): Promise<boolean> {
  const lease = `prices-live-${shard}`;
  const holder = randomUUID();
  let server: ShardServer | undefined;
  let renewAtMs = 0;
  for (; Clock.nowMs() < untilMs && remainingMs() > RESERVE_MS; await sleep(POLL_MS)) {
    try {
      if (performance.now() >= renewAtMs) {
        const isOurs = await Lease.acquire(lease, holder, LEASE_SECONDS);
        if (!isOurs && server) break;
        if (!isOurs) continue;
        renewAtMs = performance.now() + RENEW_MS;
      }
      server ??= new ShardServer(shard);
      server.publish((await latest()).values());
    } catch (error) {
      log.warn("live prices: getting the lease or publishing the latest prices failed; the worker retries", {
        shard,
        error,
      });
    }
  }
  // A lease that cannot be released expires.
  await Promise.all([server?.close(), Lease.release(lease, holder).catch(() => undefined)]);
  return server !== undefined;
}
