import { join } from "node:path";
import type { RequestHandler } from "@svc/local-aws/client";
import type { Stream } from "@svc/local-aws/dynamodb/stream";
import { readJson, writeJson } from "@svc/local-aws/files";
import type { Intercept } from "@svc/local-aws/http/gateway";
import type { Handler } from "@svc/local-aws/lambda/invoke";
import type { Precedence } from "@svc/local-aws/lambda/precedence";
import { type MailSink, openMail } from "@svc/local-aws/messages/mail";
import { openPush, type PushSink } from "@svc/local-aws/messages/push";
import { openSms, type SmsSink } from "@svc/local-aws/messages/sms";
import { type Scheduler, startScheduler } from "@svc/local-aws/schedules/schedules";
import type { LocalSockets } from "@svc/local-aws/websocket/sockets";
import { type StripeDouble, startStripeDouble } from "@svc/stripe-double";
import * as z from "zod";
import { type ConsumerSpec, consumerFile } from "../contract/consumers.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { startQueues } from "./aws.ts";
import { BANK_PATH, type BankDouble, startBank } from "./bank-double/index.ts";
import { type ExpirySweep, type LocalClock, openClock, startExpirySweep } from "./clock.ts";
import type { Controls } from "./control.ts";
import { createDemo, type Demo } from "./demo/index.ts";
import { drain } from "./drain.ts";
import {
  doubled,
  localSecrets,
  platformVariables,
  providerVariables,
  setVariables,
  tableName,
} from "./environment.ts";
import { createFaults, type Faults } from "./faults.ts";
import {
  configureClients,
  emptyTable,
  type Polling,
  SCHEDULES_FILE,
  startDatabase,
  startPolling,
  startStreams,
} from "./parts.ts";
import { startProviders } from "./providers.ts";
import { demoKey, seedDemo, seedOf } from "./seed.ts";

/** Everything behind the gateway: database, queues, providers, schedules, and their lifecycle. */

export interface PlatformOptions {
  readonly data: string | undefined;
  /** The gateway's address for browsers, and its own address. */
  readonly publicUrl: string;
  readonly gateway: string;
  readonly providers: boolean;
  readonly seeded: boolean;
  /** Whether to create an account with a history. */
  readonly demo: boolean;
  readonly consumers: readonly ConsumerSpec[];
  readonly sockets: LocalSockets;
  /** Handles the requests of the SDK client that sends to the WebSockets. */
  readonly connections: RequestHandler;
  readonly precedence: Precedence;
  readonly load: (file: string) => Promise<Handler>;
  readonly report: (line: string) => void;
}

export interface Platform {
  readonly demo: Demo;
  readonly controls: Omit<Controls, "isReady">;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  readonly githubUrl: string | undefined;
  readonly googleUrl: string | undefined;
  readonly isDatabaseUp: () => boolean;
  /** The address of the payment provider's double. Undefined with a real key. */
  readonly pspUrl: string | undefined;
  /** Handles the requests to the bank's double. Undefined with a real bank. */
  readonly bank: Intercept | undefined;
}

const schedulesFile = z.object({ ranUntilMs: z.int() });

/** Starts the schedules from their stored progress. Functions that became due in the meantime run now. */
function startSchedules(
  { data, consumers, load, report }: PlatformOptions,
  ran: (id: string) => void,
  cleanup: AsyncDisposableStack,
): Scheduler {
  const path = data && join(data, SCHEDULES_FILE);
  const byId = new Map(consumers.map((spec) => [spec.id, spec]));
  const scheduler = startScheduler({
    functions: consumers.flatMap(({ trigger, ...spec }) =>
      "schedule" in trigger ? [{ ...spec, schedule: trigger.schedule }] : [],
    ),
    nowMs: Clock.nowMs,
    load: (id) => load(consumerFile(byId.get(id) ?? { id })),
    ran,
    report,
    ranUntilMs: (path && readJson(path, schedulesFile)?.ranUntilMs) || Clock.nowMs(),
    storeProgress: (ranUntilMs) => {
      if (path) writeJson(path, { ranUntilMs });
    },
  });
  cleanup.defer(() => scheduler.stop());
  return scheduler;
}

