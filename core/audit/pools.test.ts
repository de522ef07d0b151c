import { beforeAll, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { depositUnits, provideLiquidity, swapAtAnyPrice } from "../../tests/support/exchange.ts";
import { newActor } from "../../tests/support/ledger.ts";
import * as Table from "../platform/table/index.ts";
import { audit } from "./index.ts";

withDatabase();

let items: Table.Item[] = [];
let positionId: string;

beforeAll(async () => {
  const { added } = await provideLiquidity("BTC-USDC", "10", "900000");
  positionId = added.position.id;
  const trader = newActor();
  await depositUnits(trader, "BTC", "1");
  await swapAtAnyPrice(trader, "BTC", "USDC", "1");
  for await (const item of Table.scan()) items = [...items, item];
});

const isPool = (item: Table.Item) => String(item["pk"]).startsWith("POOL#");
const isPosition = (item: Table.Item) => item["positionId"] === positionId;

/** Returns the audit's findings with some items changed or removed. */
const when = async (
  which: (item: Table.Item) => boolean,
  change: (item: Table.Item) => readonly Table.Item[],
): Promise<readonly string[]> =>
  (await audit(() => items.flatMap((item) => (which(item) ? change(item) : [item])))).differences;

const plusOne = (name: string) => (item: Table.Item) => [{ ...item, [name]: (item[name] as bigint) + 1n }];

it("the audit finds no difference if pools and positions match their accounts", async () => {
  expect(
    await when(
      () => false,
      (item) => [item],
    ),
  ).toEqual([]);
});

it("the audit reports a pool whose reserves or shares differ from its accounts, with both figures", async () => {
  const [reserve0] = await when(isPool, plusOne("reserve0"));
  expect(reserve0).toMatch(
    /^the pool BTC-USDC has a reserve0 of 1\d\.\d+ BTC, but the account pool:BTC-USDC has 1\d(\.\d+)? BTC$/,
  );
  expect((await when(isPool, plusOne("reserve1"))).join()).toContain("has a reserve1 of");
  expect((await when(isPool, plusOne("totalSupply"))).join()).toContain("leaves issuance at -");
});

it("the audit reports a position whose shares differ from its account", async () => {
  const findings = await when(isPosition, plusOne("lpTokens"));
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatch(
    new RegExp(
      `^the position ${positionId} has [\\d.]+ LP-BTC-USDC, but the account lp:${positionId} has [\\d.]+`,
    ),
  );
});

it("the audit reports accounts without a pool or position", async () => {
  const gone = await when(
    (item) => isPool(item) || isPosition(item),
    () => [],
  );
  for (const account of ["pool:BTC-USDC", "issuance", `lp:${positionId}`])
    expect(gone.join("\n")).toMatch(
      new RegExp(`the account ${account} has .* but no pool, farm or position states it`),
    );
});

it("the audit reports a damaged pool or position, and one stored under the key of another item", async () => {
  const cases: [(item: Table.Item) => boolean, (item: Table.Item) => Table.Item, string][] = [
    [isPool, (item) => ({ ...item, extra: 1n }), "is damaged"],
    [isPool, (item) => ({ ...item, kLast: "x" }), "is damaged"],
    [isPool, (item) => ({ ...item, pk: "POOL#live#ETH-USDC" }), "holds what belongs to POOL#live#BTC-USDC"],
    [isPool, (item) => ({ ...item, pk: "POOL#live#A-B", pairId: "A-B" }), "the pool A-B has no pair"],
    [isPosition, (item) => ({ ...item, pairId: "ETH-USDC" }), "holds what belongs to"],
    [
      isPosition,
      (item) => ({ ...item, pk: "LIQUIDITY#live#usr_x" }),
      "holds what belongs to LIQUIDITY#live#usr_",
    ],
  ];
  for (const [which, change, expected] of cases)
    expect((await when(which, (item) => [change(item)])).join("\n")).toContain(expected);
});
