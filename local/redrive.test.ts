import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import * as Clock from "../core/kernel/clock/index.ts";
import { createFaults } from "./faults.ts";
import { type Poller, startPoller } from "./poller.ts";
import { deadLettersOf, type Queues, startQueues } from "./queues.ts";
import { redrive } from "./redriving.ts";

/** What failed for good comes back to its queue when a person says so. On the real local queues. */

const QUEUE = "psp-events";
const folder = mkdtempSync(join(tmpdir(), "redrive-"));
let queues: Queues;
let client: SQSClient;
let poller: Poller | undefined;

beforeAll(async () => {
  queues = await startQueues(undefined, { [QUEUE]: { about: "", maxReceives: 2, visibilitySeconds: 60 } });
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
  await queues.stop();
  rmSync(folder, { recursive: true });
});

const from = () => queues.url(deadLettersOf(QUEUE));
const to = () => queues.url(QUEUE);
const state = async () => (await queues.inspect())[QUEUE];
const dead = async () => (await state())?.dead;

const send = (url: string, body: string) =>
  client.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody: body,
      MessageAttributes: { origin: { DataType: "String", StringValue: "test" } },
    }),
  );

async function jump(seconds: number): Promise<void> {
  Clock.setOffset(Clock.offset() + seconds * 1000);
  await queues.clockMoved();
}

/** A consumer that fails on what is poison to it, until it is mended. */
function consume() {
  const consumer = { mended: false, tried: 0, done: [] as string[] };
  poller = startPoller({
    consumer: { id: "inbound.process-psp", batchSize: 10 },
    queue: QUEUE,
    queues,
    client,
    load: async () => (event) => {
      const { Records } = event as SQSEvent;
      const failed = Records.filter(({ body }) => body.startsWith("poison") && !consumer.mended);
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

/** Runs the command as a person would. */
const command = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, ["local/redrive.ts", ...args], {
    env: {
      ...process.env,
      // Most of what a command costs is reading its modules: the first leaves them compiled to the others.
      NODE_COMPILE_CACHE: join(folder, "compiled"),
      LOCAL_DATA: folder,
      AWS_REGION: "local",
      AWS_ACCESS_KEY_ID: "local",
      AWS_SECRET_ACCESS_KEY: "local",
    },
  });

describe("npm run redrive", () => {
  test("poison goes to the dead letters; once its consumer is mended, the command brings it back and it is done", async () => {
    const consumer = consume();
    await send(to(), "poison");
    await send(to(), "sound");
    for (const tried of [1, 2]) {
      await vi.waitFor(async () => {
        expect(consumer.tried).toBe(tried);
        expect(await state()).toMatchObject({ visible: 0, inFlight: 1 });
      });
      await jump(61);
    }
    await vi.waitFor(async () => expect(await state()).toMatchObject({ visible: 0, inFlight: 0, dead: 1 }));
    expect(consumer.done).toEqual(["sound of test"]);

    consumer.mended = true;
    const { stdout } = await command(QUEUE);
    expect(stdout).toMatch(/^[0-9a-f-]{36} {2}poison\nMoved 1 message to \S+psp-events\n$/);
    await vi.waitFor(() => expect(consumer.done).toEqual(["sound of test", "poison of test"]));
    await vi.waitFor(async () => expect(await state()).toMatchObject({ visible: 0, inFlight: 0, dead: 0 }));
  });

  test("moves all there are, between any two queues by their addresses", async () => {
    const bodies = Array.from({ length: 23 }, (_, index) => `poison ${index}`);
    for (const body of bodies) await send(from(), body);
    const { stdout } = await command("--dead-letters", from(), "--to", to());
    expect(stdout).toContain("Moved 23 messages to ");
    const consumer = Object.assign(consume(), { mended: true });
    await vi.waitFor(() => expect(consumer.done).toHaveLength(23));
    expect(consumer.done.sort()).toEqual(bodies.map((body) => `${body} of test`).sort());
    expect(await dead()).toBe(0);
  });

  test("says so where there is nothing to move", async () => {
    expect((await command(QUEUE)).stdout).toMatch(/^Moved 0 messages to /);
  });

  test.each([
    [[], "Name the queue."],
    [["nowhere"], "There is no queue nowhere."],
    [["__proto__"], "There is no queue __proto__."],
    [[QUEUE, "bank-events"], "There is no queue psp-events bank-events."],
    [["--to", "http://127.0.0.1:9/q"], "Give both --dead-letters and --to"],
    [[QUEUE, "--dead-letters", "http://127.0.0.1:9/d", "--to", "http://127.0.0.1:9/q"], "and no name"],
  ])("refuses %j and says how it is used", async (args, message) => {
    await send(from(), "poison");
    const refusal = await command(...args).catch((error: { code: number; stderr: string }) => error);
    expect(refusal).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(refusal.stderr).toContain("npm run redrive -- <queue>");
    expect(await dead()).toBe(1);
  });
});

describe("a redrive that breaks", () => {
  test("before a message was sent leaves it a dead letter, and says why", async () => {
    await send(from(), "poison");
    const { moved, failed } = await redrive(client, from(), queues.url("no-such-queue"));
    expect(moved).toEqual([]);
    expect([...failed.values()]).toEqual([expect.any(Error)]);
    expect(await dead()).toBe(1);
    // Once it is no longer hidden it can be moved.
    await jump(61);
    expect((await redrive(client, from(), to())).moved).toEqual([...failed.keys()]);
    expect(await state()).toMatchObject({ visible: 1, dead: 0 });
  });

  test("between sending and deleting leaves it in both: it comes twice rather than never", async () => {
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
