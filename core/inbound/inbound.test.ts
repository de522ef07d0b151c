import { randomUUID } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientConfig } from "../../local/database.ts";
import { createFaults, withFaults } from "../../local/faults.ts";
import { availableCents, createMember, transferEvent } from "../../tests/support/bank.ts";
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

// The queue is mocked, because a failure at a certain point cannot be provoked.
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
/** Returns the records in the sent messages. */
const queued = () =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args }) => args[0].input.Entries ?? [])
    .map((entry) => Inbound.parseReference(Outbox.parse(entry.MessageBody ?? "")))
    .filter((one) => one.eventId === eventId);
const record = (provider: Inbound.Provider = "bank") => Table.get(inboundEvent.key({ provider, eventId }));

describe("an incoming event", () => {
  it("is recorded and queued once under repeated and parallel deliveries", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => accept()));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await accept()).toBe(false);
    expect(queued()).toEqual([{ provider: "bank", eventId }]);
    expect(await record()).toMatchObject({ body: body(), type: "transaction.booked" });
  });

  it("is queued if the response to its record's write is lost, although the retried write is rejected", async () => {
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

  it("is accepted from each provider with the same id", async () => {
    expect([await accept("bank"), await accept("psp")]).toEqual([true, true]);
    expect(queued()).toEqual([
      { provider: "bank", eventId },
      { provider: "psp", eventId },
    ]);
  });

  it.each([
    ["is unavailable", () => sqs.on(SendMessageBatchCommand).rejects(new Error("no queue"))],
    [
      "rejects the message",
      () =>
        sqs
          .on(SendMessageBatchCommand)
          .resolves({ Failed: [{ Id: "0", SenderFault: false, Code: "InternalError" }], Successful: [] }),
    ],
  ])("is accepted if the queue %s, and the sweep delivers it", async (_, refuse) => {
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

  it("is queued by the sweep after a minute if the accepting process died before", async () => {
    const dead = Promise.withResolvers<never>();
    sqs.on(SendMessageBatchCommand).callsFake(() => dead.promise);
    const accepting = accept();
    await eventually(() => expect(queued()).toHaveLength(1));
    sqs.reset();
    sqs.on(SendMessageBatchCommand).resolves({});
    Clock.setOffset(61_000);
    await Outbox.sweep();
    expect(queued()).toEqual([{ provider: "bank", eventId }]);
    dead.reject(new Error("the connection was closed"));
    await accepting;
  });

  it("is queued only once more if no consumer processes it within a minute", async () => {
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

  it("is recognized until 7 days after its processing, and then counts as new", async () => {
    expect(await accept()).toBe(true);
    // It may stay in the dead-letter queue for 14 days.
    Clock.setOffset(20 * 86_400_000);
    expect(await accept()).toBe(false);
    expect((await record())?.["ttl"]).toBeUndefined();
    await Inbound.processEvent({ provider: "bank", eventId }, async () => "done");
    Clock.setOffset(20 * 86_400_000 + (TTL_SECONDS - 60) * 1000);
    expect(await accept()).toBe(false);
    Clock.setOffset(20 * 86_400_000 + (TTL_SECONDS + 1) * 1000);
    expect(await accept()).toBe(true);
    expect(queued()).toHaveLength(2);
  });

  it("is recognized for longer than any of its signatures is valid, with a fast or slow clock of the provider", async () => {
    expect(await accept()).toBe(true);
    await Inbound.processEvent({ provider: "bank", eventId }, async () => "done");
    // A body that was signed 300 seconds ahead is valid until 300 seconds after its time.
    Clock.setOffset(2 * 300_000 + 1000);
    expect(await accept()).toBe(false);
    expect(TTL_SECONDS).toBeGreaterThan(2 * 300);
  });

  it.each(["", "x".repeat(256)])("is rejected with the id %j", async (given) => {
    eventId = given;
    await expect(accept()).rejects.toMatchObject({ code: "MALFORMED_EVENT" });
    expect(queued()).toEqual([]);
  });

  it.each(["x".repeat(255), "a#b%c", "évènement 1"])("is accepted with the id %j", async (given) => {
    eventId = given;
    expect(await accept()).toBe(true);
    expect(await record()).toBeDefined();
  });
});

describe("the processing of an event", () => {
  const reference = () => ({ provider: "bank" as const, eventId });

  it("passes body and arrival to the handler and records the outcome, once for several deliveries", async () => {
    await accept();
    const receivedAt = String((await record())?.["receivedAt"]);
    const given: unknown[] = [];
    const handle = async (...what: unknown[]) => {
      given.push(what);
      return "done";
    };
    Clock.setOffset(60_000);
    await Inbound.processEvent(reference(), handle);
    await Inbound.processEvent(reference(), handle);
    expect(given).toEqual([[body(), receivedAt]]);
    expect(await record()).toMatchObject({ outcome: "done", processedAt: expect.any(String) });
    Clock.setOffset(3600_000);
    await Outbox.sweep();
    expect(queued()).toHaveLength(1);
  });

  it("is repeated by the next delivery after a failure, without another message of the sweep", async () => {
    await accept();
    const failing = Inbound.processEvent(reference(), async () => {
      throw new Error("not now");
    });
    await expect(failing).rejects.toThrow("not now");
    expect((await record())?.["processedAt"]).toBeUndefined();
    // The queue still has its message, which must stay the only one.
    Clock.setOffset(61_000);
    await Outbox.sweep();
    expect(queued()).toHaveLength(1);
    await Inbound.processEvent(reference(), async () => "now");
    expect(await record()).toMatchObject({ outcome: "now" });
  });

  it("is repeated after a failure, also if a former release recorded the event", async () => {
    const key = inboundEvent.key({ provider: "bank", eventId });
    await Table.put({ ...key, type: "transaction.booked", body: body(), receivedAt: Clock.nowIso() });
    const failing = Inbound.processEvent(reference(), async () => {
      throw new Error("not now");
    });
    await expect(failing).rejects.toThrow("not now");
    await Inbound.processEvent(reference(), async () => "now");
    expect(await record()).toMatchObject({ outcome: "now" });
  });

  it("of a former delivery does not remove the marker of a new event with the same id", async () => {
    await accept();
    const old = (await record()) ?? {};
    await Inbound.processEvent(reference(), async () => "done");
    Clock.setOffset((TTL_SECONDS + 60) * 1000);
    await accept();
    await Outbox.unmark(old);
    expect(await record()).toMatchObject({ dueSk: expect.any(String) });
  });

  it("fails if the record is missing, without calling the handler", async () => {
    const done: string[] = [];
    const working = Inbound.processEvent(reference(), async () => {
      done.push("done");
      return "done";
    });
    await expect(working).rejects.toThrow(eventId);
    expect([done, await record()]).toEqual([[], undefined]);
  });

  it("takes effect once if its consumer dies at any point and the event is delivered again", async () => {
    const user = await createMember();
    let booked = 0n;
    const deliver = async (diesAt: number): Promise<number> => {
      let call = 0;
      const working = interleave(
        database.endpoint,
        () =>
          Inbound.processEvent(reference(), async (text, receivedAt) => {
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
      const event = {
        eventId,
        ...transferEvent("booked", `bt-${eventId}`, "10.00", { userId: user.userId }),
      };
      await Inbound.accept("bank", event, JSON.stringify(event));
      if (diesAt !== Number.POSITIVE_INFINITY) await deliver(diesAt);
      const calls = await deliver(Number.POSITIVE_INFINITY);
      booked += 1000n;
      expect(await availableCents(user)).toBe(booked);
      expect(await record()).toMatchObject({ processedAt: expect.any(String) });
      return calls;
    };
    // The first event opens the wallet. The second one counts the calls.
    await once(Number.POSITIVE_INFINITY);
    const calls = await once(Number.POSITIVE_INFINITY);
    expect(calls).toBeGreaterThan(4);
    for (let diesAt = 0; diesAt < calls; diesAt++) await once(diesAt);
    expect((await audit()).differences).toEqual([]);
  });
});

it("rejects a queue message without the id of a record", () => {
  const event = (payload: unknown) => ({ id: "e", type: "t", occurredAt: "", payload });
  for (const payload of [{}, { provider: "unknown", eventId: "e" }, { provider: "bank" }, { eventId: "e" }])
    expect(() => Inbound.parseReference(event(payload))).toThrow(TypeError);
});
