import { rmSync } from "node:fs";
import { join } from "node:path";
import { privateFolder, readJson, writeJson } from "@svc/local-aws/files";
import type { Intercept } from "@svc/local-aws/http/gateway";
import type { Handler } from "@svc/local-aws/lambda/invoke";
import { createPrecedence } from "@svc/local-aws/lambda/precedence";
import { wrapHandler } from "@svc/local-aws/lambda/streaming";
import type { MailMessage } from "@svc/local-aws/messages/mail";
import type { PushMessage } from "@svc/local-aws/messages/push";
import type { SmsMessage } from "@svc/local-aws/messages/sms";
import { openManagement } from "@svc/local-aws/websocket/management";
import { startSockets } from "@svc/local-aws/websocket/sockets";
import * as z from "zod";
import { type ConsumerSpec, consumers as platformConsumers } from "../contract/consumers.ts";
import { routes as platformRoutes, sockets as platformSockets } from "../contract/index.ts";
import { handlerFile } from "../contract/route.ts";
import type { SocketSpec } from "../contract/socket.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { type GatewayRoute, openObjects, startGateway } from "./aws.ts";
import { openConsole } from "./console.ts";
import { type Controls, control, forbidden } from "./control.ts";
import type { Drained } from "./drain.ts";
import { MANAGEMENT_PATH, OBJECTS_PATH, tableName } from "./environment.ts";
import type { Faults } from "./faults.ts";
import { checkForm, DataInUse, lockFolder } from "./folder.ts";
import { loadHandler } from "./parts.ts";
import { type Platform, startPlatform } from "./platform.ts";
import { withRightsOf } from "./rights.ts";
import type { Seed } from "./seed.ts";

/** The whole platform in one process. `main.ts` runs it for a developer, and tests run it themselves. */

export interface RuntimeOptions {
  /** Defaults to 0: a free port. */
  readonly port?: number;
  /** The address to listen on. Defaults to loopback. */
  readonly host?: string;
  /** The folder of the data (the setting `LOCAL_DATA`). If omitted, everything is in memory and lost when the process ends. */
  readonly data?: string;
  /** Whether the doubles of the OAuth providers run. Defaults to true. */
  readonly providers?: boolean;
  /** Whether the demo identities are created. Defaults to true. */
  readonly seeded?: boolean;
  /** Whether one of them gets a month of history after the platform is ready. Defaults to false. */
  readonly demo?: boolean;
  readonly routes?: readonly GatewayRoute[];
  readonly consumers?: readonly ConsumerSpec[];
  readonly sockets?: readonly SocketSpec[];
  /** Loads the handler of a file. */
  readonly load?: (file: string) => Promise<Handler>;
  readonly logRequests?: boolean;
  /** Reports errors of handlers. */
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
  /** Advances the platform's clock, and applies it to all parts. */
  advance(seconds: number): Promise<void>;
  drain(): Promise<Drained>;
  mail(to?: string): MailMessage[];
  /** Returns push messages: all, or those to a user or a token. */
  push(to?: string): PushMessage[];
  /** Returns text messages: all, or those to a number. */
  sms(to?: string): SmsMessage[];
  reset(): Promise<void>;
  /** Resolves when the demo's history exists, or was given up. */
  demoReady(): Promise<void>;
  /** Lets the work in progress finish, and stops every part. */
  stop(): Promise<void>;
}

const runtimeFile = z.looseObject({ pid: z.int(), url: z.string() });

/** @throws DataInUse if the runtime that wrote the file still answers */
async function assertNotRunning(path: string): Promise<void> {
  const other = readJson(path, runtimeFile);
  if (!other || other.pid === process.pid) return;
  const health = fetch(`${other.url}/_local/health`, { signal: AbortSignal.timeout(2000) });
  const ready = await health.then((response) => response.json()).catch(() => undefined);
  if (typeof ready === "object" && ready !== null && "ready" in ready)
    throw new DataInUse(`a runtime on this data is already up at ${other.url} (process ${other.pid})`);
}

