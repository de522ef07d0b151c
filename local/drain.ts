import { setTimeout as sleep } from "node:timers/promises";
import type { Stream } from "@svc/local-aws/dynamodb/stream";
import type { Scheduler } from "@svc/local-aws/schedules/schedules";
import type { Poller } from "@svc/local-aws/sqs/poller";
import type { QueueCounts, QueueState, Queues } from "@svc/local-aws/sqs/queues";
import type { LocalSockets } from "@svc/local-aws/websocket/sockets";
import type { StripeDouble } from "@svc/stripe-double";
import { outboxDue } from "../core/platform/outbox/entity.ts";
import * as Table from "../core/platform/table/index.ts";

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
  /**
   * What waits for its time, and happens once the clock is there: events that the sweep leaves to who wrote
   * them for a minute, messages that failed or are delayed. Null where the table does not say, as under faults.
   */
  readonly waiting: number | null;
}

export interface DrainOptions {
  readonly queues: Queues;
  readonly pollers: readonly Poller[];
  readonly scheduler: Scheduler;
  readonly streams: readonly Pick<Stream, "unread" | "hasten">[];
  readonly sockets: Pick<LocalSockets, "settled">;
  /** The payment provider's double: its webhooks are work too. */
  readonly psp?: Pick<StripeDouble, "settled"> | undefined;
  /** The bank's double, likewise. */
  readonly bank?: { settled(): Promise<void> } | undefined;
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

  const unread = () => options.streams.some((stream) => stream.unread() > 0);

  while (!idle && left() > 0) {
    const workedBefore = worked();
    scheduler.tick();
    await Promise.race([options.sockets.settled(), sleep(left())]);
    await Promise.race([options.psp?.settled(), sleep(left())]);
    await Promise.race([options.bank?.settled(), sleep(left())]);
    await Promise.race([scheduler.run(HAND_OVER), sleep(left())]);
    running = await scheduler.settled(left());
    states = await queues.inspect();
    while (left() > 0 && Object.entries(states).some(([name, state]) => busy(state, pollerOf(name)))) {
      await sleep(10);
      states = await queues.inspect();
    }
    while (left() > 0 && unread()) {
      for (const stream of options.streams) stream.hasten();
      await sleep(10);
    }
    // Whatever ran may have committed events of its own.
    idle = worked() === workedBefore && running.length === 0 && !unread();
  }
  const ran = [...runs].map(([id, count]) => ({ id, count }));
  runs.clear();
  const counts = Object.entries(states).map(([name, { visible, inFlight, delayed, dead }]) => [
    name,
    { visible, inFlight, delayed, dead },
  ]);
  const later = Object.values(states).reduce((sum, { inFlight, delayed }) => sum + inFlight + delayed, 0);
  const waiting = await unsent().then(
    (events) => events + later,
    () => null,
  );
  return { idle, ran, running, queues: Object.fromEntries(counts), waiting };
}

/** How many events no queue has yet. */
async function unsent(): Promise<number> {
  const counts = await Promise.all(outboxDue.partitions.map((pk) => Table.count({ index: "due", pk })));
  return counts.reduce((sum, count) => sum + count, 0);
}
