import { Worker } from "node:worker_threads";
import { queues as platformQueues, type QueueSpec } from "../contract/queues.ts";
import * as Clock from "../core/clock/index.ts";
import type { Order, QueueServerInput, Report } from "./queue-server.ts";

/** The queues of this machine, as the rest of the runtime sees them. `queue-server.ts` is what holds the messages. */

/** How many messages of a queue are in which state, by the platform's clock. */
export interface QueueCounts {
  /** Ready to be received, those included whose delay or visibility timeout is over. */
  readonly visible: number;
  /** Being worked on, or waiting for its next try after a failure. */
  readonly inFlight: number;
  readonly delayed: number;
  readonly dead: number;
}

export interface QueueState extends QueueCounts {
  /** Receipts of the messages in flight. */
  readonly receipts: readonly string[];
}

export interface Queues {
  readonly endpoint: string;
  readonly names: readonly string[];
  url(name: string): string;
  /** Tells when there may be something to receive; answers how to stop it. */
  watch(name: string, listener: () => void): () => void;
  /** The state of every queue by name. */
  inspect(): Promise<Readonly<Record<string, QueueState>>>;
  /** Tells the queues that the platform's clock was moved. */
  clockMoved(): Promise<void>;
  /** Deletes every message. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export const deadLettersOf = (name: string): string => `${name}-dead-letters`;

interface Inspected {
  readonly messages: {
    readonly ready: readonly unknown[];
    readonly delayed: readonly { readonly delayUntil?: number }[];
    readonly inflight: readonly { readonly receiptHandle: string; readonly visibilityDeadline: number }[];
  };
}

/** Gives a worker's orders numbers and waits for their reports. */
function orders(worker: Worker, failed: Promise<never>) {
  const waiting = new Map<number, () => void>();
  let last = 0;
  worker.on("message", (report: Report) => {
    if ("done" in report) waiting.get(report.done)?.();
  });
  return (order: { do: "clear" | "stop" } | { do: "clock"; offsetMs: number }): Promise<void> => {
    const id = ++last;
    const done = new Promise<void>((resolve) => waiting.set(id, resolve));
    worker.postMessage({ ...order, id } satisfies Order);
    return Promise.race([done, failed]).finally(() => waiting.delete(id));
  };
}

async function inspectQueue(endpoint: string, name: string): Promise<Omit<QueueState, "dead">> {
  const response = await fetch(`${endpoint}/_fauxqs/queues/${name}`);
  const { messages } = (await response.json()) as Inspected;
  const now = Clock.nowMs();
  const flying = messages.inflight.filter((one) => one.visibilityDeadline > now);
  const delayed = messages.delayed.filter((one) => (one.delayUntil ?? 0) > now);
  const due = messages.inflight.length - flying.length + messages.delayed.length - delayed.length;
  return {
    visible: messages.ready.length + due,
    inFlight: flying.length,
    delayed: delayed.length,
    receipts: flying.map((one) => one.receiptHandle),
  };
}

/**
 * Starts the queues of the contract, each with its dead letters beside it.
 * @param journal where messages are kept, so that they survive `kill -9`; undefined: in memory alone
 */
export async function startQueues(
  journal?: string,
  specs: Readonly<Record<string, QueueSpec>> = platformQueues,
): Promise<Queues> {
  const names = Object.keys(specs);
  const input: QueueServerInput = {
    queues: Object.entries(specs).map(([name, spec]) => ({
      ...spec,
      name,
      deadLetters: deadLettersOf(name),
    })),
    journal,
    offsetMs: Clock.offset(),
  };
  const worker = new Worker(new URL("./queue-server.ts", import.meta.url), { workerData: input });
  const failed = new Promise<never>((_, reject) => {
    worker.once("error", reject);
  });
  failed.catch(() => undefined);
  const port = await Promise.race([
    new Promise<number>((resolve) => {
      worker.on("message", (report: Report) => "port" in report && resolve(report.port));
    }),
    failed,
  ]);
  const order = orders(worker, failed);
  const watchers = new Set<{ readonly name: string; readonly listener: () => void }>();
  worker.on("message", (report: Report) => {
    if (!("arrived" in report)) return;
    for (const { name, listener } of watchers) if (name === report.arrived) listener();
  });
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    names,
    url: (name) => `${endpoint}/000000000000/${name}`,
    watch(name, listener) {
      const watcher = { name, listener };
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    async inspect() {
      const states = names.map(async (name): Promise<[string, QueueState]> => {
        const [own, dead] = await Promise.all([
          inspectQueue(endpoint, name),
          inspectQueue(endpoint, deadLettersOf(name)),
        ]);
        return [name, { ...own, dead: dead.visible + dead.inFlight }];
      });
      return Object.fromEntries(await Promise.all(states));
    },
    async clockMoved() {
      await order({ do: "clock", offsetMs: Clock.offset() });
      for (const { listener } of watchers) listener();
    },
    clear: () => order({ do: "clear" }),
    async stop() {
      await order({ do: "stop" });
      await worker.terminate();
    },
  };
}
