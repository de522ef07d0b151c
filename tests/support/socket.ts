import { once } from "node:events";
import { WebSocket } from "ws";

/** A WebSocket client for tests: stores received messages, and waits for expected ones. */

export type Message = { readonly type: string; readonly [field: string]: unknown };

export interface SocketClient {
  readonly socket: WebSocket;
  /** All received messages, in order. */
  readonly messages: readonly Message[];
  send(message: unknown): void;
  /** Returns the next message that passes and was not returned before. Earlier messages remain. */
  next(passes?: (message: Message) => boolean): Promise<Message>;
  nextOf(type: string): Promise<Message>;
  subscribe(...symbols: string[]): Promise<Message>;
  /** The close code of the connection. */
  readonly closed: Promise<number>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The client's IP address, for limits per address. */
  readonly ip?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

/** The server rejected the upgrade. */
export class UpgradeRejected extends Error {
  readonly status: number;
  readonly body: string;
  constructor(status: number, body: string) {
    super(`the upgrade was rejected with ${status}`);
    this.status = status;
    this.body = body;
  }
}

function waitUntilOpen(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
    socket.once("unexpected-response", (_, response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.on("end", () => reject(new UpgradeRejected(response.statusCode ?? 0, body)));
    });
  });
}

/** Connects. @throws UpgradeRejected if the server rejects the upgrade */
export async function connect(url: string, options: ConnectOptions = {}): Promise<SocketClient> {
  const { ip, apiKey, headers, path = "/ws/prices" } = options;
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}${path}`, {
    headers: {
      ...(ip !== undefined && { "x-forwarded-for": ip }),
      ...(apiKey !== undefined && { "x-api-key": apiKey }),
      ...headers,
    },
  });
  const messages: Message[] = [];
  const unread: Message[] = [];
  const waiting = new Set<() => void>();
  socket.on("message", (data) => {
    const message = JSON.parse(String(data)) as Message;
    messages.push(message);
    unread.push(message);
    for (const look of [...waiting]) look();
  });
  const closed = once(socket, "close").then(([code]) => Number(code));
  await waitUntilOpen(socket);
  socket.on("error", () => undefined);

  function next(passes: (message: Message) => boolean = () => true): Promise<Message> {
    return new Promise((resolve, reject) => {
      const takeNext = () => {
        const at = unread.findIndex(passes);
        const [found] = at < 0 ? [] : unread.splice(at, 1);
        if (!found) return;
        waiting.delete(takeNext);
        resolve(found);
      };
      waiting.add(takeNext);
      closed.then((code) => {
        if (waiting.has(takeNext)) reject(new Error(`the connection ended with ${code}`));
      });
      takeNext();
    });
  }
  const nextOf = (type: string) => next((message) => message.type === type);
  const send = (message: unknown) =>
    socket.send(typeof message === "string" ? message : JSON.stringify(message));
  return {
    socket,
    messages,
    send,
    next,
    nextOf,
    subscribe(...symbols) {
      send({ action: "subscribe", symbols });
      return nextOf("subscribed");
    },
    closed,
    async close() {
      socket.close();
      await closed;
    },
  };
}
