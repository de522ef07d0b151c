import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SQSClient } from "@aws-sdk/client-sqs";
import { type RequestHandler, withoutSignature } from "@svc/local-aws/client";
import type { Database as Running } from "@svc/local-aws/dynamodb/process";
import { type Stream, startStream } from "@svc/local-aws/dynamodb/stream";
import { withStreams } from "@svc/local-aws/dynamodb/stream-writes";
import type { Handler } from "@svc/local-aws/lambda/invoke";
import type { Precedence } from "@svc/local-aws/lambda/precedence";
import { type Poller, startPoller } from "@svc/local-aws/sqs/poller";
import type { Queues } from "@svc/local-aws/sqs/queues";
import { type ConsumerSpec, consumerFile, matchesTrigger } from "../contract/consumers.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Connections from "../core/platform/connections.ts";
import * as Mail from "../core/platform/mail.ts";
import * as Objects from "../core/platform/objects.ts";
import * as Psp from "../core/platform/psp/index.ts";
import * as Push from "../core/platform/push.ts";
import * as Queue from "../core/platform/queue.ts";
import * as Sms from "../core/platform/sms.ts";
import * as Table from "../core/platform/table/index.ts";
import * as Database from "./database.ts";
import { tableName } from "./environment.ts";
import { type Faults, fetchWithFaults, withFaults } from "./faults.ts";
import { withRights } from "./rights.ts";

/** The parts of the runtime that take a few lines to start. Each registers its end in `cleanup`, which runs in reverse order. */

/** Loads the handler of a file. */
export async function loadHandler(file: string): Promise<Handler> {
  const module: { handler?: Handler } = await import(new URL(`../${file}`, import.meta.url).href);
  if (!module.handler) throw new TypeError(`${file} exports no handler`);
  return module.handler;
}

/** Configures core's clients with the faults. The variables with the endpoints must be set before. */
export function configureClients(
  faults: Faults,
  { connections, push, sms }: Readonly<Record<"connections" | "push" | "sms", RequestHandler>>,
  streams: () => readonly Stream[],
  cleanup: AsyncDisposableStack,
): void {
  const httpAgent = { keepAlive: true, maxSockets: 256 };
  const { requestHandler } = new DynamoDBClient({ requestHandler: { httpAgent } }).config;
  const dynamodb = withStreams(streams, requestHandler);
  Table.configure({
    requestHandler: withRights(withFaults(faults, "dynamodb", dynamodb)),
    signer: withoutSignature,
  });
  Queue.configure({
    requestHandler: withFaults(faults, "sqs", new SQSClient({}).config.requestHandler),
    signer: withoutSignature,
  });
  Mail.configure({ requestHandler: withFaults(faults, "mail", new SESv2Client({}).config.requestHandler) });
  Push.configure({
    requestHandler: withFaults(faults, "push", push) as never,
    signer: withoutSignature,
  });
  Sms.configure({
    requestHandler: withFaults(faults, "sms", sms) as never,
    signer: withoutSignature,
  });
  Psp.configure({ fetch: fetchWithFaults(faults) });
  Connections.configure({
    requestHandler: withFaults(faults, "connections", connections) as never,
    signer: withoutSignature,
  });
  cleanup.defer(() => {
    Table.configure({});
    Queue.configure({});
    Mail.configure({});
    Push.configure({});
    Sms.configure({});
    Objects.configure({});
    Psp.configure({});
    Connections.configure({});
  });
}

/** A file that exists as soon as the platform has run. */
export const SCHEDULES_FILE = "schedules.json";

/** Thrown if the platform has run on this data, but its table is empty: starting over would lose money silently. */
export class EmptyDatabase extends Error {
  override readonly name = "EmptyDatabase";
}

const isEmptied = (path: string, sign: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.size === 0 && existsSync(sign);

/**
 * Starts the database and creates the table.
 * @param data LOCAL_DATA. Undefined for memory.
 * @throws EmptyDatabase
 */
export async function startDatabase(
  data: string | undefined,
  report: (line: string) => void,
  cleanup: AsyncDisposableStack,
): Promise<Running> {
  const path = data && join(data, "table.sqlite");
  if (path && isEmptied(path, join(data, SCHEDULES_FILE)))
    throw new EmptyDatabase(`${path} is empty, though the platform has run on this data`);
  const database = await Database.start(path, report);
  cleanup.defer(() => database.stop());
  await Database.createTable(database.endpoint, tableName());
  return database;
}

/** Empties the table: deletes it and creates it again. */
export async function emptyTable(endpoint: string): Promise<void> {
  const client = new DynamoDBClient(Database.clientConfig(endpoint));
  await client.send(new DeleteTableCommand({ TableName: tableName() }));
  client.destroy();
  await Database.createTable(endpoint, tableName());
}

export interface PollerInput {
  readonly consumers: readonly ConsumerSpec[];
  readonly queues: Queues;
  readonly faults: Faults;
  readonly precedence: Precedence;
  readonly load: (file: string) => Promise<Handler>;
  readonly ran: (id: string) => void;
  readonly report: (line: string) => void;
}

export interface Pollers {
  readonly list: readonly Poller[];
  stop(): Promise<void>;
}

/** Starts a poller for each consumer of a queue. Their requests bypass the faults: in AWS they belong to Lambda. */
export function startPollers({
  consumers,
  queues,
  faults,
  precedence,
  load,
  ran,
  report,
}: PollerInput): Pollers {
  const client = new SQSClient({ maxAttempts: 1, requestHandler: { httpAgent: { maxSockets: 256 } } });
  const list = consumers.flatMap((spec) => {
    if (!("queue" in spec.trigger)) return [];
    const { queue, batchSize, maxConcurrency } = spec.trigger;
    return startPoller({
      consumer: { ...spec, batchSize, maxConcurrency },
      queue,
      queues,
      client,
      load: () => load(consumerFile(spec)),
      faults,
      precedence,
      ran: () => ran(spec.id),
      report,
    });
  });
  return {
    list,
    async stop() {
      await Promise.all(list.map((poller) => poller.stop()));
      client.destroy();
    },
  };
}

/**
 * Starts a stream for each consumer of the table's changes.
 * @param data LOCAL_DATA, for undelivered changes. Undefined for memory.
 */
export const startStreams = (
  { consumers, faults, precedence, load, ran, report }: Omit<PollerInput, "queues">,
  data: string | undefined,
): Stream[] =>
  consumers.flatMap((spec) => {
    const { id, trigger } = spec;
    if (!("stream" in trigger)) return [];
    return startStream({
      consumer: { ...spec, batchSize: trigger.stream.batchSize },
      concerns: (item) => matchesTrigger(trigger.stream, item, item.event),
      nowMs: Clock.nowMs,
      path: data && join(data, `stream-${id}.jsonl`),
      load: () => load(consumerFile(spec)),
      faults,
      precedence,
      ran: () => ran(id),
      report,
    });
  });

/** The current pollers. A reset replaces them. */
export interface Polling {
  readonly pollers: Pollers["list"];
  stop(): Promise<void>;
  restart(): void;
}

export function startPolling(input: PollerInput): Polling {
  let current = startPollers(input);
  return {
    get pollers() {
      return current.list;
    },
    stop: () => current.stop(),
    restart() {
      current = startPollers(input);
    },
  };
}
