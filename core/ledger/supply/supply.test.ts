import { expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newSandbox } from "../../../tests/support/sandboxes.ts";
import { audit } from "../../audit/index.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Table from "../../platform/table/index.ts";
import { shardKeys, systemRef } from "../accounts.ts";
import * as Ledger from "../index.ts";
import * as Supply from "../supply.ts";

withDatabase();

it("issues the supply once under 8 parallel requests, spread evenly over an account's shards", async () => {
  const issued = await Promise.all(Array.from({ length: 8 }, () => Supply.issue("live")));
  expect(issued.filter(Boolean)).toHaveLength(1);
  expect(await Supply.issue("live")).toBe(false);
  expect(await Ledger.balance("issuance", Assets.native.symbol)).toBe(-Supply.TOTAL_SUPPLY);
  expect(await Ledger.balance("rewards", Assets.native.symbol)).toBe(200_000_000n * 10n ** 18n);
  const shards = await Table.getMany(shardKeys({ account: "rewards", asset: Assets.native.symbol }));
  expect(new Set(shards.map((shard) => shard?.["balance"]))).toEqual(new Set([12_500_000n * 10n ** 18n]));
  expect((await audit()).differences).toEqual([]);
});

it("issues a separate supply in a sandbox", async () => {
  const sandbox = newSandbox();
  const { account, asset } = systemRef(sandbox, "rewards", Assets.native.symbol);
  expect(await Ledger.balance(account, asset)).toBe(0n);
  expect(await Supply.issue(sandbox)).toBe(true);
  expect(await Ledger.balance(account, asset)).toBe(200_000_000n * 10n ** 18n);
  expect(await Ledger.balance("rewards", asset)).toBe(200_000_000n * 10n ** 18n);
  expect((await audit()).differences).toEqual([]);
});
