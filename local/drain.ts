import { setTimeout as sleep } from "node:timers/promises";
import type { Stream } from "@svc/local-aws/dynamodb/stream";
import type { Scheduler } from "@svc/local-aws/schedules/schedules";
import type { Poller } from "@svc/local-aws/sqs/poller";
import type { QueueCounts, QueueState, Queues } from "@svc/local-aws/sqs/queues";
import type { LocalSockets } from "@svc/local-aws/websocket/sockets";
import type { StripeDouble } from "@svc/stripe-double";
import { outboxDue } from "../core/platform/outbox/entity.ts";
import * as Table from "../core/platform/table/index.ts";

/** Runs all work that is due at this instant of the platform's clock. */

export interface Drained {
  /** Whether all work is done. False if some still ran after the time limit: see `running` and `queues`. */
  readonly idle: boolean;
  /** The functions that ran since the last drain, with their counts. Work may have run before the drain. */
  readonly ran: readonly { readonly id: string; readonly count: number }[];
  readonly running: readonly string[];
  readonly queues: Readonly<Record<string, QueueCounts>>;
  /**
   * The number of events and messages that are not due yet: events that the sweep leaves to their writer for a minute, and failed
   * or delayed messages. Null if the table cannot be read, as under injected faults.
   */
  readonly waiting: number | null;
}

export interface DrainOptions {
  readonly queues: Queues;
  readonly pollers: readonly Poller[];
  readonly scheduler: Scheduler;
  readonly streams: readonly Pick<Stream, "unread" | "hasten">[];
  readonly sockets: Pick<LocalSockets, "settled">;
  /** The payment provider's double, whose webhooks count as work. */
  readonly psp?: Pick<StripeDouble, "settled"> | undefined;
  /** The bank's double, whose events count as work. */
  readonly bank?: { settled(): Promise<void> } | undefined;
  /** The runs of each consumer since the last drain, which resets them. */
  readonly runs: Map<string, number>;
  /** Consumers that run permanently. The drain does not wait for them. */
  readonly continuous: ReadonlySet<string>;
  readonly limitMs?: number;
}

/** Sends committed events to the queues. A drain runs it even if it is not due. */
const OUTBOX_SWEEP = "outbox.sweep";

/** Returns whether a queue has work. Failed messages that wait, and messages of continuous consumers, do not count. */
function isBusy(state: QueueState, poller: Poller | undefined): boolean {
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

  /** Returns the number of runs, without the outbox sweep and continuous consumers. */
  const worked = () =>
    [...runs].reduce(
      (sum, [id, count]) => (id === OUTBOX_SWEEP || options.continuous.has(id) ? sum : sum + count),
      0,
    );

  const unread = () => options.streams.some((stream) => stream.unread() > 0);

  while (!idle && left() > 0) {
    const workedBefore = worked();
    scheduler.tick();
    await Promise.race([options.sockets.settled(), sleep(left())]);
    await Promise.race([options.psp?.settled(), sleep(left())]);
    await Promise.race([options.bank?.settled(), sleep(left())]);
    await Promise.race([scheduler.run(OUTBOX_SWEEP), sleep(left())]);
    running = await scheduler.settled(left());
    states = await queues.inspect();
    while (left() > 0 && Object.entries(states).some(([name, state]) => isBusy(state, pollerOf(name)))) {
      await sleep(10);
      states = await queues.inspect();
    }
    while (left() > 0 && unread()) {
      for (const stream of options.streams) stream.hasten();
      await sleep(10);
    }
    // The work may have committed further events.
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

/** Returns the number of events that are not in a queue yet. */
async function unsent(): Promise<number> {
  const counts = await Promise.all(outboxDue.partitions.map((pk) => Table.count({ index: "due", pk })));
  return counts.reduce((sum, count) => sum + count, 0);
}
