import { randomBytes } from "node:crypto";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { handlerFile } from "../contract/route.ts";
import { type SocketEventName, type SocketSpec, socketHandlerId } from "../contract/socket.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { type HttpAnswer, httpAnswer } from "./http-event.ts";
import { type Handler, invoke } from "./invoke.ts";
import { connectEvent, disconnectEvent, messageEvent, type Opened } from "./socket-event.ts";
import { type FrameGuard, frameGuard, MAX_FRAME_BYTES } from "./socket-frames.ts";
import { Inbox } from "./socket-inbox.ts";

/**
 * The WebSocket API of one machine, on the gateway's own port: upgrades and messages in, API Gateway's events
 * to the handlers. `socket-management.ts` is the way back.
 */

/** API Gateway's own limits. */
const MAX_MESSAGE_BYTES = 128 * 1024;
const IDLE_MS = 10 * 60_000;
const LONGEST_MS = 2 * 3_600_000;

/** Close codes (RFC 6455, section 7.4.1). */
const GOING_AWAY = 1001;
const UNSUPPORTED_DATA = 1003;
const TOO_BIG = 1009;

const LOOK_EVERY_MS = 1000;
/** How long a client may take to answer a close. */
const CLOSE_WITHIN_MS = 1000;
export interface Connection extends Opened {
  readonly socket: WebSocket;
  /** When a message last went either way, in milliseconds of the platform's clock. */
  activeMs: number;
}

export interface SocketOptions {
  readonly sockets: readonly SocketSpec[];
  /** Gives the handler that a file of the project exports. */
  readonly load: (file: string) => Promise<Handler>;
  /** Upgrades wait for it. */
  readonly ready: () => Promise<unknown>;
  readonly report: (line: string) => void;
}

export interface LocalSockets {
  /** Whether a request is an upgrade to a WebSocket that there is. */
  serves(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  readonly connections: ReadonlyMap<string, Connection>;
  /** Ends the connections whose time is over by the platform's clock. */
  clockMoved(): Promise<void>;
  /** Resolves when no handler runs. */
  settled(): Promise<void>;
  /** Ends every connection, and resolves when their handlers have run. */
  closeAll(): Promise<void>;
  stop(): Promise<void>;
}

const newId = (): string => randomBytes(11).toString("base64");

function refuse(stream: Duplex, { status, headers, body }: HttpAnswer): void {
  const lines = Object.entries({ ...headers, "content-length": String(body.length), connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  stream.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`), body]));
}

/** Which failures of a handler the client of a refused upgrade sees: API Gateway's own words. */
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
      refuse(stream, { status: 404, headers: {}, body: Buffer.alloc(0) });
      return;
    }
    this.#open(spec, request, stream, head).catch((error: unknown) => {
      this.#options.report(`${spec.id}: ${error instanceof Error ? error.stack : error}`);
      stream.destroy();
    });
  }

  async clockMoved(): Promise<void> {
    const nowMs = Clock.nowMs();
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

  #specOf(request: IncomingMessage): SocketSpec | undefined {
    const path = (request.url ?? "/").split("?")[0];
    return this.#options.sockets.find((socket) => socket.path === path);
  }

  /** Work that `settled` waits for. */
  #track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }

  /** Runs one of a socket's handlers. */
  #run(spec: SocketSpec, event: SocketEventName, payload: unknown): Promise<HttpAnswer> {
    const id = socketHandlerId(spec, event);
    const { timeoutSeconds, memoryMb } = spec.handlers[event];
    return this.#track(
      this.#options
        .load(handlerFile({ id }))
        .then((handler) => invoke(handler, payload, { id, timeoutSeconds, memoryMb }))
        .then(httpAnswer)
        .catch((error: unknown) => {
          this.#options.report(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
          return failed();
        }),
    );
  }

  async #open(spec: SocketSpec, request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    await this.#options.ready();
    const opened: Opened = { connectionId: newId(), request, openedMs: Clock.nowMs() };
    const answer = await this.#run(spec, "connect", connectEvent(opened));
    if (answer.status >= 300) return refuse(stream, answer);
    // A client that hung up meanwhile was let in nevertheless.
    const leave = () => this.#run(spec, "disconnect", disconnectEvent(opened, 1006, ""));
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
      this.#attend(spec, { ...opened, socket, activeMs: opened.openedMs }, guard);
    });
  }

  #attend(spec: SocketSpec, connection: Connection, guard: FrameGuard): void {
    const { connectionId, socket } = connection;
    const inbox = new Inbox(socket, async (text) => {
      // Messages of a connection that has ended meanwhile are dropped.
      if (this.#connections.has(connectionId))
        await this.#run(spec, "message", messageEvent(connection, text));
    });
    this.#connections.set(connectionId, connection);
    socket.on("message", (data: RawData, isBinary: boolean) => {
      connection.activeMs = Clock.nowMs();
      if (guard.tooLarge()) return socket.close(TOO_BIG, `frames end at ${MAX_FRAME_BYTES} bytes`);
      if (isBinary) return socket.close(UNSUPPORTED_DATA, "binary frames are not taken");
      const handled = inbox.take(String(data));
      if (handled) this.#track(handled);
    });
    // What breaks the protocol is closed by the library, with the code that says why.
    socket.on("error", () => undefined);
    socket.on("close", (code: number, reason: Buffer) => {
      this.#connections.delete(connectionId);
      this.#run(spec, "disconnect", disconnectEvent(connection, code, String(reason)));
    });
  }

  /** Ends the chosen connections, and waits until their handlers have run. */
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