/** Holds requests while it is closed. */
function createGate() {
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

type Gate = ReturnType<typeof createGate>;

/** Starts the gateway and everything that it serves besides the routes. */
async function startFront(
  options: RuntimeOptions,
  gate: Gate,
  controls: () => Controls | undefined,
  bank: Intercept,
) {
  const { data, load: loadFile = loadHandler, report = () => undefined } = options;
  const { nowMs } = Clock;
  const load = async (file: string) => wrapHandler(await loadFile(file), withRightsOf);
  const loadById = (id: string) => load(handlerFile({ id }));
  const precedence = createPrecedence();
  const ready = gate.passed;
  const sockets = startSockets({
    sockets: options.sockets ?? platformSockets,
    load: loadById,
    ready,
    nowMs,
    report,
  });
  const management = openManagement({ sockets, path: MANAGEMENT_PATH, nowMs, forbidden });
  let address = "";
  const objects = openObjects(data && join(data, "objects"), () => address + OBJECTS_PATH);
  const intercepts = [management.intercept, objects.intercept, bank, control(controls), openConsole(report)];
  const gateway = await startGateway(
    {
      routes: options.routes ?? platformRoutes,
      load: loadById,
      fallback: () => load("functions/_chain/fallback.ts"),
      intercept: (request, response) => intercepts.some((intercept) => intercept(request, response)),
      upgrades: sockets,
      ready,
      precedence,
      report,
      logRequests: options.logRequests ?? false,
    },
    options.port ?? 0,
    options.host ?? "127.0.0.1",
  );
  address = `http://127.0.0.1:${gateway.port}`;
  const connections = management.handler;
  return { precedence, sockets, connections, objects, gateway, address, load, report };
}

/**
 * Starts the platform. Resolves when it is ready.
 * @throws DataInUse, OtherForm; Error with code EADDRINUSE if the port is in use
 */
export async function start(options: RuntimeOptions = {}): Promise<Runtime> {
  const { data } = options;
  const recordPath = data && join(data, "runtime.json");
  if (data) privateFolder(data);
  if (recordPath) await assertNotRunning(recordPath);
  if (data) checkForm(data);

  const cleanup = new AsyncDisposableStack();
  if (data) cleanup.defer(await lockFolder(data));
  const gate = createGate();
  let controls: Controls | undefined;
  let bank: Intercept | undefined;
  const front = await startFront(
    options,
    gate,
    () => controls,
    (request, response) => bank?.(request, response) ?? false,
  );
  const { precedence, sockets, connections, objects, gateway, address, load, report } = front;
  const url = `http://localhost:${gateway.port}`;

  async function stop(): Promise<void> {
    gate.open();
    await sockets.stop();
    await gateway.stop();
    await cleanup.disposeAsync();
    if (recordPath) rmSync(recordPath, { force: true });
  }

  try {
    const platform = await startPlatform(
      {
        data,
        publicUrl: process.env["PUBLIC_URL"] || url,
        gateway: address,
        providers: options.providers ?? true,
        seeded: options.seeded ?? true,
        demo: options.demo ?? false,
        consumers: options.consumers ?? platformConsumers,
        sockets,
        connections,
        precedence,
        load,
        report,
      },
      cleanup,
    );
    bank = platform.bank;
    const clockMoved = async () => {
      objects.expire();
      await platform.controls.clockMoved();
    };
    const reset = async () => {
      gate.close();
      objects.clear();
      await platform.controls.reset().finally(gate.open);
    };
    controls = {
      ...platform.controls,
      clockMoved,
      reset,
      isReady: () => gate.isOpen() && platform.isDatabaseUp(),
    };
    const facts = factsOf(platform, url);
    if (recordPath) writeJson(recordPath, { ...facts, pid: process.pid });
    gate.open();
    platform.demo.start();
    return { ...facts, ...verbsOf(controls), demoReady: platform.demo.ready, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function factsOf({ dynamodbEndpoint, sqsEndpoint, githubUrl, googleUrl, pspUrl }: Platform, url: string) {
  return { url, tableName: tableName(), dynamodbEndpoint, sqsEndpoint, githubUrl, googleUrl, pspUrl };
}

const verbsOf = ({ seed, faults, clock, clockMoved, drain, mail, push, sms, reset }: Controls) => ({
  seed,
  faults,
  async advance(seconds: number) {
    clock.advance(seconds);
    await clockMoved();
  },
  drain,
  mail: mail.list,
  push: push.list,
  sms: sms.list,
  reset,
});
