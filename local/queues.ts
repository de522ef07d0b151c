import { Worker } from "node:worker_threads";
import { queues as platformQueues, type QueueSpec } from "../contract/queues.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import type { Order, QueueServerInput, QueueStates, Report } from "./queue-protocol.ts";

export type { QueueCounts, QueueState } from "./queue-protocol.ts";

/** The queues of this machine, as the rest of the runtime sees them. `queue-server.ts` holds the messages. */

export interface Queues {
  readonly endpoint: string;
  readonly names: readonly string[];
  url(name: string): string;
  /** Calls the listener when there may be something to receive. @returns what ends that */
  watch(name: string, listener: () => void): () => void;
  /** The state of every queue by name. */
  inspect(): Promise<QueueStates>;
  /** Lets delays and timeouts follow the platform's clock. */
  clockMoved(): Promise<void>;
  /** Deletes every message. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export const deadLettersOf = (name: string): string => `${name}-dead-letters`;

/** Sends orders to the worker, numbered, and waits for their reports. */
function orders(worker: Worker, failed: Promise<never>) {
  const waiting = new Map<number, (states: QueueStates | undefined) => void>();
  let last = 0;
  worker.on("message", (report: Report) => {
    if ("done" in report) waiting.get(report.done)?.(report.states);
  });
  return (
    order: { do: "clear" | "stop" | "inspect" } | { do: "clock"; offsetMs: number },
  ): Promise<QueueStates | undefined> => {
    const id = ++last;
    const done = new Promise<QueueStates | undefined>((resolve) => waiting.set(id, resolve));
    worker.postMessage({ ...order, id } satisfies Order);
    return Promise.race([done, failed]).finally(() => waiting.delete(id));
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
      const states = await order({ do: "inspect" });
      if (!states) throw new TypeError("the queues did not answer with their state");
      return states;
    },
    async clockMoved() {
      await order({ do: "clock", offsetMs: Clock.offset() });
      for (const { listener } of watchers) listener();
    },
    async clear() {
      await order({ do: "clear" });
    },
    async stop() {
      await order({ do: "stop" });
      await worker.terminate();
    },
  };
}
