import { setTimeout as sleep } from "node:timers/promises";
import type { Poller } from "./poller.ts";
import type { QueueCounts, QueueState, Queues } from "./queues.ts";
import type { Scheduler } from "./schedules.ts";
import type { LocalSockets } from "./sockets.ts";
import type { StripeDouble } from "./stripe-double/index.ts";

/** Waits until there is nothing left to do at this instant of the platform's clock. */

export interface Drained {
  /**
   * Nothing was left to do. False when something still ran after the time limit: `running` and `queues` show
   * what.
   */
  readonly idle: boolean;
  /** What ran since the last drain, and how many times: work may be done before anybody asks for it to be. */
  readonly ran: readonly { readonly id: string; readonly count: number }[];
  readonly running: readonly string[];
  readonly queues: Readonly<Record<string, QueueCounts>>;
}

export interface DrainOptions {
  readonly queues: Queues;
  readonly pollers: readonly Poller[];
  readonly scheduler: Scheduler;
  readonly sockets: Pick<LocalSockets, "settled">;
  /** The payment provider's double: its webhooks are work too. */
  readonly psp?: Pick<StripeDouble, "settled"> | undefined;
  /** How often each consumer ran since the last drain, which starts the count anew. */
  readonly runs: Map<string, number>;
  /** The consumers that run all the time: what they do is never waited for. */
  readonly continuous: ReadonlySet<string>;
  readonly limitMs?: number;
}

/** Hands committed events over to the queues: part of draining, whether or not its minute has come. */
const HAND_OVER = "outbox.sweep";

/**
 * A message that failed and waits for its visibility timeout is no work for now, nor is what a continuous
 * consumer does.
 */
function busy(state: QueueState, poller: Poller | undefined): boolean {
  if (!poller || poller.continuous) return false;
  return state.visible > 0 || state.receipts.some((receipt) => !poller.waits(receipt));
}

export async function drain(options: DrainOptions): Promise<Drained> {
  const { queues, pollers, scheduler, runs } = options;
  const endMs = Date.now() + (options.limitMs ?? 20_000);
  const left = () => Math.max(0, endMs - Date.now());
  const pollerOf = (name: string) => pollers.find(({ queue }) => queue === name);
  let idle = false;
  let states: Readonly<Record<string, QueueState>> = {};
  let running: string[] = [];

  /** How often anything ran but the handing over and what runs all the time. */
  const worked = () =>
    [...runs].reduce(
      (sum, [id, count]) => (id === HAND_OVER || options.continuous.has(id) ? sum : sum + count),
      0,
    );

  while (!idle && left() > 0) {
    const workedBefore = worked();
    scheduler.tick();
    await Promise.race([options.sockets.settled(), sleep(left())]);
    await Promise.race([options.psp?.settled(), sleep(left())]);
    await Promise.race([scheduler.run(HAND_OVER), sleep(left())]);
    running = await scheduler.settled(left());
    states = await queues.inspect();
    while (left() > 0 && Object.entries(states).some(([name, state]) => busy(state, pollerOf(name)))) {
      await sleep(10);
      states = await queues.inspect();
    }
    // Whatever ran may have committed events of its own.
    idle = worked() === workedBefore && running.length === 0;
  }
  const ran = [...runs].map(([id, count]) => ({ id, count }));
  runs.clear();
  const counts = Object.entries(states).map(([name, { visible, inFlight, delayed, dead }]) => [
    name,
    { visible, inFlight, delayed, dead },
  ]);
  return { idle, ran, running, queues: Object.fromEntries(counts) };
}
