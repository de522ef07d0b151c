import fc from "fast-check";
import { expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { readBalances } from "../../../tests/support/ledger.ts";
import { createStaker, DAY, tokens, withStoppedClock } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import { SvcError } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Funding from "./funding.ts";
import * as Staking from "./index.ts";
import { claim } from "./index.ts";
import * as Pools from "./pools.ts";
import * as Stakes from "./positions.ts";
import type { PositionView } from "./schema.ts";
import { token } from "./token.ts";
import { unstake } from "./unstake.ts";
import { weightAt } from "./weight.ts";

withDatabase();
const clock = withStoppedClock();

type Staker = Awaited<ReturnType<typeof createStaker>>;

type Op =
  | { readonly op: "stake"; readonly who: number; readonly pool: string; readonly amount: bigint }
  | { readonly op: "claim"; readonly who: number; readonly which: number }
  | {
      readonly op: "unstake";
      readonly who: number;
      readonly which: number;
      readonly amount: bigint | "all";
      readonly forceEarly: boolean;
    }
  | { readonly op: "wait"; readonly seconds: number }
  | { readonly op: "rate"; readonly pool: string; readonly apyBps: bigint };

const who = fc.nat({ max: 1 });
const which = fc.nat({ max: 5 });
const pool = fc.constantFrom("flexible", "locked-90", "locked-365");
const stake = fc.record({
  op: fc.constant("stake" as const),
  who,
  pool,
  amount: fc.bigInt(tokens(90), tokens(700)),
});
const wait = fc.record({
  op: fc.constant("wait" as const),
  seconds: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ min: 0, max: 200 * DAY, noNaN: true })),
});
const operation: fc.Arbitrary<Op> = fc.oneof(
  stake,
  wait,
  fc.record({ op: fc.constant("claim" as const), who, which }),
  fc.record({
    op: fc.constant("unstake" as const),
    who,
    which,
    amount: fc.oneof(fc.constant("all" as const), fc.bigInt(1n, tokens(400))),
    forceEarly: fc.boolean(),
  }),
  fc.record({ op: fc.constant("rate" as const), pool, apyBps: fc.bigInt(0n, 10_000n) }),
);

const system = async () =>
  (await Ledger.balance("rewards", token.symbol)) + (await Ledger.balance("treasury", token.symbol));

/** Reads the whole state: money by account, positions, and stakes by pool. */
async function all(stakers: readonly Staker[]) {
  const wallets = await Promise.all(stakers.map(({ wallet }) => readBalances(wallet)));
  const positions = await Promise.all(stakers.map(({ actor }) => Stakes.list(actor)));
  return { wallets, positions, pools: (await Funding.list("live")).pools, system: await system() };
}

async function run(
  stakers: readonly Staker[],
  one: Op,
  positions: readonly PositionView[],
): Promise<boolean> {
  if (one.op === "wait") clock.advance(one.seconds);
  if (one.op === "rate")
    await Table.commit([await Pools.changeWrite("live", one.pool, { apyBps: one.apyBps })]);
  if (one.op === "wait" || one.op === "rate") return true;
  const { actor } = stakers[one.who] as Staker;
  const amount = (units: bigint) => Money.format(units, token.decimals);
  try {
    if (one.op === "stake") await Staking.stake(actor, { poolId: one.pool, amount: amount(one.amount) });
    const position = "which" in one ? positions[one.which % Math.max(1, positions.length)] : undefined;
    if (one.op === "claim" && position) await claim(actor, position.id);
    if (one.op === "unstake" && position) {
      const units = one.amount === "all" ? position.amount : one.amount;
      await unstake(actor, { positionId: position.id, amount: amount(units), forceEarly: one.forceEarly });
    }
    return true;
  } catch (error) {
    if (!(error instanceof SvcError) || error.kind !== "invalid") throw error;
    return false;
  }
}

it("no sequence of stakes, claims and unstakes creates or loses money", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 8, maxLength: 25 }), async (operations) => {
      const stakers = [await createStaker(1000), await createStaker(500)];
      const begun = await all(stakers);
      let before = begun;
      for (const one of operations) {
        const mine = "who" in one ? (before.positions[one.who]?.positions ?? []) : [];
        const done = await run(stakers, one, mine);
        const after = await all(stakers);
        if (!done) expect(after).toEqual(before);
        const ours = after.wallets.reduce((sum, { available, held }) => sum + available + held, 0n);
        expect(ours + after.system).toBe(tokens(1500) + begun.system);
        for (const [index, { totalStaked, totalPowerTenths }] of after.positions.entries()) {
          const { actor } = stakers[index] as Staker;
          expect(after.wallets[index]?.held).toBe(totalStaked);
          expect(await weightAt(actor, clock.now())).toEqual({
            staked: totalStaked,
            weighted: totalPowerTenths / 10n,
          });
        }
        for (const { id, staked } of after.pools) {
          const was = begun.pools.find((other) => other.id === id)?.staked ?? 0n;
          const open = after.positions.flatMap(({ positions }) =>
            positions.filter(({ poolId }) => poolId === id),
          );
          expect(staked - was).toBe(open.reduce((sum, { amount }) => sum + amount, 0n));
        }
        for (const { positions } of after.positions)
          for (const { status, amount, rewards } of positions)
            expect([status === "completed", rewards < 0n]).toEqual([amount === 0n, false]);
        before = after;
      }
    }),
    { numRuns: 12 },
  );
  expect((await audit()).differences).toEqual([]);
});

it("several positions are paid the rewards of one position of their sum, within 1 base unit a payment", {
  timeout: 60_000,
}, async () => {
  const step = fc.record({ afterSeconds: fc.integer({ min: 1, max: 40 * DAY }), claims: fc.boolean() });
  const parts = fc.array(fc.bigInt(tokens(100), tokens(300)), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(parts, fc.array(step, { minLength: 1, maxLength: 4 }), async (amounts, steps) => {
      const [many, merged] = [await createStaker(1200), await createStaker(1200)];
      const sum = amounts.reduce((total, amount) => total + amount, 0n);
      const format = (amount: bigint) => Money.format(amount, token.decimals);
      for (const amount of amounts)
        await Staking.stake(many.actor, { poolId: "flexible", amount: format(amount) });
      await Staking.stake(merged.actor, { poolId: "flexible", amount: format(sum) });
      let payments = 0n;
      const claimAll = async ({ actor }: Staker) => {
        const { positions } = await Stakes.list(actor);
        for (const { id } of positions) await claim(actor, id);
        payments += BigInt(positions.length);
      };
      for (const { afterSeconds, claims } of steps) {
        clock.advance(afterSeconds);
        if (claims) await claimAll(many);
      }
      await claimAll(many);
      await claimAll(merged);
      const [apart, together] = [await readBalances(many.wallet), await readBalances(merged.wallet)];
      const difference = together.available - apart.available;
      expect(difference > -payments && difference < payments).toBe(true);
    }),
    { numRuns: 8 },
  );
});
