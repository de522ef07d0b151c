import { beforeAll, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { createStake, DAY, tokens, withStoppedClock } from "../../tests/support/staking.ts";
import { completedPosition, openPosition, stakeTotals } from "../defi/staking/entity.ts";
import * as Staking from "../defi/staking/index.ts";
import { claim } from "../defi/staking/index.ts";
import * as Pools from "../defi/staking/pools.ts";
import { unstake } from "../defi/staking/unstake.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Policy from "../policy/index.ts";
import { audit } from "./index.ts";

withDatabase();
const clock = withStoppedClock();

let items: Table.Item[] = [];
let userId: string;
let holdId: string;
let keys: Readonly<Record<"open" | "completed" | "totals", Key>>;

beforeAll(async () => {
  const { actor, wallet, id } = await createStake("locked-90", 500, 1000);
  userId = actor.userId;
  holdId = id.replace("stk_", "hld_");
  await unstake(actor, { positionId: id, amount: "100", forceEarly: true });
  const { position } = await Staking.stake(actor, { poolId: "flexible", amount: "300" });
  await createStake("flexible", 200);
  clock.advance(DAY);
  await claim(actor, id);
  await unstake(actor, { positionId: position.id, amount: "300" });
  await Table.commit([await Pools.changeWrite("live", "flexible", { apyBps: 700n })]);
  // Money held for another purpose.
  await Policy.hold(wallet, 5n, { actorId: "test", reason: "a test", result: () => undefined });
  keys = {
    open: openPosition.key({ mode: "live", userId, positionId: id }),
    completed: completedPosition.key({ mode: "live", userId, positionId: position.id }),
    totals: stakeTotals.key({ mode: "live", userId }),
  };
  for await (const item of Table.scan()) items = [...items, item];
});

const is = (key: Key) => (item: Table.Item) => item["pk"] === key.pk && item["sk"] === key.sk;
const isShard = (item: Table.Item) => item["sk"] === "STAKED" && (item["staked"] as bigint) > 0n;

/** Returns the audit's findings with some items changed or removed. */
const when = async (
  which: (item: Table.Item) => boolean,
  change: (item: Table.Item) => readonly Table.Item[],
): Promise<readonly string[]> => {
  expect(items.filter(which).length).toBeGreaterThan(0);
  return (await audit(() => items.flatMap((item) => (which(item) ? change(item) : [item])))).differences;
};

const plusOne = (name: string) => (item: Table.Item) => [{ ...item, [name]: (item[name] as bigint) + 1n }];

it("the audit finds no difference if stakes match their holds, and totals and shards match their sums", async () => {
  expect((await audit(() => items)).differences).toEqual([]);
});

it("the audit reports a stake that differs from its hold, and the sums that no longer match, with both figures", async () => {
  expect(await when(is(keys.open), plusOne("amount"))).toEqual([
    expect.stringMatching(
      new RegExp(
        `^the stake of the hold ${holdId} \\(wallet:wal_\\w+\\) is 400\\.0+1 YANI by its position, but the hold has 400 YANI left$`,
      ),
    ),
    `the totals of ${userId} state 400 YANI, but the stakes come to 400.000000000000000001 YANI`,
    `the totals of ${userId} state ${tokens(400) * 15n} tenths, but the stakes come to ${tokens(400) * 15n + 15n} tenths`,
    "the shards of the staking pool locked-90 come to 400 YANI, but the stakes in it to 400.000000000000000001 YANI",
    expect.stringMatching("^by the shards of the staking pool locked-90 its stakes have not earned "),
  ]);
});

it("the audit reports a hold of a stake without its position", async () => {
  const findings = (await when(is(keys.open), () => [])).join("\n");
  expect(findings).toContain("is 0 YANI by its position, but the hold has 400 YANI left");
  expect(findings).toContain(`the totals of ${userId} state 1 open, but the stakes come to 0 open`);
});

it("the audit reports a user's totals that are missing or differ from the sum of the open positions", async () => {
  for (const [figure, expected] of [
    ["staked", "state 400.000000000000000001 YANI, but the stakes come to 400 YANI"],
    ["tenths", `state ${tokens(400) * 15n + 1n} tenths, but the stakes come to ${tokens(400) * 15n} tenths`],
    ["open", "state 2 open, but the stakes come to 1 open"],
  ] as const)
    expect(await when(is(keys.totals), plusOne(figure))).toEqual([`the totals of ${userId} ${expected}`]);
  expect(await when(is(keys.totals), () => [])).toHaveLength(3);
});

it("the audit reports a pool whose shards are missing or differ from the sum of its stakes", async () => {
  const findings = await when(
    (item) => isShard(item) && String(item["pk"]).includes("flexible"),
    () => [],
  );
  expect(findings).toEqual([
    "the shards of the staking pool flexible come to 0 YANI, but the stakes in it to 200 YANI",
    expect.stringMatching(
      "^by the shards of the staking pool flexible its stakes have not earned 0 YANI, by the stakes in it ",
    ),
  ]);
  expect((await when(isShard, plusOne("staked"))).length).toBeGreaterThanOrEqual(2);
  expect((await when(isShard, plusOne("unearned"))).length).toBeGreaterThanOrEqual(2);
});

it("the audit reports sums and records of paid rewards that differ from the ledger", async () => {
  const isSum = (item: Table.Item) => String(item["sk"]).startsWith("SUM#locked-90");
  const isPaid = (item: Table.Item) =>
    String(item["sk"]).startsWith("PAID#") && item["poolId"] === "locked-90";
  const cases: [(item: Table.Item) => boolean, (item: Table.Item) => Table.Item, string][] = [
    [isSum, (item) => ({ paid: (item["paid"] as bigint) + 1n }), `rewards of ${userId} are`],
    [isPaid, (item) => ({ amount: (item["amount"] as bigint) + 1n }), `rewards of ${userId} are`],
    [isPaid, () => ({ poolId: "flexible" }), `rewards of ${userId} in flexible are`],
    [isSum, () => ({ compounded: 1n }), `of the rewards of ${userId} in locked-90`],
    [isPaid, () => ({ kind: "compounded" }), `of the rewards of ${userId} in locked-90`],
  ];
  for (const [which, change, expected] of cases)
    expect((await when(which, (item) => [{ ...item, ...change(item) }])).join("\n")).toContain(expected);
});

it("the audit reports items of staking that are damaged, contradictory, or stored under a wrong key", async () => {
  const isPool = (item: Table.Item) => item["sk"] === "POOL";
  const cases: [(item: Table.Item) => boolean, Table.Item, string][] = [
    [is(keys.open), { extra: 1n }, "is damaged"],
    [is(keys.open), { amount: "400" }, "is damaged: amount"],
    [is(keys.open), { userId: "unknown" }, "is damaged: userId"],
    [is(keys.open), { sk: keys.open.sk.replace("OPEN", "DONE") }, "is damaged: amount"],
    [is(keys.open), { sk: "OPEN#stk_x" }, "holds what belongs to STAKES#live#"],
    [is(keys.open), { poolId: "nowhere" }, "is in nowhere, which is not a pool"],
    [is(keys.open), { status: "completed" }, "is completed, with 400 YANI staked in it"],
    [is(keys.open), { amount: 0n }, "is active, with 0 YANI staked in it"],
    [is(keys.completed), { status: "active" }, "is damaged: status"],
    [is(keys.totals), { version: undefined }, "is damaged: version"],
    [isShard, { pk: "STAKINGPOOL#live#flexible#8" }, "is damaged: shard"],
    [isShard, { pk: "STAKINGPOOL#live##1" }, "its key is not of StakedShard"],
    [isPool, { apyBps: "700" }, "is damaged: apyBps"],
  ];
  for (const [which, change, expected] of cases)
    expect((await when(which, (item) => [{ ...item, ...change }])).join("\n")).toContain(expected);
});
