import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { withDatabase } from "../../../tests/support/database.ts";
import { entity, UnsupportedSchemaVersion, type Versions } from "./entity.ts";
import * as Table from "./index.ts";
import { rewriting } from "./rewrite.ts";
import { type Stated, versioned } from "./versions.ts";
import * as Where from "./where.ts";

withDatabase();

/**
 * One entity as four releases know it. The second version has amounts in cents and a name in two parts; the release
 * before it is written reads it; the last has given the first version up.
 */
const keys = { pk: "PURSE#{id}", sk: "PURSE", name: "TestPurse", about: "A purse." } as const;
const personal = { holds: "nothing", erasure: "stays", answers: {} } as const;
const inEuro = z.object({ id: z.string(), euro: z.bigint(), name: z.string().optional() });
const inCents = z.object({
  id: z.string(),
  cents: z.bigint(),
  first: z.string().optional(),
  last: z.string().optional(),
});
const upgrade = ({ euro, name, ...item }: Table.Item): Table.Item => {
  const [first, last] = typeof name === "string" ? name.split(" ") : [];
  return { ...item, cents: BigInt(String(euro)) * 100n, first, last };
};
const downgrade = ({ cents, first, last, ...item }: Table.Item): Table.Item => ({
  ...item,
  euro: BigInt(String(cents)) / 100n,
  name: first === undefined ? undefined : `${first} ${last}`,
});
const known = (stated: Omit<Stated, "of">): Versions => versioned({ of: "TestPurse", ...stated });
const before = entity({ ...keys, ...personal, schema: inEuro });
const expanded = entity({ ...keys, ...personal, schema: inEuro, versions: known({ current: 1, downgrade }) });
const migrated = entity({
  ...keys,
  ...personal,
  schema: inCents,
  versions: known({ current: 2, upgrades: { 1: upgrade } }),
});
const contracted = entity({ ...keys, ...personal, schema: inCents, versions: known({ current: 2 }) });

const stored = async (id: string) => {
  const { pk: _pk, sk: _sk, ...item } = (await Table.get(before.key({ id }))) ?? {};
  return item;
};

describe("an item of an earlier version", () => {
  it("is read as one of the current version, and nothing is written by that", async () => {
    await Table.put(before.item({ id: "read", euro: 7n, name: "Ada Byron" }));
    expect(await Table.find(migrated, { id: "read" })).toEqual({
      id: "read",
      cents: 700n,
      first: "Ada",
      last: "Byron",
    });
    expect(await stored("read")).toEqual({ id: "read", euro: 7n, name: "Ada Byron" });
  });

  it("is one of the current version as a whole before anything is written to it", async () => {
    await Table.put(before.item({ id: "updated", euro: 7n, name: "Ada Byron" }));
    const after = await Table.update(migrated.key({ id: "updated" }), { set: { last: "Lovelace" } });
    expect(migrated.parse(after)).toMatchObject({ cents: 700n, first: "Ada", last: "Lovelace" });
    const whole = { id: "updated", cents: 700n, first: "Ada", last: "Lovelace", schemaVersion: 2n };
    expect(await stored("updated")).toEqual(whole);
  });

  it("fulfils a condition on an attribute that it gets by being read", async () => {
    const id = "conditions";
    const key = migrated.key({ id });
    const rich = Where.atLeast("cents", 700n);
    for (const write of [
      { check: key, where: rich },
      { update: key, add: { cents: -1n }, where: rich },
      { put: migrated.item({ id, cents: 1n }), where: rich },
      { remove: key, where: rich },
    ]) {
      await Table.put(before.item({ id, euro: 7n }));
      await Table.commit([write, { put: migrated.item({ id: "beside", cents: 1n }) }]);
      await Table.put(before.item({ id, euro: 6n }));
      expect(await Table.tryCommit([write])).toBe(false);
    }
    await Table.put(before.item({ id, euro: 7n }));
    await Table.remove(key, rich);
    expect(await Table.get(key)).toBeUndefined();
  });

  it("says what a refused write means where its version is not what is refused", async () => {
    await Table.put(before.item({ id: "refused", euro: 7n }));
    const refused = (item?: Table.Item) => new RangeError(`has ${item && migrated.parse(item).cents}`);
    const write: Table.Write = {
      update: migrated.key({ id: "refused" }),
      add: { cents: -701n },
      where: Where.atLeast("cents", 701n),
      refused,
    };
    await expect(Table.commit([write])).rejects.toThrow("has 700");
  });

  it("that is given up is refused, and says so", async () => {
    await Table.put(before.item({ id: "given-up", euro: 7n }));
    await expect(Table.find(contracted, { id: "given-up" })).rejects.toThrow(
      "an item of TestPurse is of version 1; this release knows 2",
    );
    await expect(Table.update(contracted.key({ id: "given-up" }), { add: { cents: 1n } })).rejects.toThrow(
      UnsupportedSchemaVersion,
    );
    expect(await stored("given-up")).toEqual({ id: "given-up", euro: 7n });
  });
});