async function startBackends(options: PlatformOptions, cleanup: AsyncDisposableStack) {
  const { data, publicUrl, gateway } = options;
  const secrets = localSecrets(data);
  const value = (name: string) => process.env[name] || (secrets[name] ?? "");
  const clients = {
    publicUrl,
    githubSecret: value("GITHUB_CLIENT_SECRET"),
    googleSecret: value("GOOGLE_CLIENT_SECRET"),
  };
  const [database, queues, providers, psp] = await Promise.all([
    startDatabase(data, options.report, cleanup),
    startQueues(data && join(data, "queues.jsonl")).then((started) => {
      cleanup.defer(() => started.stop());
      return started;
    }),
    options.providers ? startProviders(clients) : undefined,
    doubled().psp ? startDouble(options, secrets) : undefined,
  ]);
  cleanup.defer(async () => providers?.stop());
  cleanup.defer(async () => psp?.stop());
  const bank = doubled().bank ? startBankDouble(options, secrets) : undefined;
  cleanup.defer(async () => bank?.stop());
  const dynamodb = database.endpoint;
  cleanup.defer(
    setVariables({
      ...platformVariables({ publicUrl, gateway, dynamodb, queues, secrets, tableName: tableName() }),
      ...(providers && providerVariables(providers.githubUrl, providers.googleUrl)),
      ...(psp && { STRIPE_URL: psp.url, STRIPE_LIVEMODE: "false", STRIPE_PIN_KEY: psp.pinKey }),
      ...(bank && { BANK_URL: `${gateway}${BANK_PATH}` }),
      ...(options.seeded && !process.env["DEMO_API_KEY"] && { DEMO_API_KEY: demoKey }),
    }),
  );
  // A secret that the user has set belongs to a real provider.
  const ownSecret = (name: string) => (process.env[name] === secrets[name] ? (secrets[name] ?? "") : "");
  const seed = seedOf(
    { psp: ownSecret("STRIPE_WEBHOOK_SECRET"), bank: ownSecret("BANK_WEBHOOK_SECRET") },
    ownSecret("STRIPE_SECRET_KEY"),
  );
  return { database, queues, providers, psp, bank, seed };
}

function startDouble(
  { data, gateway, report }: PlatformOptions,
  secrets: Readonly<Record<string, string>>,
): Promise<StripeDouble> {
  const set = (name: string) => process.env[name] || (secrets[name] ?? "");
  return startStripeDouble({
    file: data && join(data, "psp.jsonl"),
    nowMs: Clock.nowMs,
    secretKey: secrets["STRIPE_SECRET_KEY"] ?? "",
    webhookSecret: set("STRIPE_WEBHOOK_SECRET"),
    connectWebhookSecret: set("STRIPE_CONNECT_WEBHOOK_SECRET"),
    webhookUrl: `${gateway}/api/webhooks/psp`,
    authorizationSecret: set("STRIPE_ISSUING_WEBHOOK_SECRET"),
    authorizationUrl: `${gateway}/api/webhooks/psp/authorizations`,
    report,
  });
}

function startBankDouble(
  { data, gateway, report }: PlatformOptions,
  secrets: Readonly<Record<string, string>>,
): BankDouble {
  const set = (name: string) => process.env[name] || (secrets[name] ?? "");
  return startBank({
    file: data && join(data, "bank.jsonl"),
    apiKey: set("BANK_API_KEY"),
    webhookSecret: set("BANK_WEBHOOK_SECRET"),
    webhookUrl: `${gateway}/api/webhooks/bank`,
    report,
  });
}

/** The parts that the clock and a reset affect. */
interface Parts extends Awaited<ReturnType<typeof startBackends>> {
  readonly options: PlatformOptions;
  readonly clock: LocalClock;
  readonly mail: MailSink;
  readonly push: PushSink;
  readonly sms: SmsSink;
  readonly faults: Faults;
  readonly expiry: ExpirySweep;
  readonly scheduler: Scheduler;
  readonly polling: Polling;
  readonly streams: readonly Stream[];
  readonly demo: Demo;
  /** The runs of each consumer since the last drain. */
  readonly runs: Map<string, number>;
}

