import type { WebSocket } from "ws";

/** Messages of a connection that wait before no more are read from it. */
const MAX_WAITING = 100;
/**
 * What one read of a socket may bring beyond that; more is a flood, and API Gateway would have throttled it.
 */
const MOST_WAITING = 1000;

/** Runs a connection's messages one after the other; a client that sends faster is not read, or cut off. */
export class Inbox {
  readonly #socket: WebSocket;
  readonly #handle: (text: string) => Promise<unknown>;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(socket: WebSocket, handle: (text: string) => Promise<unknown>) {
    this.#socket = socket;
    this.#handle = handle;
  }

  /** @returns when the message was handled; undefined where the client was cut off */
  take(text: string): Promise<unknown> | undefined {
    if (this.#waiting > MOST_WAITING) {
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
