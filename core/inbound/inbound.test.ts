import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientConfig } from "../../local/database.ts";
import { createFaults, withFaults } from "../../local/faults.ts";
import { cents, member, transfer } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { audit } from "../audit/index.ts";
import { handlers } from "../banking/webhooks.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { TTL_SECONDS } from "../platform/idempotency/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import type { BankEvent } from "./bank.ts";
import { inboundEvent } from "./entity.ts";
import * as Inbound from "./index.ts";

const database = withDatabase();

// The queue is mocked: what is shown here, a queue that fails at a certain moment, cannot be provoked.
const sqs = mockClient(SQSClient);
afterAll(() => sqs.restore());
let eventId: string;
beforeEach(() => {
  process.env["QUEUE_URL_BANK_EVENTS"] = "http://127.0.0.1/bank";
  process.env["QUEUE_URL_PSP_EVENTS"] = "http://127.0.0.1/psp";
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  eventId = randomUUID();
});
afterEach(() => {
  sqs.reset();
  Clock.setOffset(0);
});

const body = () => JSON.stringify({ eventId, type: "transaction.booked", data: {} });
const accept = (provider: Inbound.Provider = "bank") =>
  Inbound.accept(provider, { eventId, type: "transaction.booked" }, body());
/** The records that messages name. */
const queued = () =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args }) => args[0].input.Entries ?? [])
    .map((entry) => Inbound.referenceOf(Outbox.parse(entry.MessageBody ?? "")))
    .filter((one) => one.eventId === eventId);
const record = (provider: Inbound.Provider = "bank") => Table.get(inboundEvent.key({ provider, eventId }));

describe("an event that comes in", () => {
  it("is recorded and queued once, however often it comes, also at the same instant", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => accept()));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await accept()).toBe(false);
    expect(queued()).toEqual([{ provider: "bank", eventId }]);
    expect(await record()).toMatchObject({ body: body(), type: "transaction.booked" });
  });

  it("is queued where the answer to its record's write is lost, though the write is then refused", async () => {
    let calls = 0;
    const faults = createFaults(() => (calls++ === 0 ? 0 : 1));
    faults.set({ dependency: "dynamodb", kind: "lost-response", rate: 0.5 });
    const { requestHandler } = new DynamoDBClient(clientConfig(database.endpoint)).config;
    Table.configure({
      ...clientConfig(database.endpoint),
      requestHandler: withFaults(faults, "dynamodb", requestHandler),
    });
    try {
      expect(await accept()).toBe(true);
      expect(calls).toBe(2);
    } finally {
      Table.configure(clientConfig(database.endpoint));
    }
    expect(queued()).toEqual([{ provider: "bank", eventId }]);
  });

  it("is another event where it comes from another provider", async () => {
    expect([await accept("bank"), await accept("psp")]).toEqual([true, true]);
    expect(queued()).toEqual([
      { provider: "bank", eventId },
      { provider: "psp", eventId },
    ]);
  });

  it.each([
    ["refuses", () => sqs.on(SendMessageBatchCommand).rejects(new Error("no queue"))],
    [
      "takes only a part",
      () =>
        sqs
          .on(SendMessageBatchCommand)
          .resolves({ Failed: [{ Id: "0", SenderFault: false, Code: "InternalError" }], Successful: [] }),
    ],
  ])("is taken where the queue %s, and the sweep delivers it", async (_, refuse) => {
    refuse();
    expect(await accept()).toBe(true);
    expect(await accept()).toBe(false);
    sqs.reset();
    sqs.on(SendMessageBatchCommand).resolves({});
    await Outbox.sweep();
    expect(queued()).toEqual([{ provider: "bank", eventId }]);
    Clock.setOffset(3600_000);
    await Outbox.sweep();
    expect(queued()).toHaveLength(1);
  });

  it("whose process died before it was queued is queued by the sweep after a minute", async () => {
    const dead = Promise.withResolvers<never>();
    sqs.on(SendMessageBatchCommand).callsFake(() => dead.promise);
    const accepting = accept();
    await eventually(() => expect(queued()).toHaveLength(1));
    sqs.reset();
    sqs.on(SendMessageBatchCommand).resolves({});
    Clock.setOffset(61_000);
    await Outbox.sweep();
    expect(queued()).toEqual([{ provider: "bank", eventId }]);
    dead.reject(new Error("nobody is there any more"));
    await accepting;
  });

  it("that nobody has come to within a minute is queued once more, and never again", async () => {
    await accept();
    await Outbox.sweep();
    expect(queued()).toHaveLength(1);
    Clock.setOffset(61_000);
    await Outbox.sweep();
    expect(queued()).toHaveLength(2);
    Clock.setOffset(3600_000);
    await Outbox.sweep();
    expect(queued()).toHaveLength(2);
  });

  it("is known until it was carried out and 7 days beyond that, and new after them", async () => {
    expect(await accept()).toBe(true);
    // It may wait among the dead letters for 14 days.
    Clock.setOffset(20 * 86_400_000);
    expect(await accept()).toBe(false);
    expect((await record())?.["ttl"]).toBeUndefined();
    await Inbound.work({ provider: "bank", eventId }, async () => "done");
    Clock.setOffset(20 * 86_400_000 + (TTL_SECONDS - 60) * 1000);
    expect(await accept()).toBe(false);
    Clock.setOffset(20 * 86_400_000 + (TTL_SECONDS + 1) * 1000);
    expect(await accept()).toBe(true);
    expect(queued()).toHaveLength(2);
  });

  it("is known for longer than any signature of it holds, be its time ahead of ours or behind", async () => {
    expect(await accept()).toBe(true);
    await Inbound.work({ provider: "bank", eventId }, async () => "done");
    // Signed 300 seconds ahead at the first delivery, a body may come again until 300 seconds after its time.
    Clock.setOffset(2 * 300_000 + 1000);
    expect(await accept()).toBe(false);
    expect(TTL_SECONDS).toBeGreaterThan(2 * 300);
  });

  it.each(["", "x".repeat(256)])("is refused where its id is %j", async (given) => {
    eventId = given;
    await expect(accept()).rejects.toMatchObject({ code: "MALFORMED_EVENT" });
    expect(queued()).toEqual([]);
  });

  it.each(["x".repeat(255), "a#b%c", "évènement 1"])("is taken where its id is %j", async (given) => {
    eventId = given;
    expect(await accept()).toBe(true);
    expect(await record()).toBeDefined();
  });
});