/** Applies a clock change to all parts. */
async function clockMoved({ options, queues, psp, bank, expiry, scheduler }: Parts): Promise<void> {
  await queues.clockMoved();
  await psp?.clockMoved();
  await bank?.clockMoved();
  // Before expired items are deleted, because the end of a connection reads its items.
  await options.sockets.clockMoved();
  await expiry
    .now()
    .catch((error: unknown) =>
      options.report(`expiry: sweep failed, the next one runs within a minute: ${error}`),
    );
  scheduler.tick();
}

/** Deletes all data and seeds it again. */
async function reset(parts: Parts): Promise<void> {
  const { options, clock, mail, push, sms, faults, database, queues, psp, bank } = parts;
  const { scheduler, polling, runs, demo } = parts;
  faults.clear();
  await demo.stop();
  await options.sockets.closeAll();
  await polling.stop();
  await scheduler.rest();
  await scheduler.settled(5000);
  // First, so that writes of requests in flight are not dated years ahead.
  clock.reset();
  await queues.clockMoved();
  await psp?.clear();
  bank?.clear();
  await queues.clear();
  for (const stream of parts.streams) stream.clear();
  await emptyTable(database.endpoint);
  mail.clear();
  push.clear();
  sms.clear();
  scheduler.restart();
  runs.clear();
  if (options.seeded) await seedDemo();
  polling.restart();
  demo.start();
}

async function startParts(options: PlatformOptions, cleanup: AsyncDisposableStack): Promise<Parts> {
  const { data, consumers, connections, precedence, load, report } = options;
  const clock = openClock(data);
  cleanup.defer(() => Clock.setOffset(0));
  const sink = { folder: data, nowMs: Clock.nowMs };
  const mail = openMail(sink);
  const push = openPush(sink);
  const sms = openSms(sink);
  const faults = createFaults();
  const backends = await startBackends(options, cleanup);
  const { queues } = backends;
  const runs = new Map<string, number>();
  const ran = (id: string) => runs.set(id, (runs.get(id) ?? 0) + 1);
  const streams: Stream[] = [];
  const handlers = { connections, push: push.handler, sms: sms.handler };
  configureClients(faults, handlers, () => streams, cleanup);
  // Before the first write, which would otherwise be missing in the streams.
  streams.push(...startStreams({ consumers, faults, precedence, load, ran, report }, data));
  cleanup.defer(async () => void (await Promise.all(streams.map((stream) => stream.stop()))));
  if (options.seeded) await seedDemo();

  const expiry = startExpirySweep(report);
  cleanup.defer(() => expiry.stop());
  const polling = startPolling({ consumers, queues, faults, precedence, load, ran, report });
  cleanup.defer(() => polling.stop());
  const scheduler = startSchedules(options, ran, cleanup);
  const demo = createDemo({
    wanted: options.demo && options.seeded,
    pays: backends.psp !== undefined,
    report,
  });
  cleanup.defer(() => demo.stop());
  const sinks = { mail, push, sms };
  return { options, ...backends, clock, ...sinks, faults, expiry, scheduler, polling, streams, demo, runs };
}

/** Starts everything. Started parts are registered in `cleanup`, even if a later one fails. */
export async function startPlatform(
  options: PlatformOptions,
  cleanup: AsyncDisposableStack,
): Promise<Platform> {
  const parts = await startParts(options, cleanup);
  const { seed, clock, mail, push, sms, faults, database, queues, providers, psp, bank } = parts;
  const { scheduler, polling, runs } = parts;
  const { consumers, sockets, report } = options;
  const continuous = new Set(consumers.flatMap((consumer) => (consumer.continuous ? [consumer.id] : [])));
  return {
    demo: parts.demo,
    controls: {
      seed,
      clock,
      clockMoved: () => clockMoved(parts),
      drain: () =>
        drain({
          ...{ queues, pollers: polling.pollers, scheduler, streams: parts.streams },
          ...{ sockets, psp, bank, runs, continuous },
        }),
      mail,
      push,
      sms,
      faults,
      reset: () => reset(parts),
      report,
    },
    dynamodbEndpoint: database.endpoint,
    isDatabaseUp: database.isUp,
    sqsEndpoint: queues.endpoint,
    githubUrl: providers?.githubUrl,
    googleUrl: providers?.googleUrl,
    pspUrl: psp?.url,
    bank: bank?.intercept,
  };
}
