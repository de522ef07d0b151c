import { randomUUID } from "node:crypto";
import {
  DynamoDBClient,
  DynamoDBServiceException,
  InternalServerError,
  TransactionCanceledException,
  TransactionInProgressException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { type AwsClientStub, mockClient } from "aws-sdk-client-mock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { clientConfig } from "../../../local/database.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { bare } from "../../../tests/support/items.ts";
import { loseResponses } from "../../../tests/support/lost-responses.ts";
import { defineError, fail } from "../../kernel/errors.ts";
import { TransactionRejected, transact } from "./commit.ts";
import { entity } from "./entity.ts";
import * as Table from "./index.ts";
import * as Where from "./where.ts";

const database = withDatabase();

const counter = entity({
  name: "TestCounter",
  about: "A counter.",
  pk: "COUNTER#{name}",
  sk: "COUNTER",
  schema: z.object({ name: z.string(), count: z.bigint(), words: z.array(z.string()).optional() }),
  holds: "nothing",
  erasure: "stays",
  answers: {},
});
const Taken = defineError("TEST_TAKEN", "conflict", "It is taken.", "C'est pris.");
const Full = defineError("TEST_FULL", "conflict", "It is full.", "C'est plein.");
const keyOf = (name: string) => counter.key({ name });
const read = (name: string) => Table.find(counter, { name });

describe("commit", () => {
  it("throws the error of the first rejected write that has one, and writes nothing", async () => {
    await Table.put(counter.item({ name: "full", count: 3n }));
    const writes: Table.Write[] = [
      { put: counter.item({ name: "beside", count: 1n }) },
      { update: keyOf("full"), add: { count: 1n }, where: Where.below("count", 3n), onConditionFailed: Full },
      { check: keyOf("missing"), where: Where.exists, onConditionFailed: Taken },
    ];
    await expect(Table.commit(writes)).rejects.toMatchObject({ code: "TEST_FULL" });
    expect(await read("beside")).toBeUndefined();
  });

  it("passes the existing item to the function that creates the error", async () => {
    await Table.put(counter.item({ name: "named", count: 7n }));
    const put: Table.Write = {
      put: counter.item({ name: "named", count: 1n }),
      where: Where.absent,
      onConditionFailed: (current) =>
        fail(Taken, { details: { count: String(current && counter.parse(current).count) } }),
    };
    await expect(Table.commit([put])).rejects.toMatchObject({ code: "TEST_TAKEN", details: { count: "7" } });
  });

  it("throws ConditionFailed if the rejected write has no error of its own", async () => {
    const write: Table.Write = { update: keyOf("missing"), add: { count: 1n }, where: Where.exists };
    await expect(Table.commit([write])).rejects.toThrow(Table.ConditionFailed);
    expect(await Table.tryCommit([write])).toBe(false);
    expect(await read("missing")).toBeUndefined();
  });
});

describe("change", () => {
  const increment = (name: string) =>
    Table.change(
      () => read(name),
      (current) => {
        const count = (current?.count ?? 0n) + 1n;
        return {
          writes: [
            {
              put: counter.item({ name, count }),
              where: current ? Where.is({ count: current.count }) : Where.absent,
            },
          ],
          result: count,
        };
      },
    );

  it("loses none of 32 parallel changes to one item", async () => {
    const counts = await Promise.all(Array.from({ length: 32 }, () => increment("shared")));
    expect(new Set(counts).size).toBe(32);
    expect((await read("shared"))?.count).toBe(32n);
  });

  it("writes nothing if there is nothing to change", async () => {
    expect(
      await Table.change(
        () => read("idle"),
        () => ({ writes: [], result: "done" }),
      ),
    ).toBe("done");
    expect(await read("idle")).toBeUndefined();
  });
});

describe("an update", () => {
  it("sets, removes, adds to and appends to attributes, also if their names are reserved words", async () => {
    const key = keyOf("words");
    await Table.update(key, { set: { name: "words", status: "old", gone: "x" }, add: { count: 2n } });
    const after = await Table.update(key, {
      set: { status: "new", gone: undefined },
      initial: { status2: 1, name: "other" },
      add: { count: -5 },
      append: { words: ["a"] },
      where: Where.all(Where.is({ status: "old", missing: undefined }), Where.oneOf("gone", ["x", "y"])),
    });
    expect(after).toMatchObject({ name: "words", status: "new", status2: 1n, count: -3n, words: ["a"] });
    expect(after["gone"]).toBeUndefined();
    const more = await Table.update(key, { append: { words: ["b"] }, where: Where.size("words", "<", 2) });
    expect(more["words"]).toEqual(["a", "b"]);
    await expect(
      Table.update(key, { append: { words: ["c"] }, where: Where.size("words", "<", 2) }),
    ).rejects.toThrow(Table.ConditionFailed);
  });

  it("adds members to sets and removes them", async () => {
    const key = keyOf("sets");
    await Table.update(key, { add: { members: new Set(["a", "b"]) } });
    await Table.update(key, { discard: { members: new Set(["a"]) }, where: Where.contains("members", "a") });
    expect((await Table.get(key))?.["members"]).toEqual(new Set(["b"]));
  });
});

const key = (name: string) => bare({ pk: `TEST#${name}`, sk: "ITEM" });
const oneMore = (name: string): Table.Write => ({ update: key(name), add: { n: 1 } });
const n = async (name: string) => (await Table.get(key(name)))?.["n"];

const canceled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: "canceled",
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

// With a mocked client, because two transactions cannot overlap in the embedded database.
describe("a commit whose items are in another transaction", () => {
  let client: AwsClientStub<DynamoDBClient>;
  beforeEach(() => {
    client = mockClient(DynamoDBClient) as AwsClientStub<DynamoDBClient>;
  });
  afterEach(() => client.restore());
  const sent = () => client.commandCalls(TransactWriteItemsCommand).map((call) => call.args[0].input);

  it("is sent again under the same token until it is applied", async () => {
    client
      .on(TransactWriteItemsCommand)
      .rejectsOnce(canceled("TransactionConflict", "None"))
      .rejectsOnce(canceled("None", "ThrottlingError"))
      .rejectsOnce(new TransactionInProgressException({ message: "in progress", $metadata: {} }))
      .rejectsOnce(new InternalServerError({ message: "lost", $metadata: {} }))
      .resolves({});
    await Table.commit([oneMore("a"), oneMore("b")]);
    expect(sent()).toHaveLength(5);
    expect(new Set(sent().map((input) => input.ClientRequestToken)).size).toBe(1);
  });

  it("fails with SERVICE_UNAVAILABLE after 20 attempts, without a call of onConditionFailed", async () => {
    client.on(TransactWriteItemsCommand).rejects(canceled("TransactionConflict"));
    const refused = () => {
      throw new Error("asked");
    };
    await expect(Table.commit([{ ...oneMore("a"), onConditionFailed: refused }])).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      cause: { name: "TransactionRejected" },
    });
    expect(sent()).toHaveLength(20);
  });

  it("is not sent again after another error, and not at all if it writes one item twice", async () => {
    const invalid = { name: "ValidationException", message: "no", $fault: "client", $metadata: {} } as const;
    client.on(TransactWriteItemsCommand).rejects(new DynamoDBServiceException(invalid));
    await expect(Table.commit([oneMore("a")])).rejects.toThrow("no");
    const twice = Table.commit([oneMore("same"), oneMore("same")]);
    await expect(twice).rejects.toThrow("touches one item twice");
    expect(sent()).toHaveLength(1);
  });

  it("is not sent again if a condition rejects it, whatever the other cancellation reasons are", async () => {
    client.on(TransactWriteItemsCommand).rejects(canceled("TransactionConflict", "ConditionalCheckFailed"));
    const second = { ...oneMore("b"), onConditionFailed: () => new Error("the second") };
    await expect(Table.commit([oneMore("a"), second])).rejects.toThrow("the second");
    expect(sent()).toHaveLength(1);
  });
});

