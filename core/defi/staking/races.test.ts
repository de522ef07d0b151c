import { afterAll, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { deposit, readBalances } from "../../../tests/support/ledger.ts";
import {
  createStake,
  createStaker,
  DAY,
  outcomes,
  tokens,
  withStoppedClock,
} from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import * as Funding from "./funding.ts";
import * as Staking from "./index.ts";
import { claim } from "./index.ts";
import * as Stakes from "./positions.ts";
import { unlock } from "./schedules.ts";
import { unstake } from "./unstake.ts";
import { weightAt } from "./weight.ts";

/** Concurrent requests of one user without the local mutex, as if each came from its own process. */

vi.mock("../../platform/mutex/index.ts", () => ({
  withLocalMutex: (_: unknown, work: () => Promise<unknown>) => work(),
}));

withDatabase();
const clock = withStoppedClock();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const times = <T>(n: number, work: () => Promise<T>) => Promise.allSettled(Array.from({ length: n }, work));

it("one of ten concurrent unstakes of a whole position is executed, and the others are rejected", async () => {
  const { actor, wallet, id } = await createStake("flexible", 100);
  const all = await times(10, () => unstake(actor, { positionId: id, amount: "100" }));
  expect(outcomes(all)).toEqual([...Array(9).fill("POSITION_COMPLETED"), "done"]);
  expect(await readBalances(wallet)).toEqual({ available: tokens(100), held: 0n });
});

it("three of ten concurrent unstakes of 30 from a stake of 100 are executed, and the others are rejected", async () => {
  const { actor, wallet, id } = await createStake("flexible", 100);
  const all = await times(10, () => unstake(actor, { positionId: id, amount: "30" }));
  expect(outcomes(all)).toEqual([...Array(7).fill("AMOUNT_EXCEEDS_STAKE"), ...Array(3).fill("done")]);
  expect(await readBalances(wallet)).toEqual({ available: tokens(90), held: tokens(10) });
  expect((await weightAt(actor, clock.now())).staked).toBe(tokens(10));
});

it("rewards are paid once for ten concurrent claims", async () => {
  const { actor, wallet, id } = await createStake("locked-90", 1000);
  clock.advance(DAY);
  const all = await Promise.all(Array.from({ length: 10 }, () => claim(actor, id)));
  const due = (tokens(1000) * 1500n * 86_400n) / (10_000n * 31_536_000n);
  expect(all.map(({ claimed }) => claimed).filter((claimed) => claimed > 0n)).toEqual([due]);
  expect(await readBalances(wallet)).toEqual({ available: due, held: tokens(1000) });
});

it("six of ten concurrent stakes are executed if the balance suffices for six", async () => {
  const { actor, wallet } = await createStaker(650);
  const all = await times(10, () => Staking.stake(actor, { poolId: "locked-365", amount: "100" }));
  expect(outcomes(all)).toEqual([...Array(4).fill("INSUFFICIENT_BALANCE"), ...Array(6).fill("done")]);
  expect(await readBalances(wallet)).toEqual({ available: tokens(50), held: tokens(600) });
  expect(await weightAt(actor, clock.now())).toEqual({ staked: tokens(600), weighted: tokens(1200) });
});

it("concurrent stakes, unstakes, claims, deposits and runs of the schedule cause no lost update", async () => {
  const { actor, wallet, id } = await createStake("locked-90", 1000);
  await deposit(wallet, tokens(1000));
  clock.advance(90 * DAY);
  const before = (await Funding.list("live")).pools.map(({ staked }) => staked);
  const work = [
    ...[1, 2, 3].map((amount) => unstake(actor, { positionId: id, amount: String(amount) })),
    ...[1, 2, 3].map(() => Staking.stake(actor, { poolId: "flexible", amount: "100" })),
    ...[1, 2].map(() => claim(actor, id)),
    ...[1, 2].map(() => deposit(wallet, tokens(10))),
    ...[1, 2].map(() => unlock()),
  ];
  expect(outcomes(await Promise.allSettled(work))).toEqual(Array(work.length).fill("done"));
  const due = (tokens(1000) * 1500n * 90n * 86_400n) / (10_000n * 31_536_000n);
  expect(await readBalances(wallet)).toEqual({ available: tokens(726) + due, held: tokens(1294) });
  expect(await Stakes.list(actor)).toMatchObject({ totalStaked: tokens(1294), totalRewards: 0n });
  const after = (await Funding.list("live")).pools.map(({ staked }, index) => staked - (before[index] ?? 0n));
  // Both locks are over, so the rest of both stakes is in the flexible pool, too.
  expect(after).toEqual([tokens(300 + 994 + 1000), tokens(-2000), 0n]);
});
