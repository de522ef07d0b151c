import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { advanceClock, createMember, openProposal, TOKEN } from "../../../tests/support/governance.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { bare } from "../../../tests/support/items.ts";
import { depositMany } from "../../../tests/support/ledger.ts";
import { audit } from "../../audit/index.ts";
import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Supply from "../../ledger/supply.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Address from "../addresses/index.ts";
import { stakeCheckpoint } from "../staking/entity.ts";
import * as Staking from "../staking/index.ts";
import * as Stakes from "../staking/positions.ts";
import { unstake } from "../staking/unstake.ts";
import * as Delegation from "./delegation.ts";
import { powerAt, powerNow } from "./power.ts";
import { fromId } from "./proposals.ts";
import { vote } from "./vote.ts";

const database = withDatabase();
beforeAll(async () => {
  await Supply.issue("live");
});
afterEach(() => Clock.setOffset(0));

const walletOf = ({ userId }: UserActor) => walletRef(walletId("live", userId, "YANI"));
/** Returns a user's total power. Checks that `powerNow` and `powerAt` agree. */
async function now(user: UserActor): Promise<bigint> {
  const [at, current] = await Promise.all([powerAt(user, Clock.nowMs()), powerNow(user)]);
  expect(current).toEqual(at);
  return current.total;
}
const delegate = (from: UserActor, to: UserActor) => Delegation.set(from, Address.ofUser(to.userId));
const stake = (actor: UserActor, poolId: string, tokens: bigint) =>
  Staking.stake(actor, { poolId, amount: tokens.toString() });
const give = (from: UserActor, to: UserActor, amount: bigint) =>
  Policy.transfer(walletOf(from), walletOf(to), amount, {
    actorId: "test",
    reason: "test",
    result: () => undefined,
  });

describe("voting power", () => {
  it("is the wallet's balance + staked balance x multiplier + delegated power", async () => {
    const [voter, friend, other] = await Promise.all([
      createMember(1000n),
      createMember(500n),
      createMember(1000n),
    ]);
    await stake(voter, "flexible", 100n);
    await stake(voter, "locked-90", 200n);
    await stake(voter, "locked-365", 300n);
    await stake(friend, "locked-365", 400n);
    expect(await now(voter)).toBe((400n + 100n + 300n + 600n) * TOKEN);
    await Promise.all([delegate(friend, voter), delegate(other, voter)]);
    expect(await powerAt(voter, Clock.nowMs())).toEqual({
      wallet: 400n * TOKEN,
      staked: 600n * TOKEN,
      weighted: 1000n * TOKEN,
      delegateId: undefined,
      // The bonus of a lock is not delegated.
      delegated: (500n + 1000n) * TOKEN,
      total: (1400n + 1500n) * TOKEN,
    });
  });

  it("counts the wallet as empty if the stakes exceed its balance, and logs this", async () => {
    const voter = await createMember(10n);
    const staked = 11n * TOKEN;
    const checkpoint = {
      ...stakeCheckpoint.key({ mode: "live", userId: voter.userId, at: Clock.nowIso(), version: "0" }),
      staked,
      tenths: 10n * staked,
    };
    await Table.put(checkpoint);
    const warned = vi.spyOn(log, "warn");
    expect(await powerAt(voter, Clock.nowMs())).toMatchObject({ wallet: 0n, total: staked });
    expect(warned).toHaveBeenCalledWith(
      "governance: stakes exceed the wallet's balance, its own unstaked part counts as zero",
      expect.objectContaining({ userId: voter.userId, staked }),
    );
    warned.mockRestore();
    await Table.remove(bare({ pk: checkpoint.pk, sk: checkpoint.sk }));
  });

  it("is zero for a user without a wallet", async () => {
    const unknownUser = { mode: "live" as const, userId: "usr_01jd3v8y2m9t4k6q0s5w7x1z3b" };
    expect(await powerAt(unknownUser, Clock.nowMs())).toMatchObject({ total: 0n, delegated: 0n });
  });

  it("is delegated as a whole, and is not passed on by the delegate", async () => {
    const [a, b, c] = await Promise.all([createMember(100n), createMember(10n), createMember(1n)]);
    await delegate(a, b);
    await delegate(b, c);
    expect(await Promise.all([now(a), now(b), now(c)])).toEqual([0n, 100n * TOKEN, 11n * TOKEN]);
    await Delegation.remove(a);
    expect(await Promise.all([now(a), now(b), now(c)])).toEqual([100n * TOKEN, 0n, 11n * TOKEN]);
  });

  it("is swapped by two users who delegate to each other", async () => {
    const [a, b] = await Promise.all([createMember(100n), createMember(10n)]);
    await delegate(a, b);
    await delegate(b, a);
    expect(await Promise.all([now(a), now(b)])).toEqual([10n * TOKEN, 100n * TOKEN]);
  });

  it("of a past instant does not change by later stakes, transfers and delegations", async () => {
    const [a, b] = await Promise.all([createMember(1000n), createMember(10n)]);
    const steps: (() => Promise<unknown>)[] = [
      () => stake(a, "locked-365", 300n),
      () => delegate(a, b),
      () => give(a, b, 50n * TOKEN),
      () => stake(b, "locked-90", 100n).catch(() => undefined),
      () => Delegation.remove(a),
      () => delegate(b, a),
      () => delegate(a, b),
      () => Delegation.set(a, Address.ofUser(a.userId)),
    ];
    const seen: { atMs: number; powers: unknown }[] = [];
    for (const step of steps) {
      await step();
      advanceClock(1000);
      const atMs = Clock.nowMs();
      seen.push({ atMs, powers: await Promise.all([powerAt(a, atMs), powerAt(b, atMs)]) });
      advanceClock(1000);
    }
    for (const { atMs, powers } of seen) {
      expect(await Promise.all([powerAt(a, atMs), powerAt(b, atMs)])).toEqual(powers);
    }
  });
});

