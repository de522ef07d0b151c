import { globSync, readFileSync } from "node:fs";
import {
  BatchGetItemCommand,
  type BatchGetItemCommandOutput,
  DynamoDBClient,
  TransactionConflictException,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { bare } from "../../../tests/support/items.ts";
import { fromWire, wiredKey } from "./dynamodb.ts";
import { keyOfItem, type StoredKey } from "./entity.ts";
import * as Table from "./index.ts";
import * as Where from "./where.ts";

withDatabase();

const key = (name: string) => ({ pk: `TEST#${name}`, sk: "ITEM" });

it("keys of writes are created only by entities, without a cast anywhere", () => {
  // @ts-expect-error: only an entity creates keys for writes
  const write: Table.Write = { update: key("by-hand"), set: { name: "x" } };
  expect(write).toHaveProperty("update");
  const sources = globSync("{core,functions,events,local}/**/*.ts").filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const casting = sources.filter((file) => /\bas (?:\w+\.)?Key\b/.test(readFileSync(file, "utf8")));
  expect(casting).toEqual(["core/platform/table/entity.ts"]);
});

describe("the table", () => {
  it("stores an amount of 38 digits exactly", async () => {
    const amount = 10n ** 38n - 1n;
    await Table.put(bare({ ...key("large"), amount }));
    expect((await Table.get(key("large")))?.["amount"]).toBe(amount);
  });

  it("stores only keys in an index, not the other attributes", async () => {
    const entry = { ...key("indexed"), duePk: "TEST#0", dueSk: "2026-11-21T09:30:00.000Z" };
    await Table.put(bare({ ...entry, body: "b".repeat(256 * 1024) }));
    expect((await Table.query({ index: "due", pk: "TEST#0" })).items).toEqual([entry]);
  });

  it("returns items in the order of the requested keys, and undefined for missing ones", async () => {
    await Table.put(bare({ ...key("a"), n: 1 }));
    await Table.put(bare({ ...key("b"), n: 2 }));
    const items = await Table.getMany([key("b"), key("none"), key("a"), key("b")]);
    expect(items.map((item) => item?.["n"])).toEqual([2n, undefined, 1n, 2n]);
  });

  // With a mocked client, because the embedded database never leaves keys of a batch unprocessed.
  describe("with more keys than one call accepts", () => {
    const keys = Array.from({ length: 1250 }, (_, n) => key(`many-${n}`));
    const answer = (taken: readonly StoredKey[], left: readonly StoredKey[]): BatchGetItemCommandOutput => ({
      Responses: { [Table.tableName()]: taken.map(wiredKey) },
      ...(left.length > 0 && { UnprocessedKeys: { [Table.tableName()]: { Keys: left.map(wiredKey) } } }),
      $metadata: {},
    });

    /** Reads all keys; each call processes as many as `share` returns for its keys and number. @returns the number of calls */
    async function asked(share: (keys: readonly StoredKey[], calls: number) => number): Promise<number> {
      const client = mockClient(DynamoDBClient);
      let calls = 0;
      try {
        client.on(BatchGetItemCommand).callsFake((input: BatchGetItemCommand["input"]) => {
          const all = (input.RequestItems?.[Table.tableName()]?.Keys ?? []).map((one) =>
            keyOfItem(fromWire(one)),
          );
          expect(all.length).toBeLessThanOrEqual(100);
          const count = share(all, ++calls);
          return answer(all.slice(0, count), all.slice(count));
        });
        expect(await Table.getMany(keys)).toEqual(keys);
        return calls;
      } finally {
        client.restore();
      }
    }

    it("makes one call for each hundred keys, without waiting between them", async () => {
      const random = vi.spyOn(Math, "random");
      try {
        expect(await asked((all) => all.length)).toBe(13);
        expect(random).not.toHaveBeenCalled();
      } finally {
        random.mockRestore();
      }
    });

    it("requests unprocessed keys again until all are read", async () => {
      // Every other call processes only 60 of its hundred keys.
      const calls = await asked((all, n) => (n % 2 === 0 ? all.length : Math.min(60, all.length)));
      expect(calls).toBeGreaterThan(13);
    });

    it("fails if repeated calls return nothing", async () => {
      await expect(asked(() => 0)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    });
  });

  it("returns the existing item in the error of a rejected write", async () => {
    await Table.put(bare({ ...key("taken"), owner: "first" }));
    const again = Table.put(bare({ ...key("taken"), owner: "second" }), Where.absent);
    await expect(again).rejects.toMatchObject({ name: "ConditionFailed", item: { owner: "first" } });
  });

  it("applies no write of a transaction if one is rejected", async () => {
    await Table.put(bare({ ...key("guard"), n: 1 }));
    const refused = Table.commit([
      { put: bare({ ...key("half-done"), n: 1 }) },
      { put: bare({ ...key("guard"), n: 2 }), where: Where.absent },
    ]);
    await expect(refused).rejects.toMatchObject({ name: "ConditionFailed", item: { n: 1n } });
    expect(await Table.get(key("half-done"))).toBeUndefined();
  });

  it("rejects a transaction that writes one item twice, as DynamoDB does", async () => {
    const twice = Table.commit([{ put: bare({ ...key("same") }) }, { remove: bare(key("same")) }]);
    await expect(twice).rejects.toThrow("touches one item twice");
  });

  // With a mocked client, because two transactions cannot overlap in the embedded database.
  it("repeats a write that conflicts with a transaction, and fails with SERVICE_UNAVAILABLE in the end", async () => {
    const conflict = new TransactionConflictException({ message: "conflict", $metadata: {} });
    const client = mockClient(DynamoDBClient);
    try {
      client
        .on(UpdateItemCommand)
        .rejectsOnce(conflict)
        .rejectsOnce(conflict)
        .resolves({ Attributes: { n: { N: "1" } } });
      expect(await Table.update(bare(key("busy")), { add: { n: 1 } })).toEqual({
        n: 1n,
      });
      client.on(UpdateItemCommand).rejects(conflict);
      const stuck = Table.update(bare(key("busy")), { add: { n: 1 } });
      await expect(stuck).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    } finally {
      client.restore();
    }
  });
});