describe("an event that is worked on", () => {
  const reference = () => ({ provider: "bank" as const, eventId });

  it("is handed its body and when it came, and its outcome is recorded; a further delivery does nothing", async () => {
    await accept();
    const receivedAt = String((await record())?.["receivedAt"]);
    const given: unknown[] = [];
    const handle = async (...what: unknown[]) => {
      given.push(what);
      return "done";
    };
    Clock.setOffset(60_000);
    await Inbound.work(reference(), handle);
    await Inbound.work(reference(), handle);
    expect(given).toEqual([[body(), receivedAt]]);
    expect(await record()).toMatchObject({ outcome: "done", processedAt: expect.any(String) });
    Clock.setOffset(3600_000);
    await Outbox.sweep();
    expect(queued()).toHaveLength(1);
  });

  it("that fails stays unprocessed, and the next delivery does it", async () => {
    await accept();
    const failing = Inbound.work(reference(), async () => {
      throw new Error("not now");
    });
    await expect(failing).rejects.toThrow("not now");
    expect((await record())?.["processedAt"]).toBeUndefined();
    // Its message is with the queue, and stays its only one.
    Clock.setOffset(61_000);
    await Outbox.sweep();
    expect(queued()).toHaveLength(1);
    await Inbound.work(reference(), async () => "now");
    expect(await record()).toMatchObject({ outcome: "now" });
  });

  it("that fails is kept, also where its record is of a former release and was an event beside it", async () => {
    const key = inboundEvent.key({ provider: "bank", eventId });
    await Table.put({ ...key, type: "transaction.booked", body: body(), receivedAt: Clock.nowIso() });
    const failing = Inbound.work(reference(), async () => {
      throw new Error("not now");
    });
    await expect(failing).rejects.toThrow("not now");
    await Inbound.work(reference(), async () => "now");
    expect(await record()).toMatchObject({ outcome: "now" });
  });

  it("as an old one keeps the mark of one that came anew under its id", async () => {
    await accept();
    const old = (await record()) ?? {};
    await Inbound.work(reference(), async () => "done");
    Clock.setOffset((TTL_SECONDS + 60) * 1000);
    await accept();
    await Outbox.unmark(old);
    expect(await record()).toMatchObject({ dueSk: expect.any(String) });
  });

  it("that is not there is not taken for done", async () => {
    const done: string[] = [];
    const working = Inbound.work(reference(), async () => {
      done.push("done");
      return "done";
    });
    await expect(working).rejects.toThrow(eventId);
    expect([done, await record()]).toEqual([[], undefined]);
  });

  it("whose consumer dies at any moment takes effect once when it is delivered again", async () => {
    const user = await member();
    let booked = 0n;
    const deliver = async (diesAt: number): Promise<number> => {
      let call = 0;
      const working = interleave(
        database.endpoint,
        () =>
          Inbound.work(reference(), async (text, receivedAt) => {
            const event = { ...(JSON.parse(text) as BankEvent), receivedAt };
            return handlers[event.type]?.(event) ?? "not handled";
          }),
        async () => {
          if (call++ >= diesAt) throw new TypeError("the consumer died");
        },
      );
      if (diesAt === Number.POSITIVE_INFINITY) await working;
      else await expect(working).rejects.toThrow();
      return call;
    };
    const once = async (diesAt: number): Promise<number> => {
      eventId = Ids.create("event");
      const event = { eventId, ...transfer("booked", `bt-${eventId}`, "10.00", { userId: user.userId }) };
      await Inbound.accept("bank", event, JSON.stringify(event));
      if (diesAt !== Number.POSITIVE_INFINITY) await deliver(diesAt);
      const calls = await deliver(Number.POSITIVE_INFINITY);
      booked += 1000n;
      expect(await cents(user)).toBe(booked);
      expect(await record()).toMatchObject({ processedAt: expect.any(String) });
      return calls;
    };
    // The first one opens the wallet; the second one shows how many moments there are.
    await once(Number.POSITIVE_INFINITY);
    const calls = await once(Number.POSITIVE_INFINITY);
    expect(calls).toBeGreaterThan(4);
    for (let diesAt = 0; diesAt < calls; diesAt++) await once(diesAt);
    expect((await audit()).differences).toEqual([]);
  });
});

it("a queue message that names no record is refused", () => {
  const event = (payload: unknown) => ({ id: "e", type: "t", occurredAt: "", payload });
  for (const payload of [{}, { provider: "nobody", eventId: "e" }, { provider: "bank" }, { eventId: "e" }])
    expect(() => Inbound.referenceOf(event(payload))).toThrow(TypeError);
});
