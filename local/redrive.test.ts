import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type Poller, startPoller } from "@svc/local-aws/sqs/poller";
import { deadLettersOf, type Queues } from "@svc/local-aws/sqs/queues";
import type { SQSEvent } from "aws-lambda";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as Clock from "../core/kernel/clock/index.ts";
import { type AwsDouble, deploy, startAwsDouble } from "../stacks/aws-double.fixture.ts";
import { eventually } from "../tests/support/eventually.ts";
import { startQueues } from "./aws.ts";
import { createFaults } from "./faults.ts";
import { look, redrive } from "./redriving.ts";

/** Returns failed messages to their queue. Uses the real local queues. */

const QUEUE = "psp-events";
const folder = mkdtempSync(join(tmpdir(), "redrive-"));
let queues: Queues;
let client: SQSClient;
let poller: Poller | undefined;
let aws: AwsDouble;

beforeAll(async () => {
  aws = await startAwsDouble();
  queues = await startQueues(undefined, { [QUEUE]: { maxReceives: 2, visibilitySeconds: 60 } });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new SQSClient({ endpoint: queues.endpoint, region: "local", credentials, maxAttempts: 1 });
  writeFileSync(join(folder, "runtime.json"), JSON.stringify({ sqsEndpoint: queues.endpoint }));
});
afterEach(async () => {
  await poller?.stop();
  poller = undefined;
  await queues.clear();
  Clock.setOffset(0);
  await queues.clockMoved();
});
afterAll(async () => {
  client.destroy();
  await aws.stop();
  await queues.stop();
  rmSync(folder, { recursive: true });
});

const from = () => queues.url(deadLettersOf(QUEUE));
const to = () => queues.url(QUEUE);
const state = async () => (await queues.inspect())[QUEUE];
const dead = async () => (await state())?.dead;

const text = (StringValue: string) => ({ DataType: "String", StringValue });
const send = (url: string, body: string, correlationId?: string) =>
  client.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody: body,
      MessageAttributes: {
        origin: text("test"),
        ...(correlationId !== undefined && { correlationId: text(correlationId) }),
      },
    }),
  );

async function jump(seconds: number): Promise<void> {
  Clock.setOffset(Clock.offset() + seconds * 1000);
  await queues.clockMoved();
}

/** Creates a consumer that fails on poison messages until it is fixed. */
function consume() {
  const consumer = { isFixed: false, tried: 0, done: [] as string[] };
  poller = startPoller({
    consumer: { id: "inbound.process-psp", batchSize: 10 },
    queue: QUEUE,
    queues,
    client,
    load: async () => (event) => {
      const { Records } = event as SQSEvent;
      const failed = Records.filter(({ body }) => body.startsWith("poison") && !consumer.isFixed);
      consumer.tried += failed.length;
      consumer.done.push(
        ...Records.filter((one) => !failed.includes(one)).map(
          ({ body, messageAttributes }) => `${body} of ${messageAttributes["origin"]?.stringValue}`,
        ),
      );
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    },
    faults: createFaults(),
    ran: () => undefined,
    report: () => undefined,
  });
  return consumer;
}

/** Runs the command. */
const command = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, ["local/redrive.ts", ...args], {
    env: {
      ...process.env,
      // Most of a command's time is reading modules: the first run compiles them for the others.
      NODE_COMPILE_CACHE: join(folder, "compiled"),
      LOCAL_DATA: folder,
      AWS_ENDPOINT_URL: aws.url,
      AWS_ENDPOINT_URL_SQS: queues.endpoint,
      AWS_REGION: "local",
      AWS_ACCESS_KEY_ID: "local",
      AWS_SECRET_ACCESS_KEY: "local",
    },
  });

