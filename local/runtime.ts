import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type ConsumerSpec, consumers as platformConsumers } from "../contract/consumers.ts";
import { routes as platformRoutes, sockets as platformSockets } from "../contract/index.ts";
import { handlerFile } from "../contract/route.ts";
import type { SocketSpec } from "../contract/socket.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { type Controls, control } from "./control.ts";
import type { Drained } from "./drain.ts";
import { TABLE_NAME } from "./environment.ts";
import type { Faults } from "./faults.ts";
import { readJson, writeJson } from "./files.ts";
import { type GatewayRoute, startGateway } from "./gateway.ts";
import type { Handler } from "./invoke.ts";
import type { MailMessage } from "./mail.ts";
import { OBJECTS_PATH, openObjects } from "./objects.ts";
import { Begun, loadHandler } from "./parts.ts";
import { startPlatform } from "./platform.ts";
import { createPrecedence } from "./precedence.ts";
import type { Seed } from "./seed.ts";
import { managementAside } from "./socket-management.ts";
import { startSockets } from "./sockets.ts";

/** The whole platform in one process. `main.ts` runs it for a person, the tests run it for themselves. */

export interface RuntimeOptions {
  /** 0, the default: a free one. */
  readonly port?: number;
  /** The address to listen on; loopback unless told. */
  readonly host?: string;
  /** LOCAL_DATA. Left out: everything is in memory and gone at the end. */
  readonly data?: string;
  /** Whether the doubles of the OAuth providers run; they do unless told. */
  readonly providers?: boolean;
  /** Whether the demo identities are made; they are unless told. */
  readonly seeded?: boolean;
  readonly routes?: readonly GatewayRoute[];
  readonly consumers?: readonly ConsumerSpec[];
  readonly sockets?: readonly SocketSpec[];
  /** Gives the handler that a file of the project exports. */
  readonly load?: (file: string) => Promise<Handler>;
  readonly logRequests?: boolean;
  /** Told of what goes wrong in handlers. */
  readonly report?: (line: string) => void;
}

export interface Runtime {
  /** `http://localhost:3000` */
  readonly url: string;
  readonly tableName: string;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  readonly githubUrl: string | undefined;
  readonly googleUrl: string | undefined;
  readonly pspUrl: string | undefined;
  readonly seed: Seed;
  readonly faults: Faults;
  /** Moves the platform's clock forward; everything that lives by it follows. */
  advance(seconds: number): Promise<void>;
  drain(): Promise<Drained>;
  mail(to?: string): MailMessage[];
  reset(): Promise<void>;
  /** Lets what is in progress finish, and ends every part. */
  stop(): Promise<void>;
}

/** Another runtime works on the same data. */
export class DataInUse extends Error {
  override readonly name = "DataInUse";
}

const runtimeFile = z.looseObject({ pid: z.int(), url: z.string() });

/** @throws DataInUse when the runtime that wrote the file still answers */
async function refuseSecond(path: string): Promise<void> {
  const other = readJson(path, runtimeFile);
  if (!other || other.pid === process.pid) return;
  const health = fetch(`${other.url}/_local/health`, { signal: AbortSignal.timeout(500) });
  const ready = await health.then((response) => response.json()).catch(() => undefined);
  if (typeof ready === "object" && ready !== null && "ready" in ready)
    throw new DataInUse(`a runtime on this data is already up at ${other.url} (process ${other.pid})`);
}

/** Lets requests through while it is open, and holds them while it is not. */
function gate() {
  let pass = Promise.withResolvers<void>();
  let isOpen = false;
  return {
    isOpen: () => isOpen,
    passed: () => pass.promise,
    open() {
      isOpen = true;
      pass.resolve();
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      pass = Promise.withResolvers();
    },
  };
}

/** Starts the platform; resolves when it is ready. @throws DataInUse; Error with code EADDRINUSE when the port is taken */
export async function start(options: RuntimeOptions = {}): Promise<Runtime> {
  const { data, load = loadHandler, report = () => undefined } = options;
  const recordPath = data && join(data, "runtime.json");
  if (data) mkdirSync(data, { recursive: true });
  if (recordPath) await refuseSecond(recordPath);

  const begun = new Begun();
  const precedence = createPrecedence();
  const door = gate();
  let controls: Controls | undefined;
  const sockets = startSockets({
    sockets: options.sockets ?? platformSockets,
    load,
    ready: door.passed,
    report,
  });
  const management = managementAside(sockets, Clock.nowMs);
  const controlling = control(() => controls);
  let objectsEndpoint = "";
  const objects = openObjects(data && join(data, "objects"), () => objectsEndpoint);
  const gateway = await startGateway(
    {
      routes: options.routes ?? platformRoutes,
      load: (id) => load(handlerFile({ id })),
      fallback: () => load("functions/_chain/fallback.ts"),
      aside: (request, response) =>
        management(request, response) || objects.aside(request, response) || controlling(request, response),
      upgrades: sockets,
      ready: door.passed,
      precedence,
      report,
      logRequests: options.logRequests ?? false,
    },
    options.port ?? 0,
    options.host ?? "127.0.0.1",
  );
  const url = `http://localhost:${gateway.port}`;

  objectsEndpoint = `http://127.0.0.1:${gateway.port}${OBJECTS_PATH}`;

  async function stop(): Promise<void> {
    door.open();
    await sockets.stop();
    await gateway.stop();
    await begun.end();
    if (recordPath) rmSync(recordPath, { force: true });
  }

  try {
    const platform = await startPlatform(
      {
        data,
        publicUrl: process.env["PUBLIC_URL"] || url,
        gateway: `http://127.0.0.1:${gateway.port}`,
        providers: options.providers ?? true,
        seeded: options.seeded ?? true,
        consumers: options.consumers ?? platformConsumers,
        sockets,
        precedence,
        load,
        report,
      },
      begun,
    );
    const reset = async () => {
      door.close();
      objects.clear();
      await platform.controls.reset().finally(door.open);
    };
    controls = { ...platform.controls, reset, isReady: door.isOpen };
    const { clock, clockMoved, drain, mail, faults, seed } = platform.controls;
    const { dynamodbEndpoint, sqsEndpoint, githubUrl, googleUrl, pspUrl } = platform;
    const facts = { url, tableName: TABLE_NAME, dynamodbEndpoint, sqsEndpoint, githubUrl, googleUrl, pspUrl };
    if (recordPath) writeJson(recordPath, { ...facts, pid: process.pid });
    door.open();
    const advance = async (seconds: number) => {
      clock.advance(seconds);
      await clockMoved();
    };
    return { ...facts, seed, faults, advance, drain, mail: mail.list, reset, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
