/** Messages between `queues.ts` and its worker, `server.ts`. */

export interface QueueSpec {
  /** How often a message is delivered before it goes to the dead-letter queue. */
  readonly maxReceives: number;
  /** How long a delivered message is hidden from other consumers, in seconds. */
  readonly visibilitySeconds: number;
}

export interface QueueServerInput {
  readonly queues: readonly (QueueSpec & { readonly name: string; readonly deadLetters: string })[];
  /** The file that stores messages. Undefined: messages are lost with the process. */
  readonly journal: string | undefined;
  readonly offsetMs: number;
}

/** How many messages of a queue are in which state, by the clock. */
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

/** The state of every queue by name. */
export type QueueStates = Readonly<Record<string, QueueState>>;

export type Order = { readonly id: number } & (
  | { readonly do: "clock"; readonly offsetMs: number }
  | { readonly do: "clear" | "stop" | "inspect" }
);
/** `arrived` names a queue that has just taken a message; `states` answers an `inspect`. */
export type Report =
  | { readonly port: number }
  | { readonly done: number; readonly states?: QueueStates | undefined }
  | { readonly arrived: string };
