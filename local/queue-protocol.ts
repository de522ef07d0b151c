/** What passes between `queues.ts` and its worker, `queue-server.ts`. */

export interface QueueServerInput {
  readonly queues: readonly {
    readonly name: string;
    readonly deadLetters: string;
    readonly maxReceives: number;
    readonly visibilitySeconds: number;
  }[];
  /** Left out: messages are lost with the process. */
  readonly journal: string | undefined;
  readonly offsetMs: number;
}

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
