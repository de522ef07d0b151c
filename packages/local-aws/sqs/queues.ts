import { Worker } from "node:worker_threads";
import type { Command, QueueServerInput, QueueSpec, QueueStates, Report } from "./protocol.ts";

export type { QueueCounts, QueueSpec, QueueState } from "./protocol.ts";

/** SQS queues, each with a dead-letter queue. `server.ts` holds the messages. */

export interface Queues {
  readonly endpoint: string;
  readonly names: readonly string[];
  url(name: string): string;
  /** Calls the listener when a message may have arrived. @returns a function that removes the listener */
  watch(name: string, listener: () => void): () => void;
  /** The state of every queue by name. */
  inspect(): Promise<QueueStates>;
  /** Applies the clock's time to delays and timeouts. Call it after moving the clock. */
  clockMoved(): Promise<void>;
  /** Deletes every message. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export const deadLettersOf = (name: string): string => `${name}-dead-letters`;

/** Returns a function that sends numbered commands to the worker and waits for their results. */
function commandSender(worker: Worker, failed: Promise<never>) {
  const waiting = new Map<number, (states: QueueStates | undefined) => void>();
  let last = 0;
  worker.on("message", (report: Report) => {
    if ("done" in report) waiting.get(report.done)?.(report.states);
  });
  return (
    command: { do: "clear" | "stop" | "inspect" } | { do: "clock"; offsetMs: number },
  ): Promise<QueueStates | undefined> => {
    const id = ++last;
    const done = new Promise<QueueStates | undefined>((resolve) => waiting.set(id, resolve));
    worker.postMessage({ ...command, id } satisfies Command);
    return Promise.race([done, failed]).finally(() => waiting.delete(id));
  };
}

export interface QueueOptions {
  /** The queues by name. */
  readonly queues: Readonly<Record<string, QueueSpec>>;
  /** The file that stores messages, so that they survive `kill -9`. Defaults to memory. */
  readonly journal?: string | undefined;
  /** The clock, in milliseconds since the UNIX epoch. Defaults to the machine's. */
  readonly nowMs?: () => number;
}

/** Starts queues, each with its dead-letter queue. */
export async function startQueues({ queues, journal, nowMs = Date.now }: QueueOptions): Promise<Queues> {
  const names = Object.keys(queues);
  const offsetMs = () => nowMs() - Date.now();
  const input: QueueServerInput = {
    queues: Object.entries(queues).map(([name, { maxReceives, visibilitySeconds }]) => ({
      name,
      deadLetters: deadLettersOf(name),
      maxReceives,
      visibilitySeconds,
    })),
    journal,
    offsetMs: offsetMs(),
  };
  const worker = new Worker(new URL("./server.ts", import.meta.url), { workerData: input });
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
  const send = commandSender(worker, failed);
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
      const states = await send({ do: "inspect" });
      if (!states) throw new TypeError("the queue worker returned no states");
      return states;
    },
    async clockMoved() {
      await send({ do: "clock", offsetMs: offsetMs() });
      for (const { listener } of watchers) listener();
    },
    async clear() {
      await send({ do: "clear" });
    },
    async stop() {
      await send({ do: "stop" });
      await worker.terminate();
    },
  };
}
