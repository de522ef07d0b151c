import { describe, expect, it } from "vitest";
import * as z from "zod";
import { withDatabase } from "../../../tests/support/database.ts";
import { defineError, fail } from "../../kernel/errors.ts";
import { entity } from "./entity.ts";
import * as Table from "./index.ts";
import * as Where from "./where.ts";

withDatabase();

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
  it("says what the first refused write that has a meaning means, and writes nothing", async () => {
    await Table.put(counter.item({ name: "full", count: 3n }));
    const writes: Table.Write[] = [
      { put: counter.item({ name: "beside", count: 1n }) },
      { update: keyOf("full"), add: { count: 1n }, where: Where.below("count", 3n), onConditionFailed: Full },
      { check: keyOf("missing"), where: Where.exists, onConditionFailed: Taken },
    ];
    await expect(Table.commit(writes)).rejects.toMatchObject({ code: "TEST_FULL" });
    expect(await read("beside")).toBeUndefined();
  });

  it("makes the error of the item that is there instead", async () => {
    await Table.put(counter.item({ name: "named", count: 7n }));
    const put: Table.Write = {
      put: counter.item({ name: "named", count: 1n }),
      where: Where.absent,
      onConditionFailed: (current) =>
        fail(Taken, { details: { count: String(current && counter.parse(current).count) } }),
    };
    await expect(Table.commit([put])).rejects.toMatchObject({ code: "TEST_TAKEN", details: { count: "7" } });
  });

  it("of a refusal without a meaning tells that another writer was faster", async () => {
    const write: Table.Write = { update: keyOf("nobody"), add: { count: 1n }, where: Where.exists };
    await expect(Table.commit([write])).rejects.toThrow(Table.ConditionFailed);
    expect(await Table.tryCommit([write])).toBe(false);
    expect(await read("nobody")).toBeUndefined();
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

  it("loses none of 32 parallel changes of one item", async () => {
    const counts = await Promise.all(Array.from({ length: 32 }, () => increment("shared")));
    expect(new Set(counts).size).toBe(32);
    expect((await read("shared"))?.count).toBe(32n);
  });

  it("writes nothing where there is nothing to do", async () => {
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
  it("sets, removes, adds and appends by name, reserved words too", async () => {
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

  it("adds to sets and takes out of them", async () => {
    const key = keyOf("sets");
    await Table.update(key, { add: { members: new Set(["a", "b"]) } });
    await Table.update(key, { discard: { members: new Set(["a"]) }, where: Where.contains("members", "a") });
    expect((await Table.get(key))?.["members"]).toEqual(new Set(["b"]));
  });
});