describe("an item of a later version", () => {
  it("is refused by a release that does not know it", async () => {
    await Table.put(migrated.item({ id: "later", cents: 700n }));
    await expect(Table.find(before, { id: "later" })).rejects.toThrow(
      "an item of TestPurse is of version 2; this release knows 1",
    );
  });

  it("is read and written by the release before, as its own", async () => {
    await Table.put(migrated.item({ id: "back", cents: 700n, first: "Ada", last: "Byron" }));
    expect(await Table.find(expanded, { id: "back" })).toEqual({ id: "back", euro: 7n, name: "Ada Byron" });
    await Table.update(expanded.key({ id: "back" }), { add: { euro: 1n } });
    expect(await stored("back")).toEqual({ id: "back", euro: 8n, name: "Ada Byron" });
    expect(await Table.find(migrated, { id: "back" })).toMatchObject({ cents: 800n });
  });
});

describe("writers at once", () => {
  it("of one release lose nothing of an item that none of them has made theirs yet", async () => {
    await Table.put(before.item({ id: "parallel", euro: 1n, name: "Ada Byron" }));
    const key = migrated.key({ id: "parallel" });
    await Promise.all([
      ...Array.from({ length: 16 }, () => Table.update(key, { add: { cents: 1n } })),
      ...Array.from({ length: 16 }, () => Table.commit([{ update: key, add: { cents: 1n } }])),
    ]);
    expect(await stored("parallel")).toMatchObject({ cents: 132n, first: "Ada", schemaVersion: 2n });
    expect(await stored("parallel")).not.toHaveProperty("euro");
  });

  it("of two releases lose nothing either, whichever writes last", async () => {
    await Table.put(before.item({ id: "fleets", euro: 0n, name: "Ada Byron" }));
    const [former, next] = [expanded.key({ id: "fleets" }), migrated.key({ id: "fleets" })];
    const turns = async (write: () => Promise<unknown>) => {
      for (let turn = 0; turn < 10; turn++) await write();
    };
    await Promise.all([
      turns(() => Table.update(former, { add: { euro: 1n } })),
      turns(() => Table.update(next, { add: { cents: 100n } })),
      turns(() => Table.commit([{ update: next, add: { cents: 100n } }])),
    ]);
    expect(await Table.find(migrated, { id: "fleets" })).toMatchObject({ cents: 3000n, last: "Byron" });
  });
});

describe("a rewrite", () => {
  it("is refused where anything was written that it had looked for in vain, and keeps what it had not", async () => {
    for (const [id, added, isRefused] of [
      ["looked-for", "name", true],
      ["set", "cents", true],
      ["changed", "euro", true],
      ["apart", "colour", false],
    ] as const) {
      const key = before.key({ id });
      await Table.put(before.item({ id, euro: 7n }));
      const rewritten = await rewriting((await Table.get(key)) as Table.Item, upgrade);
      await Table.update(key, { set: { [added]: "another writer's" } });
      const update = Table.unlessRefused(Table.update(key, rewritten as NonNullable<typeof rewritten>));
      expect((await update) === undefined, id).toBe(isRefused);
      expect((await stored(id))[added], id).toBe("another writer's");
    }
  });

  it("is none where nothing would change", async () => {
    const item = { pk: "A", sk: "A", words: new Set(["a"]), deep: { list: [1n] } };
    expect(await rewriting(item, (one) => ({ ...one, deep: { list: [1n] } }))).toBeUndefined();
    expect(await rewriting(item, () => undefined)).toBeUndefined();
  });
});

describe("an item that is written", () => {
  it("says its version where it is not the first, made by a put or by an update", async () => {
    await Table.put(migrated.item({ id: "put", cents: 1n }));
    await Table.put({ ...migrated.key({ id: "spread" }), id: "spread", cents: 1n }, Where.absent);
    await Table.update(migrated.key({ id: "counted" }), { add: { cents: 1n } });
    for (const id of ["put", "spread", "counted"])
      expect(await stored(id), id).toMatchObject({ schemaVersion: 2n });
  });

  it("of the first is written without a byte more", async () => {
    const client = mockClient(DynamoDBClient);
    client.on(PutItemCommand).resolves({});
    try {
      await Table.put(before.item({ id: "plain", euro: 1n }), Where.absent);
      await Table.put(expanded.item({ id: "plain", euro: 1n }));
      const [plain, knowing] = client.commandCalls(PutItemCommand).map(({ args: [{ input }] }) => input);
      expect(plain?.ConditionExpression).toBe("attribute_not_exists(#pk)");
      const whole = { pk: { S: "PURSE#plain" }, sk: { S: "PURSE" }, id: { S: "plain" }, euro: { N: "1" } };
      expect([plain?.Item, knowing?.Item]).toEqual([whole, whole]);
    } finally {
      client.restore();
    }
  });
});
