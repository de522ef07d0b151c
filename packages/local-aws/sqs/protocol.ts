/** Messages between `queues.ts` and its worker, `server.ts`. */

export interface QueueSpec {
  /** How often a message is delivered before it goes to the dead-letter queue. */
  readonly maxReceives: number;
  /** How long a delivered message is hidden from other consumers, in seconds. */
  readonly visibilitySeconds: number;
}

export interface QueueServerInput {
  readonly queues: readonly (QueueSpec & { readonly name: string; readonly deadLetters: string })[];
  /** The file that stores messages. Undefined if messages are lost with the process. */
  readonly journal: string | undefined;
  readonly offsetMs: number;
}

/** The number of messages of a queue by state. */
export interface QueueCounts {
  /** Ready to be received, including those whose delay or visibility timeout has expired. */
  readonly visible: number;
  /** Received, or waiting for the next attempt after a failure. */
  readonly inFlight: number;
  readonly delayed: number;
  readonly dead: number;
}

export interface QueueState extends QueueCounts {
  /** Receipts of the messages in flight. */
  readonly receipts: readonly string[];
}

/** The state of every queue by name. */
export type QueueStates = Readonly<Record<string, QueueState>>;

export type Command = { readonly id: number } & (
  | { readonly do: "clock"; readonly offsetMs: number }
  | { readonly do: "clear" | "stop" | "inspect" }
);
/** `arrived` names a queue that received a message; `states` is the result of `inspect`. */
export type Report =
  | { readonly port: number }
  | { readonly done: number; readonly states?: QueueStates | undefined }
  | { readonly arrived: string };
