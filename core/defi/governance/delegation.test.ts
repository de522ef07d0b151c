import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { advanceClock, createMember, TOKEN } from "../../../tests/support/governance.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { isReplayed } from "../../../tests/support/replayed.ts";
import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Supply from "../../ledger/supply.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Address from "../addresses/index.ts";
import * as Staking from "../staking/index.ts";
import { targets } from "./actions/schema.ts";
import * as Delegation from "./delegation.ts";
import { delegatorCount } from "./entity.ts";
import { delegationDisplaced } from "./events.ts";
import { delegateAt, delegatorsAt } from "./power.ts";

const database = withDatabase();
beforeAll(() => Supply.issue("live"));
afterEach(() => {
  vi.useRealTimers();
  Clock.setOffset(0);
});

const wallet = ({ userId }: Owner) => walletRef(walletId("live", userId, "YANI"));
const move = (from: Owner, into: Owner, amount: bigint) =>
  Policy.transfer(wallet(from), wallet(into), amount, {
    actorId: "test",
    reason: "test",
    result: () => undefined,
  });

/** Returns the events of displaced delegations, with their recipients. */
async function displaced(): Promise<unknown[]> {
  const items = await Array.fromAsync(Table.scan());
  return items
    .filter((item) => item["type"] === delegationDisplaced.type)
    .map((item) => JSON.parse(String(item["payload"])));
}

