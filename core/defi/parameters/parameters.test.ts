import { expect, it } from "vitest";
import * as z from "zod";
import { withDatabase } from "../../../tests/support/database.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Parameters from "./index.ts";

withDatabase();

/** Declares a group of its own for each test. */
const group = () =>
  Parameters.group(
    Ids.create("request"),
    z.object({
      feeBps: z.coerce.bigint().min(0n).max(100n).default(30n),
      delay: z.coerce.bigint().default(7n),
    }),
  );

it("a group of parameters that was never changed has its defaults", async () => {
  const { key, read, of } = group();
  expect(await read("live")).toEqual({ feeBps: 30n, delay: 7n });
  expect(of(undefined)).toEqual({ feeBps: 30n, delay: 7n });
  expect(await Table.get(key("live"))).toBeUndefined();
});

it("a change sets the named parameters and leaves the others unchanged", async () => {
  const { read, changeWrite } = group();
  await Table.commit([await changeWrite("live", { feeBps: 5n })]);
  expect(await read("live")).toEqual({ feeBps: 5n, delay: 7n });
  await Table.commit([await changeWrite("live", { delay: 0n })]);
  expect(await read("live")).toEqual({ feeBps: 5n, delay: 0n });
});

it("a change leaves parameters unchanged whose value is undefined", async () => {
  const { read, changeWrite } = group();
  await Table.commit([await changeWrite("live", { feeBps: 5n, delay: 9n })]);
  await Table.commit([await changeWrite("live", { feeBps: undefined, delay: 8n })]);
  expect(await read("live")).toEqual({ feeBps: 5n, delay: 8n });
});

it("the second of two changes that were planned from the same values is rejected, also if none are stored yet", async () => {
  const { read, changeWrite } = group();
  for (const feeBps of [10n, 20n]) {
    const [first, second] = [
      await changeWrite("live", { feeBps }),
      await changeWrite("live", { feeBps: feeBps + 1n }),
    ];
    await Table.commit([first]);
    await expect(Table.commit([second])).rejects.toBeInstanceOf(Table.ConditionFailed);
    expect((await read("live")).feeBps).toBe(feeBps);
  }
});

it("a change with an invalid value is rejected before anything is written", async () => {
  const { key, changeWrite } = group();
  await expect(changeWrite("live", { feeBps: 101n })).rejects.toBeInstanceOf(z.ZodError);
  expect(await Table.get(key("live"))).toBeUndefined();
});
