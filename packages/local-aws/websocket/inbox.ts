import type { WebSocket } from "ws";

/** The number of waiting messages at which reading pauses. */
const MAX_WAITING = 100;
/** One read may still add messages. Above this number the client is disconnected; API Gateway would have throttled it. */
const MAX_FLOOD = 1000;

/** Handles a connection's messages in sequence. Pauses reading from a faster client, or disconnects it. */
export class Inbox {
  readonly #socket: WebSocket;
  readonly #handle: (text: string) => Promise<unknown>;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(socket: WebSocket, handle: (text: string) => Promise<unknown>) {
    this.#socket = socket;
    this.#handle = handle;
  }

  /** Handles a message after the earlier ones. @returns a promise of its handling; undefined if the client was disconnected */
  take(text: string): Promise<unknown> | undefined {
    if (this.#waiting > MAX_FLOOD) {
      this.#socket.terminate();
      return undefined;
    }
    this.#waiting++;
    if (this.#waiting === MAX_WAITING) this.#socket.pause();
    this.#tail = this.#tail.then(async () => {
      await this.#handle(text);
      this.#waiting--;
      if (this.#socket.isPaused && this.#waiting < MAX_WAITING / 2) this.#socket.resume();
    });
    return this.#tail;
  }
}
