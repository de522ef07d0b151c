import { join } from "node:path";
import * as z from "zod";
import type { ConsumerSpec } from "../contract/consumers.ts";
import { consumerFile } from "../contract/consumers.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { openClock } from "./clock.ts";
import type { Controls } from "./control.ts";
import { drain } from "./drain.ts";
import {
  doubled,
  localSecrets,
  platformVariables,
  providerVariables,
  setVariables,
  TABLE_NAME,
} from "./environment.ts";
import { startExpirySweep } from "./expiry.ts";
import { createFaults } from "./faults.ts";
import { readJson, writeJson } from "./files.ts";
import type { Handler } from "./invoke.ts";
import { openMail } from "./mail.ts";
import { type Begun, configureClients, emptyTable, startDatabase, startPollers } from "./parts.ts";
import type { Precedence } from "./precedence.ts";
import { startProviders } from "./providers.ts";
import { startQueues } from "./queues.ts";
import { type Scheduler, startScheduler } from "./schedules.ts";
import { seedDemo, seedOf } from "./seed.ts";
import { managementHandler } from "./socket-management.ts";
import type { LocalSockets } from "./sockets.ts";
import { type StripeDouble, startStripeDouble } from "./stripe-double/index.ts";

/** Everything behind the gateway: database, queues, providers, schedules, and what keeps them together. */

export interface PlatformOptions {
  readonly data: string | undefined;
  /** How browsers reach the gateway, and its address. */
  readonly publicUrl: string;
  readonly gateway: string;
  readonly providers: boolean;
  readonly seeded: boolean;
  readonly consumers: readonly ConsumerSpec[];
  readonly sockets: LocalSockets;
  readonly precedence: Precedence;
  readonly load: (file: string) => Promise<Handler>;
  readonly report: (line: string) => void;
}

export interface Platform {
  readonly controls: Omit<Controls, "isReady">;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  readonly githubUrl: string | undefined;
  readonly googleUrl: string | undefined;
  /** Where the payment provider's double is; undefined with a real key. */
  readonly pspUrl: string | undefined;
}

const schedulesFile = z.object({ ranUntilMs: z.int() });

/** The schedules go on where they were: what came due while nothing ran, runs now. */
function startSchedules(
  { data, consumers, load, report }: PlatformOptions,
  ran: (id: string) => void,
  begun: Begun,
): Scheduler {
  const path = data && join(data, "schedules.json");
  const byId = new Map(consumers.map((spec) => [spec.id, spec]));
  const scheduler = startScheduler({
    consumers,
    load: (id) => load(consumerFile(byId.get(id) ?? { id })),
    ran,
    report,
    ranUntilMs: (path && readJson(path, schedulesFile)?.ranUntilMs) || Clock.nowMs(),
    keep: (ranUntilMs) => {
      if (path) writeJson(path, { ranUntilMs });
    },
  });
  begun.onEnd(() => scheduler.stop());
  return scheduler;
}

async function startBackends(options: PlatformOptions, begun: Begun) {
  const { data, publicUrl, gateway } = options;
  const secrets = localSecrets(data);
  const value = (name: string) => process.env[name] || (secrets[name] ?? "");
  const clients = {
    publicUrl,
    githubSecret: value("GITHUB_CLIENT_SECRET"),
    googleSecret: value("GOOGLE_CLIENT_SECRET"),
  };
  const [database, queues, providers, psp] = await Promise.all([
    startDatabase(data, begun),
    startQueues(data && join(data, "queues.jsonl")).then((started) => {
      begun.onEnd(() => started.stop());
      return started;
    }),
    options.providers ? startProviders(clients) : undefined,
    doubled().psp ? startDouble(options, secrets) : undefined,
  ]);
  begun.onEnd(() => providers?.stop());
  begun.onEnd(() => psp?.stop());
  const dynamodb = database.endpoint;
  begun.onEnd(
    setVariables({
      ...platformVariables({ publicUrl, gateway, dynamodb, queues, secrets, tableName: TABLE_NAME }),
      ...(providers && providerVariables(providers.githubUrl, providers.googleUrl)),
      ...(psp && { STRIPE_URL: psp.url, STRIPE_LIVEMODE: "false" }),
    }),
  );
  // A secret that the user has set is a real provider's.
  const shown = (name: string) => (process.env[name] === secrets[name] ? (secrets[name] ?? "") : "");
  const seed = seedOf(
    { psp: shown("STRIPE_WEBHOOK_SECRET"), bank: shown("BANK_WEBHOOK_SECRET") },
    shown("STRIPE_SECRET_KEY"),
  );
  return { database, queues, providers, psp, seed };
}