describe("a delegation", () => {
  it("is shown to delegator and delegate, and applies from the time of its creation until it is revoked", async () => {
    const [a, b, c] = await Promise.all([createMember(1n), createMember(1n), createMember(1n)]);
    const atMs: number[] = [];
    const mark = () => {
      advanceClock(1000);
      atMs.push(Clock.nowMs());
      advanceClock(1000);
    };
    mark();
    const set = await Delegation.set(a, Address.ofUser(b.userId));
    expect(set).toMatchObject({ userId: a.userId, delegateId: b.userId, delegators: 0 });
    expect(await Delegation.read(a)).toEqual(set);
    expect(await Delegation.read(b)).toMatchObject({ delegateId: undefined, delegators: 1 });
    mark();
    await Delegation.set(a, Address.ofUser(c.userId));
    mark();
    await Delegation.remove(a);
    mark();
    expect(await Delegation.read(a)).toMatchObject({ delegateId: undefined, since: undefined });
    expect(await Delegation.read(c)).toMatchObject({ delegators: 0 });

    const delegates = await Promise.all(atMs.map((at) => delegateAt(a, at)));
    expect(delegates).toEqual([undefined, b.userId, c.userId, undefined]);
    const of = (user: Owner) => Promise.all(atMs.map((at) => delegatorsAt(user, at)));
    expect(await of(b)).toEqual([[], [a.userId], [], []]);
    expect(await of(c)).toEqual([[], [], [a.userId], []]);
  });

  it("to the user's own address revokes an existing delegation", async () => {
    const [a, b] = await Promise.all([createMember(1n), createMember(1n)]);
    await Delegation.set(a, Address.ofUser(b.userId));
    expect(await Delegation.set(a, Address.ofUser(a.userId))).toMatchObject({ delegateId: undefined });
    expect(await Delegation.set(a, Address.ofUser(a.userId))).toMatchObject({ delegateId: undefined });
    expect(await Delegation.remove(b)).toMatchObject({ delegateId: undefined, delegators: 0 });
  });

  it("that is repeated for the same delegate changes nothing, including its start", async () => {
    const [a, b] = await Promise.all([createMember(1n), createMember(1n)]);
    const first = await Delegation.set(a, Address.ofUser(b.userId));
    advanceClock(5000);
    expect(await Delegation.set(a, Address.ofUser(b.userId))).toEqual(first);
    expect(await Delegation.read(b)).toMatchObject({ delegators: 1 });
  });

  it.each([
    ["a target", targets.treasury],
    ["the address of an unknown user", Address.ofUser(newActor().userId)],
    ["a malformed address", "unknown"],
  ])("to %s is rejected", async (_, to) => {
    const a = await createMember(1n);
    await expect(Delegation.set(a, to)).rejects.toMatchObject({ code: "INVALID_DELEGATE" });
    expect(await Delegation.read(a)).toMatchObject({ delegateId: undefined });
  });

  it("replaces an earlier one although the clock of the server that makes it is behind", async () => {
    const [a, b, c] = await Promise.all([createMember(1n), createMember(1n), createMember(1n)]);
    advanceClock(60_000);
    await Delegation.set(a, Address.ofUser(b.userId));
    const aheadMs = Clock.nowMs();
    Clock.setOffset(0);
    await Delegation.set(a, Address.ofUser(c.userId));
    advanceClock(120_000);
    for (const atMs of [aheadMs, Clock.nowMs()]) {
      expect(await delegateAt(a, atMs)).toBe(c.userId);
      expect(await delegatorsAt(b, atMs)).toEqual([]);
      expect(await delegatorsAt(c, atMs)).toEqual([a.userId]);
    }
  });

  it("that is changed several times within one millisecond does not affect earlier times", async () => {
    const [a, b, c] = await Promise.all([createMember(1n), createMember(1n), createMember(1n)]);
    await Delegation.set(a, Address.ofUser(b.userId));
    const beforeMs = Clock.nowMs();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(beforeMs + 5000);
    for (const to of [c, b, c]) await Delegation.set(a, Address.ofUser(to.userId));
    vi.setSystemTime(beforeMs + 9000);
    expect(await delegatorsAt(b, beforeMs)).toEqual([a.userId]);
    expect(await delegatorsAt(b, beforeMs + 4999)).toEqual([a.userId]);
    expect(await delegatorsAt(b, beforeMs + 5000)).toEqual([]);
    expect(await delegatorsAt(c, beforeMs + 4999)).toEqual([]);
    expect(await delegatorsAt(c, beforeMs + 5000)).toEqual([a.userId]);
  });

  it("is made once under one idempotency key, and a repeated request returns the first result", async () => {
    const [a, b, c] = await Promise.all([createMember(1n), createMember(1n), createMember(1n)]);
    const claim = Idempotency.claim<Delegation.DelegationView>(a.userId, "t", "one", { to: b.userId });
    const first = await Delegation.set(a, Address.ofUser(b.userId), claim);
    await Delegation.set(a, Address.ofUser(c.userId));
    await expect(Delegation.set(a, Address.ofUser(b.userId), claim)).rejects.toThrow(Idempotency.AlreadyDone);
    expect(Idempotency.replay(claim, await Table.get(claim.key))?.result).toEqual(first);
    expect(await Delegation.read(a)).toMatchObject({ delegateId: c.userId });
  });

  it("is counted at the right delegate after many concurrent changes", async () => {
    const [b, c] = await Promise.all([createMember(1n), createMember(1n)]);
    const delegators = await Promise.all(Array.from({ length: 8 }, () => createMember(1n)));
    await Promise.all(
      delegators.flatMap((one, index) => [
        Delegation.set(one, Address.ofUser(b.userId)),
        Delegation.set(one, Address.ofUser(c.userId)),
        ...(index % 2 === 0 ? [Delegation.remove(one)] : []),
      ]),
    );
    advanceClock(1000);
    const nowMs = Clock.nowMs();
    const [ofB, ofC] = await Promise.all([delegatorsAt(b, nowMs), delegatorsAt(c, nowMs)]);
    const own = await Promise.all(delegators.map((one) => Delegation.read(one)));
    const pick = (id: string) => own.filter((one) => one.delegateId === id).map((one) => one.userId);
    expect(ofB.sort()).toEqual(pick(b.userId).sort());
    expect(ofC.sort()).toEqual(pick(c.userId).sort());
    expect((await Delegation.read(b)).delegators).toBe(ofB.length);
    expect((await Delegation.read(c)).delegators).toBe(ofC.length);
  });

  it("requires one token of the delegator's own, so that empty accounts cannot exhaust a delegate's limit", async () => {
    const [a, b, c] = await Promise.all([createMember(1n), createMember(1n), createMember(1n)]);
    const to = Address.ofUser(b.userId);
    // Power delegated by others does not count.
    await Delegation.set(c, Address.ofUser(a.userId));
    await move(a, b, 1n);
    await expect(Delegation.set(a, to)).rejects.toMatchObject({
      code: "INSUFFICIENT_VOTING_POWER",
      message: expect.stringContaining("delegate"),
      details: { required: "1", votingPower: "0.999999999999999999" },
    });
    expect(await Delegation.read(b)).toMatchObject({ delegators: 0 });
    await move(b, a, 1n);
    const claim = Idempotency.claim<Delegation.DelegationView>(a.userId, "t", "two", { to });
    expect(await Delegation.set(a, to, claim)).toMatchObject({ delegateId: b.userId });
    // A delegator without tokens may revoke the delegation, and a repeated request has its first result.
    await move(a, b, TOKEN);
    expect(await isReplayed(claim, () => Delegation.set(a, to, claim))).toBe(true);
    expect(await Delegation.remove(a)).toMatchObject({ delegateId: undefined });
  });

  it("is rejected if the delegate has 1,000 delegators, and accepted once one of them has revoked", async () => {
    const [a, b, c] = await Promise.all([createMember(1n), createMember(1n), createMember(1n)]);
    await Delegation.set(c, Address.ofUser(b.userId));
    const key = delegatorCount.key({ mode: "live", delegateId: b.userId });
    await Table.update(key, { set: { count: 1000 } });
    await expect(Delegation.set(a, Address.ofUser(b.userId))).rejects.toMatchObject({
      code: "DELEGATOR_LIMIT_REACHED",
      details: { limit: 1000 },
    });
    expect(await Delegation.read(a)).toMatchObject({ delegateId: undefined });
    await Delegation.remove(c);
    expect(await Delegation.set(a, Address.ofUser(b.userId))).toMatchObject({ delegateId: b.userId });
  });

  it("displaces the weakest of 1,000 delegators, who is notified, and leaves earlier times unchanged", async () => {
    const [delegate, other, weak, middling, strong] = await Promise.all(
      [1n, 1n, 2n, 3n, 4n].map(createMember),
    );
    if (!delegate || !other || !weak || !middling || !strong) throw new Error("a user is missing");
    const to = Address.ofUser(delegate.userId);
    for (const one of [weak, middling]) await Delegation.set(one, to);
    await Delegation.set(strong, Address.ofUser(other.userId));
    const key = delegatorCount.key({ mode: "live", delegateId: delegate.userId });
    await Table.update(key, { set: { count: 1000 } });
    advanceClock(1000);
    const beforeMs = Clock.nowMs();
    advanceClock(1000);
    expect(await Delegation.set(strong, to)).toMatchObject({ delegateId: delegate.userId });
    expect(await Delegation.read(weak)).toMatchObject({ delegateId: undefined });
    expect(await displaced()).toEqual([{ mode: "live", userId: weak.userId, delegatee: to }]);
    expect(await Delegation.read(delegate)).toMatchObject({ delegators: 1000 });
    expect(await Delegation.read(other)).toMatchObject({ delegators: 0 });
    // Earlier counts do not change.
    advanceClock(1000);
    expect((await delegatorsAt(delegate, beforeMs)).sort()).toEqual([weak.userId, middling.userId].sort());
    expect((await delegatorsAt(delegate, Clock.nowMs())).sort()).toEqual(
      [middling.userId, strong.userId].sort(),
    );
    expect(await delegateAt(weak, beforeMs)).toBe(delegate.userId);
    await expect(Delegation.set(weak, to)).rejects.toMatchObject({ code: "DELEGATOR_LIMIT_REACHED" });
  });

  /** Creates a delegate with the maximum of delegators, these included. */
  async function full(...delegators: readonly UserActor[]) {
    const delegate = await createMember(1n);
    const to = Address.ofUser(delegate.userId);
    for (const one of delegators) await Delegation.set(one, to);
    const key = delegatorCount.key({ mode: "live", delegateId: delegate.userId });
    await Table.update(key, { set: { count: 1000 } });
    advanceClock(1000);
    return { delegate, to };
  }
  const limit = { code: "DELEGATOR_LIMIT_REACHED" };

  it("displaces a delegator by the power that both delegate, without the bonus of locks", async () => {
    const [locked, larger, loud] = await Promise.all([100n, 200n, 110n].map(createMember));
    if (!locked || !larger || !loud) throw new Error("a user is missing");
    for (const one of [locked, loud]) await Staking.stake(one, { poolId: "locked-365", amount: "100" });
    const { delegate, to } = await full(larger);
    await expect(Delegation.set(loud, to)).rejects.toMatchObject(limit);
    const another = await full(locked, larger);
    const [plain] = await Promise.all([createMember(150n)]);
    await Delegation.set(plain, another.to);
    expect(await Delegation.read(locked)).toMatchObject({ delegateId: undefined });
    expect(await Delegation.read(larger)).toMatchObject({ delegateId: another.delegate.userId });
    expect(await Delegation.read(delegate)).toMatchObject({ delegators: 999 });
  });

  it("displaces the weakest delegator with 10 % more power, and not with a base unit less", async () => {
    const [weakest, second, challenger] = await Promise.all([
      createMember(10n),
      createMember(50n),
      createMember(11n),
    ]);
    const { delegate, to } = await full(weakest, second);
    await move(challenger, second, 1n);
    await expect(Delegation.set(challenger, to)).rejects.toMatchObject(limit);
    expect(await Delegation.read(weakest)).toMatchObject({ delegateId: delegate.userId });
    await move(second, challenger, 1n);
    expect(await Delegation.set(challenger, to)).toMatchObject({ delegateId: delegate.userId });
    expect(await Delegation.read(weakest)).toMatchObject({ delegateId: undefined });
  });

  it("displaces only one delegator with the same tokens, although they move through several accounts", async () => {
    const [weak, middling, first, second] = await Promise.all([2n, 3n, 10n, 0n].map(createMember));
    if (!weak || !middling || !first || !second) throw new Error("a user is missing");
    const { delegate, to } = await full(weak, middling);
    // The first account's stake is counted and moves to the second account, whose request commits first.
    let calls = 0;
    const faster = async () => {
      await move(first, second, 10n * TOKEN);
      await Delegation.set(second, to);
    };
    const asked = interleave(
      database.endpoint,
      () => Delegation.set(first, to),
      // The first transaction attempts a delegation without displacement.
      ({ operation }) => (operation === "TransactWriteItems" && ++calls === 2 ? faster() : undefined),
    );
    await expect(asked).rejects.toMatchObject(limit);
    // The stake moves back and forth.
    await move(second, first, 10n * TOKEN);
    await Delegation.set(first, to);
    await move(first, second, 10n * TOKEN);
    await Delegation.set(second, to);
    expect(await Delegation.read(middling)).toMatchObject({ delegateId: delegate.userId });
    expect((await delegatorsAt(delegate, Clock.nowMs())).sort()).toEqual(
      [middling.userId, second.userId].sort(),
    );
  });

  it("displaces one delegator if the same delegation is requested five times concurrently", async () => {
    const [delegate, weak, middling, strong] = await Promise.all([1n, 2n, 3n, 4n].map(createMember));
    if (!delegate || !weak || !middling || !strong) throw new Error("a user is missing");
    const to = Address.ofUser(delegate.userId);
    for (const one of [weak, middling]) await Delegation.set(one, to);
    const key = delegatorCount.key({ mode: "live", delegateId: delegate.userId });
    await Table.update(key, { set: { count: 1000 } });
    advanceClock(1000);
    const asked = await Promise.all(Array.from({ length: 5 }, () => Delegation.set(strong, to)));
    expect(new Set(asked.map(({ delegateId }) => delegateId))).toEqual(new Set([delegate.userId]));
    expect(await Delegation.read(weak)).toMatchObject({ delegateId: undefined });
    expect(await Delegation.read(middling)).toMatchObject({ delegateId: delegate.userId });
  });
});
