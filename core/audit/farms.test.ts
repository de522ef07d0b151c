import { beforeAll, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { provideLiquidity } from "../../tests/support/exchange.ts";
import { createFarmer, withFarms } from "../../tests/support/farming.ts";
import { DAY } from "../../tests/support/staking.ts";
import { harvest } from "../defi/farming/withdraw.ts";
import * as Table from "../platform/table/index.ts";
import { audit } from "./index.ts";

withDatabase();
const clock = withFarms();

let items: Table.Item[] = [];
let id: string;

beforeAll(async () => {
  await provideLiquidity("ETH-USDC", "100", "400000");
  const one = await createFarmer("10");
  id = one.id;
  clock.advance(DAY);
  await harvest(one.actor, one.id);
  await createFarmer("5");
  for await (const item of Table.scan()) items = [...items, item];
});

const isFarm = (item: Table.Item) => item["sk"] === "FARM#eth-usdc" && item["pk"] === "FARMS#live";
const isPosition = (item: Table.Item) => item["positionId"] === id;
const isLiquidity = (item: Table.Item) =>
  String(item["pk"]).startsWith("LIQUIDITY#") && Number(item["farmed"]) > 0;

/** Returns the audit's findings with some items changed or removed. */
const when = async (
  which: (item: Table.Item) => boolean,
  change: (item: Table.Item) => readonly Table.Item[],
): Promise<string> =>
  (await audit(() => items.flatMap((item) => (which(item) ? change(item) : [item])))).differences.join("\n");

const by = (name: string, amount: bigint) => (item: Table.Item) => [
  { ...item, [name]: (item[name] as bigint) + amount },
];

it("the audit finds no difference if farms, positions and accounts agree", async () => {
  expect(
    await when(
      () => false,
      (item) => [item],
    ),
  ).toBe("");
});

it.each<[string, (item: Table.Item) => boolean, string, bigint, RegExp]>([
  [
    "a farm's shares",
    isFarm,
    "totalSupply",
    1n,
    /the farm eth-usdc has 15.000000000001 LP.* positions come to 15 /,
  ],
  [
    "a farm's funds",
    isFarm,
    "rewardsBalance",
    1n,
    /the farm eth-usdc has .* but the account rewards:eth-usdc has/,
  ],
  [
    "a farm's funds below what it owes",
    isFarm,
    "rewardsBalance",
    -(10n ** 24n),
    /owes .* and is to emit .* but has/,
  ],
  ["a farm's rate beyond its funds", isFarm, "rewardRate", 10n ** 18n, /owes .* and is to emit .* but has/],
  ["a farm's paid rewards", isFarm, "paid", 1n, /has paid .* but its positions were paid/],
  ["a farm's emitted rewards", isFarm, "emitted", -(10n ** 24n), /have earned .* but only .* were emitted/],
  [
    "a position's shares",
    isPosition,
    "balance",
    1n,
    /the farming position frm_.* has 10.000000000001 .* but the account lp:frm_/,
  ],
  ["a position's rewards", isPosition, "rewards", 10n ** 24n, /have earned .* but only .* were emitted/],
  ["a position's harvests", isPosition, "paid", 1n, /has paid .* but its positions were paid/],
  ["farmed shares that can be removed", isLiquidity, "farmed", -1n, /are farmed, but its farms have/],
])("the audit reports a falsified figure: %s", async (_, which, name, amount, expected) => {
  expect(await when(which, by(name, amount))).toMatch(expected);
});

it("the audit reports a position whose reward index is ahead of its farm's, and one without a farm", async () => {
  const ahead = (item: Table.Item) => [{ ...item, userRewardPerTokenPaid: `9${"0".repeat(40)}` }];
  expect(await when(isPosition, ahead)).toContain("is ahead of its farm");
  expect(await when(isFarm, () => [])).toMatch(/is in eth-usdc, which is not a farm of ETH-USDC/);
  expect(await when(isFarm, () => [])).toMatch(
    /rewards:eth-usdc has .* but no pool, farm or position states it/,
  );
});

it("the audit reports a damaged item, and an item stored under the key of another item", async () => {
  const cases: [(item: Table.Item) => boolean, (item: Table.Item) => Table.Item, string][] = [
    [isFarm, (item) => ({ ...item, extra: 1n }), "is damaged"],
    [isFarm, (item) => ({ ...item, rewardPerTokenStored: "x" }), "is damaged"],
    [isFarm, (item) => ({ ...item, sk: "FARM#other" }), "holds what belongs to FARMS#live FARM#eth-usdc"],
    [isPosition, (item) => ({ ...item, sk: "POSITION#other" }), "holds what belongs to"],
    [isPosition, (item) => ({ ...item, farmId: "other" }), "holds what belongs to"],
  ];
  for (const [which, change, expected] of cases)
    expect(await when(which, (item) => [change(item)])).toContain(expected);
});
