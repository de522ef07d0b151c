import { randomBytes } from "node:crypto";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { type HttpAnswer, httpAnswer } from "../http/event.ts";
import { type FunctionSpec, type Handler, invoke } from "../lambda/invoke.ts";
import { connectEvent, disconnectEvent, messageEvent, type Opened, type SocketEventName } from "./event.ts";
import { type FrameGuard, frameGuard, MAX_FRAME_BYTES } from "./frames.ts";
import { Inbox } from "./inbox.ts";

/**
 * An API Gateway WebSocket API on the gateway's port. Converts upgrades and messages to API Gateway's events. `management.ts`
 * sends messages to clients.
 */

/** API Gateway's limits. */
const MAX_MESSAGE_BYTES = 128 * 1024;
const IDLE_MS = 10 * 60_000;
const LONGEST_MS = 2 * 3_600_000;

/** Close codes (RFC 6455, section 7.4.1). */
const GOING_AWAY = 1001;
const UNSUPPORTED_DATA = 1003;
const TOO_BIG = 1009;

const LOOK_EVERY_MS = 1000;
/** How long a client may take to confirm a close. */
const CLOSE_WITHIN_MS = 1000;
export interface Connection extends Opened {
  readonly socket: WebSocket;
  /** When a message was last sent or received, in milliseconds since the UNIX epoch. */
  activeMs: number;
}

/** A WebSocket and its functions. The id of a function is the socket's and the event's: `chat.message`. */
export interface SocketRoute {
  readonly id: string;
  readonly path: string;
  readonly handlers: Readonly<Record<SocketEventName, Omit<FunctionSpec, "id">>>;
}

export interface SocketOptions {
  readonly sockets: readonly SocketRoute[];
  /** Loads the handler of a function. */
  readonly load: (id: string) => Promise<Handler>;
  /** Upgrades wait until it resolves. */
  readonly ready: () => Promise<unknown>;
  readonly nowMs: () => number;
  readonly report: (line: string) => void;
}

export interface LocalSockets {
  /** Whether a request is an upgrade to one of the WebSockets. */
  serves(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  readonly connections: ReadonlyMap<string, Connection>;
  /** Closes the connections that are idle or have lasted too long. Call it after moving the clock. */
  clockMoved(): Promise<void>;
  /** Resolves when no handler runs. */
  settled(): Promise<void>;
  /** Closes every connection. Resolves when their handlers have run. */
  closeAll(): Promise<void>;
  stop(): Promise<void>;
}

const newId = (): string => randomBytes(11).toString("base64");

function reject(stream: Duplex, { status, headers, body }: HttpAnswer): void {
  const lines = Object.entries({ ...headers, "content-length": String(body.length), connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  stream.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`), body]));
}

/** API Gateway's response to a rejected upgrade whose handler failed. */
const failed = (): HttpAnswer => ({
  status: 502,
  headers: { "content-type": "application/json" },
  body: Buffer.from('{"message": "Internal server error"}'),
});

class SocketServer implements LocalSockets {
  readonly #options: SocketOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  readonly #connections = new Map<string, Connection>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.clockMoved(), LOOK_EVERY_MS).unref();
  }

  get connections(): ReadonlyMap<string, Connection> {
    return this.#connections;
  }

  serves(request: IncomingMessage): boolean {
    return this.#specOf(request) !== undefined && /^websocket$/i.test(request.headers.upgrade ?? "");
  }

  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on("error", () => stream.destroy());
    const spec = this.#specOf(request);
    if (!spec) {
      reject(stream, { status: 404, headers: {}, body: Buffer.alloc(0) });
      return;
    }
    this.#open(spec, request, stream, head).catch((error: unknown) => {
      this.#options.report(`${spec.id}: ${error instanceof Error ? error.stack : error}`);
      stream.destroy();
    });
  }

  async clockMoved(): Promise<void> {
    const nowMs = this.#options.nowMs();
    await this.#end(({ activeMs, openedMs }) => nowMs - activeMs > IDLE_MS || nowMs - openedMs > LONGEST_MS);
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async closeAll(): Promise<void> {
    await this.#end(() => true);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.closeAll();
    this.#server.close();
  }

  #specOf(request: IncomingMessage): SocketRoute | undefined {
    const path = (request.url ?? "/").split("?")[0];
    return this.#options.sockets.find((socket) => socket.path === path);
  }

  /** Tracks work that `settled` waits for. */
  #track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }

  /** Runs one of a socket's handlers. */
  #run(spec: SocketRoute, event: SocketEventName, payload: unknown): Promise<HttpAnswer> {
    const id = `${spec.id}.${event}`;
    const { timeoutSeconds, memoryMb } = spec.handlers[event];
    return this.#track(
      this.#options
        .load(id)
        .then((handler) => invoke(handler, payload, { id, timeoutSeconds, memoryMb }))
        .then(httpAnswer)
        .catch((error: unknown) => {
          this.#options.report(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
          return failed();
        }),
    );
  }

  async #open(spec: SocketRoute, request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    await this.#options.ready();
    const opened: Opened = { connectionId: newId(), request, openedMs: this.#options.nowMs() };
    const answer = await this.#run(spec, "connect", connectEvent(opened, opened.openedMs));
    if (answer.status >= 300) return reject(stream, answer);
    // The connect handler accepted a client that has already disconnected.
    const leave = () =>
      this.#run(spec, "disconnect", disconnectEvent(opened, this.#options.nowMs(), 1006, ""));
    if (stream.destroyed) {
      await leave();
      return;
    }
    const guard = frameGuard();
    if (head.length > 0) guard.see(head);
    let upgraded = false;
    stream.once("close", () => !upgraded && leave());
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      upgraded = true;
      stream.prependListener("data", guard.see);
      this.#accept(spec, { ...opened, socket, activeMs: opened.openedMs }, guard);
    });
  }

  #accept(spec: SocketRoute, connection: Connection, guard: FrameGuard): void {
    const { connectionId, socket } = connection;
    const inbox = new Inbox(socket, async (text) => {
      // Messages of a closed connection are dropped.
      if (this.#connections.has(connectionId))
        await this.#run(spec, "message", messageEvent(connection, this.#options.nowMs(), text));
    });
    this.#connections.set(connectionId, connection);
    socket.on("message", (data: RawData, isBinary: boolean) => {
      connection.activeMs = this.#options.nowMs();
      if (guard.tooLarge()) return socket.close(TOO_BIG, `frames are limited to ${MAX_FRAME_BYTES} bytes`);
      if (isBinary) return socket.close(UNSUPPORTED_DATA, "binary frames are not supported");
      const handled = inbox.take(String(data));
      if (handled) this.#track(handled);
    });
    // The library closes connections that violate the protocol, with the right code.
    socket.on("error", () => undefined);
    socket.on("close", (code: number, reason: Buffer) => {
      this.#connections.delete(connectionId);
      this.#run(spec, "disconnect", disconnectEvent(connection, this.#options.nowMs(), code, String(reason)));
    });
  }

  /** Closes the chosen connections, and waits until their handlers have run. */
  async #end(isChosen: (connection: Connection) => boolean): Promise<void> {
    const chosen = [...this.#connections.values()].filter(isChosen);
    const ends = chosen.map(({ socket }) => new Promise((resolve) => socket.once("close", resolve)));
    for (const { socket } of chosen) {
      socket.close(GOING_AWAY, "Going away");
      setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
    }
    await Promise.all(ends);
    await this.settled();
  }
}

export const startSockets = (options: SocketOptions): LocalSockets => new SocketServer(options);
