import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as Clock from "../kernel/clock/index.ts";
import * as Lease from "../platform/lease/index.ts";
import { log } from "../platform/log.ts";
import { latest } from "../prices/latest.ts";
import { type Order, order } from "./orders.ts";
import { type ShardServer, serve } from "./serve.ts";

/** Serves one further shard for a minute: what the feed's own process does for shard 0, fed by the table. */

/** How often the latest ticks are read. */
const LOOK_EVERY_MS = 250;
const LEASE_SECONDS = 5;
const RENEW_EVERY_MS = 1000;
/** Nobody holds a shard's lease much longer than the minute before: a second delivery of the same order gives up. */
const PATIENCE_MS = 10_000;
/** What is kept back of the process's time for the end. */
const RESERVE_MS = 3000;

/** Reads an order from a queue message's body. @throws ZodError when it is none: the message goes to the dead letters */
export const parse = (body: string): Order => order.parse(JSON.parse(body));

/**
 * Carries out an order.
 * @param remainingMs how long this process may still run
 * @returns whether it served: an order that is over, or another's, is done with
 */
export async function fanOut({ shard, untilMs }: Order, remainingMs: () => number): Promise<boolean> {
  const lease = { name: `prices-live-${shard}`, holder: randomUUID() };
  const goesOn = () => Clock.nowMs() < untilMs && remainingMs() > RESERVE_MS;
  if (!(await taken(lease, goesOn))) return false;
  const server = await serve(shard);
  try {
    await pushLatest(server, lease, goesOn);
  } finally {
    // A lease that cannot be given back runs out.
    await Promise.all([server.close(), Lease.release(lease.name, lease.holder).catch(() => undefined)]);
    log.info("prices were pushed", { shard, ...server.figures() });
  }
  return true;
}

interface Leased {
  readonly name: string;
  readonly holder: string;
}

const hold = ({ name, holder }: Leased): Promise<boolean> => Lease.acquire(name, holder, LEASE_SECONDS);

/** Waits until the server before has ended; who cannot ask tries on. */
async function taken(lease: Leased, goesOn: () => boolean): Promise<boolean> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (; goesOn(); await sleep(LOOK_EVERY_MS)) {
    try {
      if (await hold(lease)) return true;
      if (performance.now() >= untilMs) return false;
    } catch (error) {
      log.warn("the lease of a shard was not asked for", { lease: lease.name, error });
    }
  }
  return false;
}

async function pushLatest(server: ShardServer, lease: Leased, goesOn: () => boolean): Promise<void> {
  let renewedMs = performance.now();
  for (;;) {
    try {
      server.publish((await latest()).values());
      if (performance.now() - renewedMs > RENEW_EVERY_MS) {
        if (!(await hold(lease))) return;
        renewedMs = performance.now();
      }
    } catch (error) {
      log.warn("the latest prices were not read", { error });
    }
    if (!goesOn()) return;
    await sleep(LOOK_EVERY_MS);
  }
}
