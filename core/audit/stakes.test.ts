import { beforeAll, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { DAY, staked, tokens, withStoppedClock } from "../../tests/support/staking.ts";
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
  const { actor, wallet, id } = await staked("locked-90", 500, 1000);
  userId = actor.userId;
  holdId = id.replace("stk_", "hld_");
  await unstake(actor, { positionId: id, amount: "100", forceEarly: true });
  const { position } = await Staking.stake(actor, { poolId: "flexible", amount: "300" });
  await staked("flexible", 200);
  clock.advance(DAY);
  await claim(actor, id);
  await unstake(actor, { positionId: position.id, amount: "300" });
  await Table.commit([await Pools.changeWrite("live", "flexible", { apyBps: 700n })]);
  // Money that is held for another purpose is no stake.
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

/** What the audit says of the table with some items changed, or gone. */
const when = async (
  which: (item: Table.Item) => boolean,
  change: (item: Table.Item) => readonly Table.Item[],
): Promise<readonly string[]> => {
  expect(items.filter(which).length).toBeGreaterThan(0);
  return (await audit(() => items.flatMap((item) => (which(item) ? change(item) : [item])))).differences;
};

const plusOne = (name: string) => (item: Table.Item) => [{ ...item, [name]: (item[name] as bigint) + 1n }];

it("finds nothing where stakes are their holds, and totals and shards their sums", async () => {
  expect((await audit(() => items)).differences).toEqual([]);
});

it("reports a stake that is not what is left of its hold, and the sums that it breaks, with both figures", async () => {
  expect(await when(is(keys.open), plusOne("amount"))).toEqual([
    expect.stringMatching(
      new RegExp(
        `^the stake of the hold ${holdId} \\(wallet:wal_\\w+\\) is 400\\.0+1 YANI by its position, but 400 YANI of the hold is left$`,
      ),
    ),
    `the totals of ${userId} say 400 YANI, but the stakes come to 400.000000000000000001 YANI`,
    `the totals of ${userId} say ${tokens(400) * 15n} tenths, but the stakes come to ${tokens(400) * 15n + 15n} tenths`,
    "the shards of the staking pool locked-90 come to 400 YANI, but the stakes in it to 400.000000000000000001 YANI",
    expect.stringMatching("^by the shards of the staking pool locked-90 its stakes have not earned "),
  ]);
});

it("reports a stake of the journal that has no position", async () => {
  const said = (await when(is(keys.open), () => [])).join("\n");
  expect(said).toContain("is 0 YANI by its position, but 400 YANI of the hold is left");
  expect(said).toContain(`the totals of ${userId} say 1 open, but the stakes come to 0 open`);
});

it("reports a user's totals that are not the sum of the open positions, or are gone", async () => {
  for (const [figure, said] of [
    ["staked", "say 400.000000000000000001 YANI, but the stakes come to 400 YANI"],
    ["tenths", `say ${tokens(400) * 15n + 1n} tenths, but the stakes come to ${tokens(400) * 15n} tenths`],
    ["open", "say 2 open, but the stakes come to 1 open"],
  ] as const)
    expect(await when(is(keys.totals), plusOne(figure))).toEqual([`the totals of ${userId} ${said}`]);
  expect(await when(is(keys.totals), () => [])).toHaveLength(3);
});

it("reports a pool whose shards are not the sum of its stakes, also where they are all gone", async () => {
  const said = await when(
    (item) => isShard(item) && String(item["pk"]).includes("flexible"),
    () => [],
  );
  expect(said).toEqual([
    "the shards of the staking pool flexible come to 0 YANI, but the stakes in it to 200 YANI",
    expect.stringMatching(
      "^by the shards of the staking pool flexible its stakes have not earned 0 YANI, by the stakes in it ",
    ),
  ]);
  expect((await when(isShard, plusOne("staked"))).length).toBeGreaterThanOrEqual(2);
  expect((await when(isShard, plusOne("unearned"))).length).toBeGreaterThanOrEqual(2);
});

it("reports rewards that a user was not paid by their records, or by another pool, or that were not added to stakes", async () => {
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
  for (const [which, change, said] of cases)
    expect((await when(which, (item) => [{ ...item, ...change(item) }])).join("\n")).toContain(said);
});

it("names items of staking that are damaged, in contradiction, or not where they belong", async () => {
  const isPool = (item: Table.Item) => item["sk"] === "POOL";
  const cases: [(item: Table.Item) => boolean, Table.Item, string][] = [
    [is(keys.open), { extra: 1n }, "is damaged"],
    [is(keys.open), { amount: "400" }, "is damaged: amount"],
    [is(keys.open), { userId: "nobody" }, "is damaged: userId"],
    [is(keys.open), { sk: keys.open.sk.replace("OPEN", "DONE") }, "is damaged: amount"],
    [is(keys.open), { sk: "OPEN#stk_x" }, "holds what belongs to STAKES#live#"],
    [is(keys.open), { poolId: "nowhere" }, "is in nowhere, which is no pool"],
    [is(keys.open), { status: "completed" }, "is completed, with 400 YANI staked in it"],
    [is(keys.open), { amount: 0n }, "is active, with 0 YANI staked in it"],
    [is(keys.completed), { status: "active" }, "is damaged: status"],
    [is(keys.totals), { version: undefined }, "is damaged: version"],
    [isShard, { pk: "STAKINGPOOL#live#flexible#8" }, "is damaged: shard"],
    [isShard, { pk: "STAKINGPOOL#live##1" }, "its key is none of StakedShard"],
    [isPool, { apyBps: "700" }, "is damaged: apyBps"],
  ];
  for (const [which, change, said] of cases)
    expect((await when(which, (item) => [{ ...item, ...change }])).join("\n")).toContain(said);
});