describe("npm run redrive", () => {
  test("moves a dead letter back to its queue, where the fixed consumer processes it", async () => {
    const consumer = consume();
    await send(to(), "poison");
    await send(to(), "sound");
    for (const tried of [1, 2]) {
      await eventually(async () => {
        expect(consumer.tried).toBe(tried);
        expect(await state()).toMatchObject({ visible: 0, inFlight: 1 });
      });
      await jump(61);
    }
    await eventually(async () => expect(await state()).toMatchObject({ visible: 0, inFlight: 0, dead: 1 }));
    expect(consumer.done).toEqual(["sound of test"]);

    consumer.isFixed = true;
    const { stdout } = await command(QUEUE);
    expect(stdout).toMatch(
      /^[0-9a-f-]{36} {2}not an event {2}\d+ s old {2}received \d times.*\nMoved 1 message to \S+psp-events\n$/,
    );
    await eventually(() => expect(consumer.done).toEqual(["sound of test", "poison of test"]));
    await eventually(async () => expect(await state()).toMatchObject({ visible: 0, inFlight: 0, dead: 0 }));
  });

  test("moves all messages from one queue to another if their URLs are given", async () => {
    const bodies = Array.from({ length: 23 }, (_, index) => `poison ${index}`);
    for (const body of bodies) await send(from(), body);
    const { stdout } = await command("--dead-letters", from(), "--to", to());
    expect(stdout).toContain("Moved 23 messages to ");
    const consumer = Object.assign(consume(), { isFixed: true });
    await eventually(() => expect(consumer.done).toHaveLength(23));
    expect(consumer.done.sort()).toEqual(bodies.map((body) => `${body} of test`).sort());
    expect(await dead()).toBe(0);
  });

  test("reports 0 moved messages if there are no dead letters", async () => {
    expect((await command(QUEUE)).stdout).toMatch(/^Moved 0 messages to /);
  });

  test.each([
    [[], "Name the queue."],
    [["nowhere"], "There is no queue nowhere."],
    [["__proto__"], "There is no queue __proto__."],
    [[QUEUE, "bank-events"], "There is no queue psp-events bank-events."],
    [["--to", "http://127.0.0.1:9/q"], "Give both --dead-letters and --to"],
    [
      [QUEUE, "--dead-letters", "http://127.0.0.1:9/d", "--to", "http://127.0.0.1:9/q"],
      "without a queue's name",
    ],
  ])("rejects the arguments %j, and prints its usage", async (args, message) => {
    await send(from(), "poison");
    const refusal = await command(...args).catch((error: { code: number; stderr: string }) => error);
    expect(refusal).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(refusal.stderr).toContain("npm run redrive -- <queue>");
    expect(await dead()).toBe(1);
  });
});

/** An event as the outbox sends it. */
const eventBody = JSON.stringify({
  id: "evt_01jd3k5f6g7h8j9kmnpqrstvwx",
  type: "payment-succeeded",
  occurredAt: "2026-11-01T10:00:00.000Z",
  payload: {
    userId: "usr_01jd3k5f6g7h8j9kmnpqrstvwx",
    email: "ada@example.com",
    iban: "FR7630006000011234567890189",
    card: "4242424242424242",
    token: "svc_live_Zm9vYmFyYmF6",
    status: "succeeded",
    amount: "12.34",
  },
});
const PERSONAL = /\bada\b|example|FR76|42424242|svc_live|12\.34/;

describe("npm run redrive --dry-run", () => {
  test("lists as many messages as requested without moving them, and hides personal data", async () => {
    for (let sent = 0; sent < 12; sent++) await send(from(), eventBody);
    const { stdout, stderr } = await command(QUEUE, "--dry-run", "--max", "10", "--show");
    expect(
      stdout.match(/^[0-9a-f-]{36} {2}payment-succeeded evt_01jd3k5f6g7h8j9kmnpqrstvwx {2}/gm),
    ).toHaveLength(10);
    expect(stdout).toMatch(/Would move 10 messages to \S+psp-events\n$/);
    expect(stdout).toContain('"userId": "usr_01jd3k5f6g7h8j9kmnpqrstvwx"');
    expect(stdout).toContain('"status": "succeeded"');
    expect(stdout).not.toMatch(PERSONAL);
    expect(stderr).toContain("There may be more");
    expect(await state()).toMatchObject({ visible: 0, dead: 12 });
    // None is hidden from a later move.
    expect((await command(QUEUE, "--max", "100")).stdout).toContain("Moved 12 messages");
  });

  test("shows a message's correlation id, unless the id may be personal: then it states where to find the id", async () => {
    await send(from(), eventBody, "checkout-00017");
    const named = await command(QUEUE, "--dry-run");
    expect(named.stdout).toContain("  checkout-00017  ");
    expect(named.stdout + named.stderr).not.toContain("withheld");
    await send(from(), eventBody, "ada.lovelace.example.com");
    const { stdout, stderr } = await command(QUEUE, "--dry-run");
    expect(stdout).toContain("  correlation id withheld  ");
    expect(stderr).toContain('docs/OPERATIONS.md, "Dead letters"');
    expect(stdout + stderr).not.toMatch(PERSONAL);
  });

  test("shows the error from the consumer's log without personal data", async () => {
    await send(from(), eventBody);
    const [message] = await look(client, from());
    const line = {
      message: "queue: message failed, delivered again up to the queue's maxReceives",
      messageId: message?.MessageId,
      error: {
        name: "InternalServiceErrorException",
        message: "no account of ada@example.com with 4242424242424242",
      },
    };
    writeFileSync(join(folder, "log.jsonl"), `not json\n${JSON.stringify(line)}\n`);
    const { stdout } = await command(QUEUE, "--dry-run");
    expect(stdout).toContain("InternalServiceErrorException no account of [hidden] with [hidden]");
    expect(stdout).not.toMatch(PERSONAL);
    rmSync(join(folder, "log.jsonl"));
    expect((await command(QUEUE, "--dry-run")).stdout).toContain("gives no reason");
  });
});