function startDouble(
  { data, gateway, report }: PlatformOptions,
  secrets: Readonly<Record<string, string>>,
): Promise<StripeDouble> {
  const set = (name: string) => process.env[name] || (secrets[name] ?? "");
  return startStripeDouble({
    file: data && join(data, "psp.jsonl"),
    secretKey: secrets["STRIPE_SECRET_KEY"] ?? "",
    webhookSecret: set("STRIPE_WEBHOOK_SECRET"),
    connectWebhookSecret: set("STRIPE_CONNECT_WEBHOOK_SECRET"),
    webhookUrl: `${gateway}/api/webhooks/psp`,
    report,
  });
}

/** Starts it all; what was begun is entered in `begun`, also when a later part fails. */
export async function startPlatform(options: PlatformOptions, begun: Begun): Promise<Platform> {
  const { data, consumers, sockets, precedence, load, report } = options;
  const clock = openClock(data);
  begun.onEnd(() => Clock.setOffset(0));
  const mail = openMail(data);
  const faults = createFaults();
  const { database, queues, providers, psp, seed } = await startBackends(options, begun);
  configureClients(faults, managementHandler(sockets, Clock.nowMs), begun);
  if (options.seeded) await seedDemo();

  const runs = new Map<string, number>();
  const continuous = new Set(consumers.filter((one) => one.continuous).map((one) => one.id));
  const ran = (id: string) => runs.set(id, (runs.get(id) ?? 0) + 1);
  const expiry = startExpirySweep(report);
  begun.onEnd(() => expiry.stop());
  const poll = () => startPollers({ consumers, queues, faults, precedence, load, ran, report });
  let pollers = poll();
  begun.onEnd(() => pollers.stop());
  const scheduler = startSchedules(options, ran, begun);

  async function clockMoved(): Promise<void> {
    await queues.clockMoved();
    await psp?.clockMoved();
    // Before what has expired is deleted: the end of a connection is told in terms of what it left in the table.
    await sockets.clockMoved();
    await expiry.now().catch((error: unknown) => report(`expired items were not deleted: ${error}`));
    scheduler.tick();
  }

  async function reset(): Promise<void> {
    faults.clear();
    await sockets.closeAll();
    await pollers.stop();
    await scheduler.rest();
    await scheduler.settled(5000);
    // First: what a request in flight still writes must not be dated years ahead.
    clock.reset();
    await queues.clockMoved();
    await psp?.clear();
    await queues.clear();
    await emptyTable(database.endpoint);
    mail.clear();
    scheduler.restart();
    runs.clear();
    if (options.seeded) await seedDemo();
    pollers = poll();
  }

  return {
    controls: {
      seed,
      clock,
      clockMoved,
      drain: () => drain({ queues, pollers: pollers.list, scheduler, sockets, psp, runs, continuous }),
      mail,
      faults,
      reset,
      report,
    },
    dynamodbEndpoint: database.endpoint,
    sqsEndpoint: queues.endpoint,
    githubUrl: providers?.githubUrl,
    googleUrl: providers?.googleUrl,
    pspUrl: psp?.url,
  };
}
