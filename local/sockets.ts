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
import { frameWatch, MAX_FRAME_BYTES } from "./socket-frames.ts";

/**
 * The WebSocket API of one machine, on the gateway's own port: upgrades and messages in, API Gateway's events to the
 * handlers. `socket-management.ts` is the way back.
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
/** Messages of a connection that wait before no more are read from it. */
const MAX_WAITING = 100;
/** What one read of a socket may bring beyond that; more is a flood, and API Gateway would have throttled it. */
const MOST_WAITING = 1000;

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
  /** Ends every connection, and resolves when their ends were told. */
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

export function startSockets({ sockets, load, ready, report }: SocketOptions): LocalSockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const connections = new Map<string, Connection>();
  const running = new Set<Promise<unknown>>();
  const specOf = (request: IncomingMessage) =>
    sockets.find(({ path }) => path === (request.url ?? "/").split("?")[0]);

  /** Runs one of a socket's handlers. */
  function run(spec: SocketSpec, event: SocketEventName, payload: unknown): Promise<HttpAnswer> {
    const id = socketHandlerId(spec, event);
    const { timeoutSeconds, memoryMb } = spec.handlers[event];
    const work = load(handlerFile({ id }))
      .then((handler) => invoke(handler, payload, { id, timeoutSeconds, memoryMb }))
      .then(httpAnswer)
      .catch((error: unknown) => {
        report(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
        return failed();
      })
      .finally(() => running.delete(work));
    running.add(work);
    return work;
  }

  /** Hands a connection's messages to their handler, one after the other. */
  function inbox(spec: SocketSpec, connection: Connection) {
    let tail: Promise<unknown> = Promise.resolve();
    let waiting = 0;
    return (text: string) => {
      if (waiting > MOST_WAITING) return connection.socket.terminate();
      waiting++;
      if (waiting === MAX_WAITING) connection.socket.pause();
      const mine = tail.then(async () => {
        // What a connection that has ended still wanted is nobody's concern any more.
        if (connections.has(connection.connectionId))
          await run(spec, "message", messageEvent(connection, text));
        waiting--;
        if (connection.socket.isPaused && waiting < MAX_WAITING / 2) connection.socket.resume();
      });
      tail = mine.finally(() => running.delete(mine));
      running.add(mine);
    };
  }

  function attend(spec: SocketSpec, connection: Connection, watch: { tooLarge: boolean }): void {
    const { connectionId, socket } = connection;
    const take = inbox(spec, connection);
    connections.set(connectionId, connection);
    socket.on("message", (data: RawData, isBinary: boolean) => {
      connection.activeMs = Clock.nowMs();
      if (watch.tooLarge) socket.close(TOO_BIG, `frames end at ${MAX_FRAME_BYTES} bytes`);
      else if (isBinary) socket.close(UNSUPPORTED_DATA, "binary frames are not taken");
      else take(String(data));
    });
    // What breaks the protocol is closed by the library, with the code that says why.
    socket.on("error", () => undefined);
    socket.on("close", (code: number, reason: Buffer) => {
      connections.delete(connectionId);
      run(spec, "disconnect", disconnectEvent(connection, code, String(reason)));
    });
  }

  async function open(spec: SocketSpec, request: IncomingMessage, stream: Duplex, head: Buffer) {
    await ready();
    const opened: Opened = { connectionId: newId(), request, openedMs: Clock.nowMs() };
    const answer = await run(spec, "connect", connectEvent(opened));
    if (answer.status >= 300) return refuse(stream, answer);
    // A client that hung up meanwhile was let in all the same.
    const leave = () => run(spec, "disconnect", disconnectEvent(opened, 1006, ""));
    if (stream.destroyed) return leave();
    const watch = { tooLarge: false };
    const see = frameWatch();
    const look = (chunk: Buffer) => {
      watch.tooLarge ||= see(chunk);
    };
    if (head.length > 0) look(head);
    let upgraded = false;
    stream.once("close", () => !upgraded && leave());
    server.handleUpgrade(request, stream, head, (socket) => {
      upgraded = true;
      stream.prependListener("data", look);
      attend(spec, { ...opened, socket, activeMs: opened.openedMs }, watch);
    });
  }

  function close({ socket }: Connection, reason: string): void {
    socket.close(GOING_AWAY, reason);
    setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
  }

  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  /** Waits until the chosen connections have ended and were told of. */
  async function end(chosen: readonly Connection[], reason: string): Promise<void> {
    const ends = chosen.map(({ socket }) => new Promise((resolve) => socket.once("close", resolve)));
    for (const one of chosen) close(one, reason);
    await Promise.all(ends);
    await settled();
  }

  const overdue = (): Connection[] => {
    const nowMs = Clock.nowMs();
    return [...connections.values()].filter(
      ({ activeMs, openedMs }) => nowMs - activeMs > IDLE_MS || nowMs - openedMs > LONGEST_MS,
    );
  };
  const closeOverdue = () => end(overdue(), "Going away");
  const timer = setInterval(closeOverdue, LOOK_EVERY_MS);
  timer.unref();

  return {
    serves: (request) => specOf(request) !== undefined && /^websocket$/i.test(request.headers.upgrade ?? ""),
    upgrade(request, stream, head) {
      stream.on("error", () => stream.destroy());
      const spec = specOf(request);
      if (!spec) return refuse(stream, { status: 404, headers: {}, body: Buffer.alloc(0) });
      open(spec, request, stream, head).catch((error: unknown) => {
        report(`${spec.id}: ${error instanceof Error ? error.stack : error}`);
        stream.destroy();
      });
    },
    connections,
    clockMoved: closeOverdue,
    settled,
    closeAll: () => end([...connections.values()], "Going away"),
    async stop() {
      clearInterval(timer);
      await end([...connections.values()], "Going away");
      server.close();
    },
  };
}