describe("npm run redrive --stage", () => {
  test("finds a stage's queues in its stack's outputs, and its log by the stage's name", async () => {
    deploy(aws, "svc-dev-platform", {
      TableName: "svc-dev-table",
      PspEventsQueueUrl: to(),
      PspEventsDeadLettersUrl: from(),
    });
    await send(from(), eventBody);
    const [message] = await look(client, from());
    const line = { messageId: message?.MessageId, error: { name: "SvcError", code: "NOT_FOUND" } };
    aws.answers.set("FilterLogEvents", ({ logGroupName, filterPattern }) => {
      const isAsked =
        logGroupName === "/svc/dev/inbound.process-psp" &&
        String(filterPattern).includes(`"${message?.MessageId}"`);
      return { events: isAsked ? [{ message: JSON.stringify(line) }] : [] };
    });
    const listed = await command("--stage", "dev", QUEUE, "--dry-run");
    expect(listed.stderr).toContain("stage dev, account 123456789012, eu-west-3");
    expect(listed.stdout).toContain("SvcError NOT_FOUND");
    expect(listed.stdout).not.toMatch(PERSONAL);
    expect(await dead()).toBe(1);
    expect((await command("--stage", "dev", QUEUE)).stdout).toContain("Moved 1 message to");
    expect(await state()).toMatchObject({ visible: 1, dead: 0 });
  });

  test("lists messages even if the log cannot be read, and rejects an unknown stage", async () => {
    await send(from(), eventBody);
    aws.answers.delete("FilterLogEvents");
    const listed = await command("--stage", "dev", QUEUE, "--dry-run");
    expect(listed.stdout).toContain("Would move 1 message");
    expect(listed.stderr).toContain("log cannot be read");
    const refusal = await command("--stage", "nope", QUEUE).catch(
      (error: { code: number; stderr: string }) => error,
    );
    expect(refusal).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("svc-nope-platform does not exist"),
    });
    expect(refusal.stderr).toContain("AWS_REGION");
    const older = await command("--stage", "dev", "jobs").catch((error: { stderr: string }) => error);
    expect(older.stderr).toContain("no output JobsQueueUrl");
  });
});

describe("redrive()", () => {
  test("leaves a message that cannot be sent in the dead letters, and returns the error", async () => {
    await send(from(), "poison");
    const { moved, failed } = await redrive(client, from(), queues.url("no-such-queue"));
    expect(moved).toEqual([]);
    expect([...failed.values()]).toEqual([expect.any(Error)]);
    expect(await dead()).toBe(1);
    // After its visibility timeout the message can be moved.
    await jump(61);
    expect((await redrive(client, from(), to())).moved).toEqual([...failed.keys()]);
    expect(await state()).toMatchObject({ visible: 1, dead: 0 });
  });

  test("moves the rest after an interruption, and at most as many messages as requested", async () => {
    for (let sent = 0; sent < 25; sent++) await send(from(), `message ${sent}`);
    const stopping = new AbortController();
    const first = await redrive(client, from(), to(), {
      signal: stopping.signal,
      moved: () => stopping.abort(),
    });
    expect(first.moved).toHaveLength(10);
    expect((await redrive(client, from(), to(), { most: 4 })).moved).toHaveLength(4);
    expect((await redrive(client, from(), to())).moved).toHaveLength(11);
    expect(await state()).toMatchObject({ visible: 25, dead: 0 });
  });

  test("moves only the named message", async () => {
    for (const body of ["a", "b", "c"]) await send(from(), body);
    const named = (await look(client, from())).find(({ Body }) => Body === "b")?.MessageId ?? "";
    expect((await redrive(client, from(), to(), { only: new Set([named]) })).moved).toEqual([named]);
    expect((await look(client, from())).map(({ Body }) => Body).toSorted()).toEqual(["a", "c"]);
  });

  test("does not move a message again that returns to the dead letters during the run", async () => {
    await send(from(), "poison");
    // The target is the dead-letter queue itself, so the message is in the dead letters again immediately.
    const { moved, diedAgain } = await redrive(client, from(), from());
    expect(moved).toHaveLength(1);
    expect(diedAgain).toBe(1);
    expect(await dead()).toBe(1);
    expect(await look(client, from())).toHaveLength(1);
  });

  test("leaves a message in both queues if it was sent but could not be deleted", async () => {
    await send(from(), "poison");
    const cut =
      (next: (args: never) => Promise<unknown>, { commandName }: { commandName?: string }) =>
      async (args: never) => {
        if (commandName === "DeleteMessageCommand") throw new Error("cut");
        return next(args);
      };
    client.middlewareStack.add(cut as never, { step: "initialize", name: "cut" });
    try {
      expect((await redrive(client, from(), to())).failed.size).toBe(1);
    } finally {
      client.middlewareStack.remove("cut");
    }
    expect(await state()).toMatchObject({ visible: 1, dead: 1 });
  });
});
