import { TransactionConflictException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  DynamoDBDocumentClient,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import type { Key } from "./entity.ts";
import * as Table from "./index.ts";
import * as Where from "./where.ts";

withDatabase();

const key = (name: string) => ({ pk: `TEST#${name}`, sk: "ITEM" });

describe("the table", () => {
  it("keeps an amount of 38 digits to the last one", async () => {
    const amount = 10n ** 38n - 1n;
    await Table.put({ ...key("large"), amount });
    expect((await Table.get(key("large")))?.["amount"]).toBe(amount);
  });

  it("answers many keys in the order they were asked for, absent ones as undefined", async () => {
    await Table.put({ ...key("a"), n: 1 });
    await Table.put({ ...key("b"), n: 2 });
    const items = await Table.getMany([key("b"), key("none"), key("a"), key("b")]);
    expect(items.map((item) => item?.["n"])).toEqual([2n, undefined, 1n, 2n]);
  });

  // What the embedded database never does: leaving keys of a batch for later.
  describe("asked for more keys than one call takes", () => {
    const keys = Array.from({ length: 1250 }, (_, n) => key(`many-${n}`));
    const answer = (taken: readonly Key[], left: readonly Key[]): BatchGetCommandOutput => ({
      Responses: { [Table.tableName()]: [...taken] },
      ...(left.length > 0 && { UnprocessedKeys: { [Table.tableName()]: { Keys: [...left] } } }),
      $metadata: {},
    });

    /** Answers each call as `share` says of its keys and of how many calls there were. */
    async function asked(share: (keys: readonly Key[], calls: number) => number): Promise<number> {
      const client = mockClient(DynamoDBDocumentClient);
      let calls = 0;
      try {
        client.on(BatchGetCommand).callsFake((input: BatchGetCommand["input"]) => {
          const all = (input.RequestItems?.[Table.tableName()]?.Keys ?? []) as Key[];
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

    it("takes one call for each hundred, and waits between none of them", async () => {
      const random = vi.spyOn(Math, "random");
      try {
        expect(await asked((all) => all.length)).toBe(13);
        expect(random).not.toHaveBeenCalled();
      } finally {
        random.mockRestore();
      }
    });

    it("asks again for what a call has left, however many calls leave some", async () => {
      // Every other call answers 60 keys of its hundred.
      const calls = await asked((all, n) => (n % 2 === 0 ? all.length : Math.min(60, all.length)));
      expect(calls).toBeGreaterThan(13);
    });

    it("gives up where call after call answers nothing", async () => {
      await expect(asked(() => 0)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    });
  });

  it("tells what stood in the way of a refused write", async () => {
    await Table.put({ ...key("taken"), owner: "first" });
    const again = Table.put({ ...key("taken"), owner: "second" }, Where.absent);
    await expect(again).rejects.toMatchObject({ name: "ConditionFailed", item: { owner: "first" } });
  });

  it("applies all writes of a transaction or none, and shows what stood in the way", async () => {
    await Table.put({ ...key("guard"), n: 1 });
    const refused = Table.commit([
      { put: { ...key("half-done"), n: 1 } },
      { put: { ...key("guard"), n: 2 }, where: Where.absent },
    ]);
    await expect(refused).rejects.toMatchObject({ name: "ConditionFailed", item: { n: 1n } });
    expect(await Table.get(key("half-done"))).toBeUndefined();
  });

  it("refuses a transaction that touches one item twice, as DynamoDB does", async () => {
    const twice = Table.commit([{ put: { ...key("same") } }, { remove: key("same") }]);
    await expect(twice).rejects.toThrow("touches one item twice");
  });

  // What the embedded database never answers: two transactions cannot overlap in it.
  it("waits for a transaction that has the item, instead of failing the write", async () => {
    const conflict = new TransactionConflictException({ message: "conflict", $metadata: {} });
    const client = mockClient(DynamoDBDocumentClient);
    try {
      client
        .on(UpdateCommand)
        .rejectsOnce(conflict)
        .rejectsOnce(conflict)
        .resolves({ Attributes: { n: 1n } });
      expect(await Table.update(key("busy"), { add: { n: 1 } })).toEqual({
        n: 1n,
      });
      client.on(UpdateCommand).rejects(conflict);
      const stuck = Table.update(key("busy"), { add: { n: 1 } });
      await expect(stuck).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    } finally {
      client.restore();
    }
  });
});