describe("a vote", () => {
  /** Casts the vote of each voter. @returns the counted powers; 0 for a voter without power */
  async function powersCast(voters: readonly UserActor[], proposalId: string) {
    const none = (error: { code?: string }) => {
      if (error.code !== "INSUFFICIENT_VOTING_POWER") throw error;
      return { power: 0n };
    };
    const votes = await Promise.all(
      voters.map((voter) => vote(voter, proposalId, { voteType: "for" }).catch(none)),
    );
    return votes.map(({ power }) => power);
  }

  it("has the power from before voting began, whatever the voter transfers, stakes or delegates since", async () => {
    const [a, b, c] = await Promise.all([createMember(2_000_000n), createMember(1000n), createMember(500n)]);
    await stake(a, "flexible", 1_000_000n);
    const { positions } = await Stakes.list(a);
    await stake(b, "locked-365", 600n);
    await delegate(c, b);
    advanceClock(DAY_MS);
    const { id } = await openProposal(a);
    const before = [2_000_000n, 400n + 1200n + 500n, 0n].map((tokens) => tokens * TOKEN);

    await give(a, b, 400_000n * TOKEN);
    await give(a, c, 1000n * TOKEN);
    await unstake(a, { positionId: positions[0]?.id ?? "", amount: "500000" });
    await stake(b, "locked-365", 300_000n);
    await stake(c, "locked-90", 900n);
    await Delegation.remove(c);
    await delegate(a, c);
    await delegate(b, c);
    advanceClock(1000);

    expect(await powersCast([a, b, c], id)).toEqual(before);
    expect((await fromId("live", id)).tally.for).toBe(before.reduce((sum, power) => sum + power, 0n));
    expect((await audit()).differences).toEqual([]);
  });

  it("includes the bonus of a current lock, and prevents the lock's early exit until voting ends", async () => {
    const [rich, loyal, flash] = await Promise.all([
      createMember(1_000_000n),
      createMember(1000n),
      createMember(1000n),
    ]);
    const stakes = await Promise.all([stake(loyal, "locked-365", 1000n), stake(flash, "locked-365", 1000n)]);
    const [staying, leaving] = stakes.map(({ position }) => position.id) as [string, string];
    advanceClock(1000);
    const { id } = await openProposal(rich);
    const exit = (actor: UserActor, positionId: string, amount: string) =>
      unstake(actor, { positionId, amount, forceEarly: true });
    await exit(flash, leaving, "1000");
    expect(await powersCast([loyal, flash], id)).toEqual([2000n * TOKEN, 1000n * TOKEN]);
    const { endMs } = (await fromId("live", id)).state;
    await expect(exit(loyal, staying, "1000")).rejects.toMatchObject({
      code: "STAKE_IS_VOTING",
      details: { votingUntil: new Date(endMs).toISOString() },
    });
    advanceClock(7 * DAY_MS);
    expect(await exit(loyal, staying, "1000")).toMatchObject({ penalty: 100n * TOKEN });
  });

  it("includes a lock's bonus only if the lock lasts past the end of voting, however early the vote is cast", async () => {
    const [rich, voter, both] = await Promise.all([
      createMember(1_000_000n),
      createMember(1000n),
      createMember(2000n),
    ]);
    await Promise.all([stake(voter, "locked-90", 1000n), stake(both, "locked-90", 1000n)]);
    await stake(both, "locked-365", 1000n);
    // Voting begins two days after a proposal and lasts seven: this one ends before the lock, the next after it.
    advanceClock(80 * DAY_MS);
    const { id: before } = await openProposal(rich);
    expect(await powersCast([voter], before)).toEqual([1500n * TOKEN]);
    const { id: past } = await openProposal(rich);
    expect(await powersCast([voter, both], past)).toEqual([1000n * TOKEN, 3000n * TOKEN]);
  });

  it("excludes the bonus of a stake whose concurrent early exit succeeds", async () => {
    const [rich, voter] = await Promise.all([createMember(1_000_000n), createMember(1000n)]);
    const { position } = await stake(voter, "locked-365", 1000n);
    advanceClock(1000);
    const { id } = await openProposal(rich);
    const [cast, exited] = await Promise.allSettled([
      vote(voter, id, { voteType: "for" }),
      unstake(voter, { positionId: position.id, amount: "1000", forceEarly: true }),
    ]);
    const power = cast.status === "fulfilled" ? cast.value.power : 0n;
    expect(power).toBe((exited.status === "fulfilled" ? 1000n : 2000n) * TOKEN);
  });

  it("prevents the early exit of its locks, also if a stake was in progress when it was cast", async () => {
    const rich = await createMember(1_000_000n);
    for (const call of [0, 1, 2, 3]) {
      const voter = await createMember(2000n);
      const { position } = await stake(voter, "locked-365", 1000n);
      advanceClock(1000);
      const { id } = await openProposal(rich);
      const castAt = (work: () => Promise<unknown>) => {
        let calls = 0;
        return interleave(database.endpoint, work, () =>
          calls++ === call ? vote(voter, id, { voteType: "for" }).catch(() => undefined) : undefined,
        );
      };
      const early = { positionId: position.id, amount: "1000", forceEarly: true };
      const exit = () => unstake(voter, early).catch(() => undefined);
      // A small stake that is in progress during the vote must not write the totals of before the vote.
      await castAt(() => stake(voter, "locked-365", 100n));
      // Casts the vote now unless it was cast during the stake.
      await vote(voter, id, { voteType: "for" }).catch(() => undefined);
      await exit();
      const still = (await Stakes.list(voter)).positions.find((one) => one.id === position.id)?.amount;
      expect(still, `at call ${call}`).toBe(1000n * TOKEN);
    }
  });

  it("does not count the same tokens twice, for any sequence of operations after voting began", {
    timeout: 120_000,
  }, async () => {
    const moves = fc.record({
      what: fc.constantFrom("give", "stake", "unstake", "delegate", "undelegate"),
      from: fc.nat(2),
      to: fc.nat(2),
      share: fc.integer({ min: 1, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(moves, { maxLength: 6 }),
        fc.array(moves, { maxLength: 8 }),
        async (earlier, after) => {
          Clock.setOffset(0);
          const voters = await Promise.all([
            createMember(3_000_000n),
            createMember(2_000_000n),
            createMember(1_000_000n),
          ]);
          const richest = await createMember(1_000_000n);
          for (const move of earlier) await make(voters, move);
          advanceClock(1000);
          const { id } = await openProposal(richest);
          const atMs = Clock.nowMs() - 61_000;
          const had = await Promise.all(voters.map((voter) => powerAt(voter, atMs)));
          const owned = had.map(({ wallet, weighted }) => wallet + weighted);
          for (const move of after) await make(voters, move);
          advanceClock(1000);
          const cast = await powersCast(voters, id);
          // Less only by the bonus of locks that were left early.
          for (const [index, { total, staked, weighted }] of had.entries()) {
            expect(cast[index]).toBeLessThanOrEqual(total);
            expect(cast[index]).toBeGreaterThanOrEqual(total - (weighted - staked));
          }
          const sum = (parts: readonly bigint[]) => parts.reduce((total, part) => total + part, 0n);
          expect(sum(cast)).toBeLessThanOrEqual(sum(owned));
        },
      ),
      { numRuns: 12 },
    );
    expect((await audit()).differences).toEqual([]);
  });

  interface Move {
    readonly what: string;
    readonly from: number;
    readonly to: number;
    readonly share: number;
  }

  /** Executes a random operation. Ignores the errors of users without enough tokens. */
  async function make(voters: readonly UserActor[], { what, from, to, share }: Move): Promise<void> {
    const actor = voters[from] as UserActor;
    const other = voters[to] as UserActor;
    const { wallet } = await powerAt(actor, Clock.nowMs());
    const amount = (wallet * BigInt(share)) / 100n;
    const text = Money.format(amount, 18);
    const work = {
      give: async () => (amount > 0n ? give(actor, other, amount) : undefined),
      stake: () =>
        Staking.stake(actor, { poolId: ["flexible", "locked-90", "locked-365"][to] ?? "", amount: text }),
      async unstake() {
        const position = (await Stakes.list(actor)).positions.find(({ status }) => status === "active");
        if (!position) return undefined;
        const part = Money.format((position.amount * BigInt(share)) / 100n, 18);
        return unstake(actor, { positionId: position.id, amount: part, forceEarly: true });
      },
      delegate: () => delegate(actor, other),
      undelegate: () => Delegation.remove(actor),
    }[what];
    await work?.().catch((error: { code?: string }) => {
      const expected = [
        "SAME_ACCOUNT",
        "BELOW_MINIMUM",
        "INVALID_AMOUNT",
        "ABOVE_MAXIMUM",
        "INSUFFICIENT_VOTING_POWER",
      ];
      if (!expected.includes(error.code ?? "")) throw error;
    });
  }
});

describe("reading voting power", () => {
  it("costs the same for any number of entries in the voter's and a delegator's wallets", async () => {
    const [voter, delegator] = await Promise.all([createMember(10n), createMember(10n)]);
    await delegate(delegator, voter);
    const cost = async (): Promise<readonly number[]> => {
      advanceClock(1000);
      const calls: Table.Usage[] = [];
      Table.observe((usage) => calls.push(usage));
      await powerAt(voter, Clock.nowMs()).finally(() => Table.observe(undefined));
      return [calls.length, calls.reduce((sum, { capacityUnits }) => sum + capacityUnits, 0)];
    };
    const before = await cost();
    const many = Array.from({ length: 500 }, () => 1n);
    await Promise.all([voter, delegator].map((user) => depositMany(walletOf(user), many)));
    expect(before.every((figure) => figure > 0)).toBe(true);
    expect(await cost()).toEqual(before);
    expect(await powerAt(voter, Clock.nowMs())).toMatchObject({ total: 20n * TOKEN + 1000n });
  });
});