describe("a commit that a condition rejects", () => {
  const taken: Table.Write = { put: key("taken"), where: Where.absent };
  beforeEach(() => Table.put({ ...key("taken"), owner: "first" }));

  it("throws the error that its write creates from the existing item", async () => {
    const refused = (item: Table.Item | undefined) => new Error(`taken by ${item?.["owner"]}`);
    await expect(Table.commit([oneMore("other"), { ...taken, onConditionFailed: refused }])).rejects.toThrow(
      "taken by first",
    );
    expect(await n("other")).toBeUndefined();
  });

  it("returns the existing item in the error if its write has no error", async () => {
    const failed = { name: "ConditionFailed", item: { owner: "first" } };
    await expect(Table.commit([oneMore("other"), taken])).rejects.toMatchObject(failed);
    const silent = { ...taken, onConditionFailed: () => undefined };
    await expect(Table.commit([oneMore("other"), silent])).rejects.toMatchObject(failed);
  });
});

describe("a commit whose response is lost", () => {
  afterEach(() => Table.configure(clientConfig(database.endpoint)));

  it("is applied once and succeeds, although its condition no longer holds when it is sent again", async () => {
    let left = 2;
    const { lost } = loseResponses(database.endpoint, () => left-- > 0, 1);
    await Table.commit([{ put: key("made"), where: Where.absent }, oneMore("counted")]);
    expect(lost()).toBe(2);
    expect(await n("counted")).toBe(1n);
  });

  it("throws OutcomeUnknown if all responses are lost, and is applied once", async () => {
    const { lost } = loseResponses(database.endpoint, () => true, 1);
    await expect(Table.commit([oneMore("silent")])).rejects.toThrow(Table.OutcomeUnknown);
    expect(lost()).toBe(7);
    expect(await n("silent")).toBe(1n);
  });
});

// Also runs on Amazon's own emulator (`npm run test:strict`), which must behave as the embedded database does.
describe("a transaction under a token", () => {
  it("is applied once if it is sent several times, also in parallel", async () => {
    const token = randomUUID();
    const writes = [oneMore("repeated"), { put: key("repeated-made"), where: Where.absent }];
    await transact(writes, token);
    await transact(writes, token);
    await Promise.allSettled([1, 2, 3].map(() => transact(writes, token)));
    expect(await n("repeated")).toBe(1n);
  });

  it("is not applied again although its items were changed since", async () => {
    const token = randomUUID();
    const writes = [{ put: { ...key("changed"), owner: "first" } }];
    await transact(writes, token);
    await Table.put({ ...key("changed"), owner: "second" });
    await transact(writes, token);
    expect(await Table.get(key("changed"))).toMatchObject({ owner: "second" });
  });

  it("is rejected if the token belongs to another transaction", async () => {
    const token = randomUUID();
    await transact([oneMore("first")], token);
    await expect(transact([oneMore("second")], token)).rejects.toMatchObject({
      name: "IdempotentParameterMismatchException",
    });
    expect(await n("second")).toBeUndefined();
  });

  it("can be sent again after a condition rejected it, and is applied once the condition holds", async () => {
    const token = randomUUID();
    const writes: Table.Write[] = [{ update: key("awaited"), add: { n: 1 }, where: Where.exists }];
    for (let tries = 0; tries < 2; tries++)
      await expect(transact(writes, token)).rejects.toBeInstanceOf(TransactionRejected);
    await Table.put(key("awaited"));
    await transact(writes, token);
    await transact(writes, token);
    expect(await n("awaited")).toBe(1n);
  });
});
