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
 * Workers serve the shards beyond the first: a process each, which holds the shard's lease and takes the
 * ticks from the table. The feed orders them anew at each of its runs, and they outlast it until the next
 * ones take over.
 */

/** Asks for a shard to be served until then, in milliseconds of the platform's clock. */
const order = z.object({ shard: z.int().min(1), untilMs: z.int() });
export type Order = z.output<typeof order>;

/** How often the latest ticks are read, and how often somebody who waits asks again. */
const LOOK_EVERY_MS = 250;
const LEASE_SECONDS = 5;
const RENEW_EVERY_MS = 1000;
/** What is kept back of the process's time for the end. */
const RESERVE_MS = 3000;

/**
 * Reads an order from a queue message's body. @throws ZodError when it is none: the message goes to the dead
 * letters
 */
export const parse = (body: string): Order => order.parse(JSON.parse(body));

/** Sends orders to the queue. @returns those that it did not take */
export async function send(orders: readonly Order[]): Promise<Order[]> {
  const failed = await Queue.send(
    "QUEUE_URL_PRICE_FANOUT",
    orders.map((one) => ({ id: String(one.shard), body: JSON.stringify(one) })),
  );
  return orders.filter(({ shard }) => failed.includes(String(shard)));
}

/**
 * Carries out an order: waits for the shard's lease while the worker before has it, and serves as long as it
 * is its own.
 * @param remainingMs how long this process may still run
 * @returns whether it served: an order that is over, or another's, is done with
 */
export async function work({ shard, untilMs }: Order, remainingMs: () => number): Promise<boolean> {
  const lease = `prices-live-${shard}`;
  const holder = randomUUID();
  let server: ShardServer | undefined;
  let renewAtMs = 0;
  for (; Clock.nowMs() < untilMs && remainingMs() > RESERVE_MS; await sleep(LOOK_EVERY_MS)) {
    try {
      if (performance.now() >= renewAtMs) {
        const isOurs = await Lease.acquire(lease, holder, LEASE_SECONDS);
        if (!isOurs && server) break;
        if (!isOurs) continue;
        renewAtMs = performance.now() + RENEW_EVERY_MS;
      }
      server ??= new ShardServer(shard);
      server.publish((await latest()).values());
    } catch (error) {
      log.warn("live prices: reading the latest prices failed, will be retried", { shard, error });
    }
  }
  // A lease that cannot be given back runs out.
  await Promise.all([server?.close(), Lease.release(lease, holder).catch(() => undefined)]);
  return server !== undefined;
}
