import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { bare } from "../../../tests/support/items.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";
import * as Outbox from "./index.ts";

withDatabase();

// The queue is mocked, because a real one cannot be made to accept a part of a batch.
const sqs = mockClient(SQSClient);
afterAll(() => sqs.restore());
beforeEach(() => {
  process.env["QUEUE_URL_TEST"] = "http://127.0.0.1/test";
  sqs.reset();
});
afterEach(() => sqs.reset());

const happened = Outbox.define<{ n: number }>()("something-happened", "QUEUE_URL_TEST");
const commit = (n: number) => Table.commit([Outbox.write(happened, { n })]);
const sent = () =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args }) => args[0].input.Entries ?? [])
    .map((entry) => (Outbox.parse(entry.MessageBody ?? "").payload as { n: number }).n)
    .sort((a, b) => a - b);

it("the sweep sends every committed event once, and deletes it", async () => {
  sqs.on(SendMessageBatchCommand).resolves({});
  await Promise.all(Array.from({ length: 25 }, (_, n) => commit(n)));
  expect(await Outbox.sweep()).toBe(25);
  expect(sent()).toEqual(Array.from({ length: 25 }, (_, n) => n));
  expect(await Outbox.sweep()).toBe(0);
});

it("the sweep sends no event of a rejected transaction", async () => {
  const refused = Table.commit([
    Outbox.write(happened, { n: 1 }),
    { check: bare({ pk: "NONE", sk: "NONE" }), where: Where.exists },
  ]);
  await expect(refused).rejects.toThrow();
  expect(await Outbox.sweep()).toBe(0);
});

it("an event that the queue rejects is sent by the next sweep", async () => {
  await commit(7);
  sqs.on(SendMessageBatchCommand).resolvesOnce({
    Successful: [],
    Failed: [{ Id: "0", SenderFault: false, Code: "InternalError" }],
  });
  expect(await Outbox.sweep()).toBe(0);
  sqs.on(SendMessageBatchCommand).resolves({});
  expect(await Outbox.sweep()).toBe(1);
  expect(sent()).toEqual([7, 7]);
});

it("an event is sent by the next sweep after a call to the queue failed", async () => {
  await commit(8);
  sqs.on(SendMessageBatchCommand).rejectsOnce(new Error("connection lost"));
  await expect(Outbox.sweep()).rejects.toThrow("connection lost");
  sqs.on(SendMessageBatchCommand).resolves({});
  expect(await Outbox.sweep()).toBe(1);
});

it("events are not sent again if another call of the same sweep failed", async () => {
  const writes = Array.from({ length: 60 }, (_, n) => Outbox.write(happened, { n }));
  // All in one shard, so that the sweep reads them together.
  const place = writes[0]?.put["duePk"];
  await Table.commit(writes.map(({ put }) => ({ put: { ...put, duePk: place } })));
  sqs.on(SendMessageBatchCommand).resolvesOnce({}).rejectsOnce(new Error("connection lost")).resolves({});
  expect(await Outbox.sweep()).toBe(50);
  expect(await Outbox.sweep()).toBe(10);
});

it("the sweep sends the events of other queues if a queue fails or does not exist, and throws afterwards", async () => {
  process.env["QUEUE_URL_BROKEN"] = "http://127.0.0.1/broken";
  const broken = Outbox.define<{ n: number }>()("something-broke", "QUEUE_URL_BROKEN");
  const nowhere = Outbox.define<{ n: number }>()("something-lost", "QUEUE_URL_NOWHERE");
  sqs.on(SendMessageBatchCommand).resolves({});
  sqs
    .on(SendMessageBatchCommand, { QueueUrl: process.env["QUEUE_URL_BROKEN"] })
    .rejects(new Error("no such queue"));
  const all = Array.from({ length: 40 }, (_, n) => [broken, nowhere, happened].map((one) => ({ one, n })));
  for (const { one, n } of all.flat()) await Table.commit([Outbox.write(one, { n })]);
  await expect(Outbox.sweep()).rejects.toThrow(/no such queue|QUEUE_URL_NOWHERE/);
  const taken = sqs
    .commandCalls(SendMessageBatchCommand, { QueueUrl: process.env["QUEUE_URL_TEST"] })
    .flatMap(({ args }) => args[0].input.Entries ?? []);
  expect(taken).toHaveLength(40);
  process.env["QUEUE_URL_NOWHERE"] = "http://127.0.0.1/nowhere";
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  expect(await Outbox.sweep()).toBe(80);
});

it("a message that is not an event is rejected, so that it goes to the dead-letter queue", () => {
  expect(() => Outbox.parse('{"hello":1}')).toThrow(TypeError);
  expect(() => Outbox.parse("not json")).toThrow(SyntaxError);
});

it("a burst of events is sent ten in a call, and events of failed calls are sent by the sweep", async () => {
  const burst = async (from: number) => {
    const writes = Array.from({ length: 40 }, (_, n) => Outbox.write(happened, { n: from + n }));
    await Promise.all(writes.map((one) => Table.commit([one])));
    await Promise.all(writes.map(Outbox.dispatch));
  };
  sqs.on(SendMessageBatchCommand).resolves({});
  await burst(0);
  expect(sent()).toEqual(Array.from({ length: 40 }, (_, n) => n));
  expect(sqs.commandCalls(SendMessageBatchCommand).length).toBeLessThanOrEqual(6);
  expect(await Outbox.sweep()).toBe(0);

  const sizes = sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input.Entries?.length);
  expect(Math.max(...sizes.map((size) => size ?? 0))).toBe(10);

  // One call fails: the events of the other calls are not sent again.
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolvesOnce({}).rejectsOnce(new Error("connection lost")).resolves({});
  await burst(50);
  expect(await Outbox.sweep()).toBe(10);

  sqs.reset();
  sqs.on(SendMessageBatchCommand).rejects(new Error("connection lost"));
  await burst(100);
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  expect(await Outbox.sweep()).toBe(40);
});
