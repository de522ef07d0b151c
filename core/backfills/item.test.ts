import { expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { bare } from "../../tests/support/items.ts";
import * as Table from "../platform/table/index.ts";
import { planRewrite } from "./item.ts";

withDatabase();

const inCents = ({ euro, name, ...item }: Table.Item): Table.Item => ({
  ...item,
  cents: BigInt(String(euro)) * 100n,
  first: typeof name === "string" ? name.split(" ")[0] : undefined,
});

it("a planned rewrite is rejected if an attribute that it reads or sets was updated since, and only then", async () => {
  for (const [id, added, isRefused] of [
    ["read in vain", "name", true],
    ["set", "cents", true],
    ["changed", "euro", true],
    ["unrelated", "colour", false],
  ] as const) {
    const key = bare({ pk: `PURSE#${id}`, sk: "PURSE" });
    await Table.put({ ...key, id, euro: 7n });
    const planned = await planRewrite((await Table.get(key)) as Table.Item, inCents);
    await Table.update(key, { set: { [added]: "another writer's" } });
    const update = Table.ignoreConditionFailure(Table.update(key, planned as NonNullable<typeof planned>));
    expect((await update) === undefined, id).toBe(isRefused);
    expect((await Table.get(key))?.[added], id).toBe("another writer's");
  }
});

it("no rewrite is planned for an item that would not change", async () => {
  const item = { pk: "A", sk: "A", words: new Set(["a"]), deep: { list: [1n] } };
  expect(await planRewrite(item, (one) => ({ ...one, deep: { list: [1n] } }))).toBeUndefined();
  expect(await planRewrite(item, () => undefined)).toBeUndefined();
});
