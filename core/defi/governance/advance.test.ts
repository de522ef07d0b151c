import { afterEach, describe, expect, it, vi } from "vitest";
import { ZodError } from "zod";
import { withDatabase } from "../../../tests/support/database.ts";
import {
  advanceClock,
  createMember,
  openProposal,
  proposalEventTypes,
  propose,
  queueProposal,
  TOKEN,
} from "../../../tests/support/governance.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { deposit, differencesWithoutSupply, readBalances } from "../../../tests/support/ledger.ts";
import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Address from "../addresses/index.ts";
import { exchangeParameters, governanceParameters } from "../parameters/index.ts";
import * as Funding from "../staking/funding.ts";
import { actionOf } from "./actions/index.ts";
import type { Action } from "./actions/schema.ts";
import { advance } from "./advance.ts";
import * as Delegation from "./delegation.ts";
import { proposalContent } from "./entity.ts";
import { cancel } from "./index.ts";
import { fromId } from "./proposals.ts";
import { stateKey, tallyKeys } from "./state.ts";
import { etaMs, expiryMs, SNAPSHOT_MARGIN_MS } from "./status.ts";
import { vote } from "./vote.ts";

const database = withDatabase();
afterEach(() => {
  vi.useRealTimers();
  Clock.setOffset(0);
});

const statusOf = async (id: string) => (await fromId("live", id)).status;
const setFee = (feeBps: bigint): Action => actionOf("exchange", "setFee", { feeBps });
const pay = (to: UserActor, amount: bigint, asset = "EUR"): Action =>
  actionOf("treasury", "transfer", { recipient: Address.ofUser(to.userId), asset, amount });
const fund = (amount: bigint, asset = "EUR") =>
  Policy.post({
    type: "TRANSFER",
    postings: Ledger.move({ account: "clearing:bank", asset }, { account: "treasury", asset }, amount),
    actorId: "test",
    reason: "funds for a test",
    result: () => undefined,
  });
const give = (from: UserActor, to: UserActor, amount: bigint) =>
  Policy.transfer(
    walletRef(walletId("live", from.userId, "YANI")),
    walletRef(walletId("live", to.userId, "YANI")),
    amount,
    {
      actorId: "test",
      reason: "test",
      result: () => undefined,
    },
  );
/** A member whose vote alone is a quorum. */
const whale = () => createMember(50_000_000n);

describe("the schedule of proposals", () => {
  it("makes each transition of a proposal once, with its event, from its creation to its execution", async () => {
    const rich = await whale();
    const { id } = await propose(rich);
    await advance();
    expect(await proposalEventTypes(id)).toEqual([]);
    advanceClock(2 * DAY_MS);
    await advance();
    expect(await statusOf(id)).toBe("active");
    await vote(rich, id, { voteType: "for" });
    advanceClock(7 * DAY_MS + 1000);
    expect(await statusOf(id)).toBe("succeeded");
    await advance();
    expect(await statusOf(id)).toBe("queued");
    await advance();
    advanceClock(2 * DAY_MS);
    expect(await statusOf(id)).toBe("queued");
    await Promise.all([advance(), advance(), advance()]);
    expect(await statusOf(id)).toBe("executed");
    await advance();
    expect(await proposalEventTypes(id)).toEqual([
      "proposal-activated",
      "proposal-queued",
      "proposal-executed",
    ]);
  });

  it("makes all due transitions in one run after days without a run", async () => {
    const rich = await whale();
    const { id } = await openProposal(rich);
    await vote(rich, id, { voteType: "for" });
    advanceClock(9 * DAY_MS);
    await advance();
    expect(await statusOf(id)).toBe("executed");
    expect(await proposalEventTypes(id)).toEqual([
      "proposal-activated",
      "proposal-queued",
      "proposal-executed",
    ]);
  });

  it("defeats a proposal without a quorum, and publishes one event", async () => {
    const rich = await createMember(1_000_000n);
    const { id } = await openProposal(rich);
    await vote(rich, id, { voteType: "for" });
    advanceClock(7 * DAY_MS);
    expect(await statusOf(id)).toBe("defeated");
    await Promise.all([advance(), advance()]);
    await advance();
    expect(await statusOf(id)).toBe("defeated");
    expect(await proposalEventTypes(id)).toEqual(["proposal-activated", "proposal-defeated"]);
  });

  it("closes voting before it counts the votes, so that a later vote is rejected and not lost", async () => {
    const [rich, late] = await Promise.all([whale(), createMember(7n)]);
    const { id, endMs } = await openProposal(rich);
    await vote(rich, id, { voteType: "for" });
    advanceClock(7 * DAY_MS);
    await advance();
    const { state, tally } = await fromId("live", id);
    expect(state.tally).toEqual(tally);
    for (const item of await Table.getMany(tallyKeys({ mode: "live", proposalId: id })))
      expect(item?.["closed"]).toBe(true);
    // For a server whose clock is behind, voting is still open.
    vi.useFakeTimers({ toFake: ["Date"] });
    Clock.setOffset(0);
    vi.setSystemTime(endMs);
    await expect(vote(late, id, { voteType: "against" })).rejects.toMatchObject({
      code: "PROPOSAL_NOT_ACTIVE",
    });
    expect((await fromId("live", id)).tally).toEqual(tally);
    const shards = await Table.getMany(tallyKeys({ mode: "live", proposalId: id }));
    expect(shards.reduce((sum, item) => sum + Number(item?.["votes"] ?? 0), 0)).toBe(1);
  });

  it("executes a proposal from its eta to the last millisecond of the grace period, not before", async () => {
    const rich = await whale();
    const { id, startMs } = await propose(rich, setFee(20n));
    vi.useFakeTimers({ toFake: ["Date"] });
    const at = async (ms: number) => {
      vi.setSystemTime(ms);
      await advance();
    };
    vi.setSystemTime(startMs);
    const late = await propose(rich, setFee(21n));
    await vote(rich, id, { voteType: "for" });
    const { state } = await fromId("live", id);
    await at(state.endMs + 1);
    await at(etaMs(state) - 1);
    expect(await statusOf(id)).toBe("queued");
    await at(etaMs(state));
    expect(await statusOf(id)).toBe("executed");
    vi.setSystemTime(late.endMs);
    await vote(rich, late.id, { voteType: "for" });
    await at(expiryMs((await fromId("live", late.id)).state) - 1);
    expect(await statusOf(late.id)).toBe("executed");
    await Table.remove(exchangeParameters.key("live"));
  });

  it("cancels a proposal that was not executed within the grace period", async () => {
    const rich = await whale();
    const { id } = await queueProposal(rich, setFee(22n));
    advanceClock(2 * DAY_MS + 14 * DAY_MS);
    expect(await statusOf(id)).toBe("cancelled");
    await advance();
    expect((await fromId("live", id)).state).toMatchObject({
      cancelReason: "Not executed in time: never tried",
    });
    expect(await proposalEventTypes(id)).toEqual([
      "proposal-activated",
      "proposal-queued",
      "proposal-cancelled",
    ]);
    expect((await exchangeParameters.read("live")).feeBps).not.toBe(22n);
  });

  it("continues with the other proposals if the content of one cannot be read", async () => {
    const rich = await whale();
    const [broken, good] = [await propose(rich), await propose(rich)];
    const contentKey = proposalContent.key({ mode: "live", proposalId: broken.id });
    await Table.update(contentKey, { set: { title: undefined } });
    advanceClock(2 * DAY_MS + 1000);
    await expect(advance()).rejects.toThrow(ZodError);
    expect(await proposalEventTypes(good.id)).toEqual(["proposal-activated"]);
    await Table.remove(stateKey({ mode: "live", proposalId: broken.id }));
  });

  it("continues with the other proposals if the state of one cannot be read, and logs its key", async () => {
    const rich = await whale();
    const [broken, good] = [await propose(rich), await propose(rich)];
    const key = stateKey({ mode: "live", proposalId: broken.id });
    await Table.update(key, { set: { startMs: undefined, proposalId: undefined } });
    advanceClock(2 * DAY_MS + 1000);
    const logged = vi.spyOn(log, "error");
    await expect(advance()).rejects.toThrow(ZodError);
    expect(logged).toHaveBeenCalledWith(expect.anything(), expect.objectContaining(key));
    expect(await proposalEventTypes(good.id)).toEqual(["proposal-activated"]);
    logged.mockRestore();
    await Table.remove(key);
  });

  it("advances all 25 due proposals, ten at a time", async () => {
    const rich = await whale();
    const all = await Promise.all(Array.from({ length: 25 }, () => propose(rich)));
    advanceClock(2 * DAY_MS + 1000);
    const reads: Table.Usage[] = [];
    Table.observe((usage) => {
      if (usage.operation === "BatchGetItem") reads.push(usage);
    });
    await advance().finally(() => Table.observe(undefined));
    const atOnce = reads.map(
      ({ startedMs }) => reads.filter((one) => one.startedMs <= startedMs && one.endedMs > startedMs).length,
    );
    expect(Math.max(...atOnce)).toBe(10);
    const types = await Promise.all(all.map(({ id }) => proposalEventTypes(id)));
    expect(types).toEqual(all.map(() => ["proposal-activated"]));
  });
});

describe("executing a proposal", () => {
  it("applies every target's functions in one transaction, and moves the treasury's money", async () => {
    const [rich, poor] = await Promise.all([whale(), createMember(0n)]);
    await Promise.all([fund(1000n), fund(5n * TOKEN, "YANI")]);
    const terms = { apyBps: 1200n, minStake: TOKEN, maxStake: 9n * TOKEN, active: false };
    const next = {
      proposalThreshold: 2_000_000n * TOKEN,
      quorumBps: 300n,
      votingDelaySeconds: 86_400n,
      votingPeriodSeconds: 259_200n,
      timelockSeconds: 345_600n,
    };
    const { id } = await queueProposal(
      rich,
      pay(poor, 300n),
      pay(poor, 400n),
      pay(rich, 100n),
      pay(poor, 5n * TOKEN, "YANI"),
      setFee(17n),
      actionOf("staking", "setPool", { poolId: "locked-90", ...terms }),
      actionOf("governance", "setParameters", next),
    );
    advanceClock(2 * DAY_MS);
    await Promise.all([advance(), advance()]);
    expect(await statusOf(id)).toBe("executed");
    expect(await readBalances(walletRef(walletId("live", poor.userId, "EUR")))).toEqual({
      available: 700n,
      held: 0n,
    });
    expect(await readBalances(walletRef(walletId("live", rich.userId, "EUR")))).toEqual({
      available: 100n,
      held: 0n,
    });
    expect(await readBalances(walletRef(walletId("live", poor.userId, "YANI")))).toEqual({
      available: 5n * TOKEN,
      held: 0n,
    });
    expect(await Ledger.balance("treasury", "EUR")).toBe(200n);
    expect(await exchangeParameters.read("live")).toEqual({ feeBps: 17n });
    expect((await Funding.list("live")).pools.find((pool) => pool.id === "locked-90")).toMatchObject({
      minStake: terms.minStake,
      maxStake: terms.maxStake,
      active: false,
      rate: { apyBps: 1200n },
    });
    expect(await governanceParameters.read("live")).toEqual(next);
    const [line] = await Ledger.history(walletId("live", poor.userId, "EUR"), 1);
    expect(line).toMatchObject({ type: "TREASURY_TRANSFER_IN", from: "treasury" });
    expect(await Ledger.find(line?.entryId ?? "")).toMatchObject({
      actorId: "governance",
      reason: `proposal ${id}`,
    });
    expect(await differencesWithoutSupply()).toEqual([]);
    await Promise.all([
      Table.remove(governanceParameters.key("live")),
      Table.remove(exchangeParameters.key("live")),
    ]);
  });

  it("applies no action if one fails, and all of them at a later attempt that succeeds", async () => {
    const [rich, poor] = await Promise.all([whale(), createMember(0n)]);
    const before = await Ledger.balance("treasury", "EUR");
    const { id } = await queueProposal(rich, setFee(13n), pay(poor, before + 500n));
    advanceClock(2 * DAY_MS);
    await advance();
    const { status, state } = await fromId("live", id);
    expect(status).toBe("queued");
    expect(state).toMatchObject({ attempts: 1, failure: expect.stringContaining("PLATFORM_ACCOUNT_SHORT") });
    expect((await exchangeParameters.read("live")).feeBps).not.toBe(13n);
    expect(await Ledger.balance("treasury", "EUR")).toBe(before);

    await fund(500n);
    await advance();
    expect(await statusOf(id)).toBe("queued");
    advanceClock(61_000);
    await advance();
    expect(await statusOf(id)).toBe("executed");
    expect(await exchangeParameters.read("live")).toEqual({ feeBps: 13n });
    expect(await readBalances(walletRef(walletId("live", poor.userId, "EUR")))).toEqual({
      available: before + 500n,
      held: 0n,
    });
    expect(await differencesWithoutSupply()).toEqual([]);
    await Table.remove(exchangeParameters.key("live"));
  });

  it("is retried with increasing pauses, and cancelled 14 days after the eta with the last reason", async () => {
    const rich = await whale();
    const { id, endMs } = await queueProposal(rich, pay(rich, 10n ** 20n));
    const pauses: number[] = [];
    advanceClock(2 * DAY_MS);
    await advance();
    for (
      let nowMs = Clock.nowMs();
      (await fromId("live", id)).state.cancelledAt === undefined;
      nowMs = Clock.nowMs()
    ) {
      const due = Date.parse((await fromId("live", id)).state.dueSk ?? "");
      pauses.push(due - nowMs);
      expect(due).toBeLessThanOrEqual(expiryMs({ endMs, timelockMs: 2 * DAY_MS }));
      advanceClock(due - nowMs + 1);
      await advance();
    }
    expect(pauses.slice(0, 4).map((ms) => Math.round(ms / 60_000))).toEqual([1, 2, 4, 8]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(6 * 3_600_000);
    expect(pauses.length).toBeLessThan(100);
    const { status, state } = await fromId("live", id);
    expect(status).toBe("cancelled");
    expect(state.cancelReason).toContain("PLATFORM_ACCOUNT_SHORT");
    expect(Clock.nowMs()).toBeGreaterThanOrEqual(expiryMs(state));
    expect(await proposalEventTypes(id)).toEqual([
      "proposal-activated",
      "proposal-queued",
      "proposal-cancelled",
    ]);
  });

  it("applies both of two proposals that set the same parameter, one after the other", async () => {
    const rich = await whale();
    const first = await queueProposal(rich, setFee(11n));
    const second = await queueProposal(rich, setFee(12n));
    advanceClock(2 * DAY_MS);
    await Promise.all([advance(), advance(), advance()]);
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(["executed", "executed"]);
    const { feeBps } = await exchangeParameters.read("live");
    expect([11n, 12n]).toContain(feeBps);
    expect((await Table.get(exchangeParameters.key("live")))?.["version"]).toBe(2n);
    await Table.remove(exchangeParameters.key("live"));
  });

  it("leaves the value of the proposal that was queued later if two set the same parameter", async () => {
    const rich = await whale();
    const first = await propose(rich, setFee(14n));
    advanceClock(3_600_000);
    const second = await propose(rich, setFee(15n));
    advanceClock(2 * DAY_MS + 1000);
    for (const { id } of [second, first]) await vote(rich, id, { voteType: "for" });
    advanceClock(7 * DAY_MS);
    await advance();
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(["queued", "queued"]);
    advanceClock(2 * DAY_MS);
    await advance();
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(["executed", "executed"]);
    expect((await exchangeParameters.read("live")).feeBps).toBe(15n);
    await Table.remove(exchangeParameters.key("live"));
  });

  it("throws an unexpected error without recording its message, after it has advanced the other proposals", async () => {
    const rich = await whale();
    const broken = await queueProposal(rich, pay(rich, 1n));
    // A call that the check would have rejected: the ledger treats it as a bug of its caller.
    const ref = { mode: "live", proposalId: broken.id } as const;
    await Table.update(proposalContent.key(ref), { set: { actions: [pay(rich, 0n)] } });
    const good = await propose(rich);
    advanceClock(2 * DAY_MS + 1000);
    await expect(advance()).rejects.toThrow(TypeError);
    const { status, state } = await fromId("live", broken.id);
    expect(status).toBe("queued");
    expect(state).toMatchObject({ attempts: 0 });
    expect(state.failure).toBe(undefined);
    expect(await proposalEventTypes(good.id)).toEqual(["proposal-activated"]);
    await Table.remove(stateKey(ref));
  });

  it("either executes or is prevented if the proposal is cancelled concurrently", async () => {
    const rich = await whale();
    await fund(100n);
    const before = await Ledger.balance("treasury", "EUR");
    const poor = await createMember(0n);
    const { id } = await queueProposal(rich, pay(poor, 100n));
    advanceClock(2 * DAY_MS);
    const [, cancelled] = await Promise.allSettled([advance(), cancel(rich, id)]);
    await advance();
    const status = await statusOf(id);
    expect(status).toBe(cancelled?.status === "fulfilled" ? "cancelled" : "executed");
    const paid = before - (await Ledger.balance("treasury", "EUR"));
    expect(paid).toBe(status === "executed" ? 100n : 0n);
    expect((await proposalEventTypes(id)).filter((type) => /executed|cancelled/.test(type))).toHaveLength(1);
    expect(await differencesWithoutSupply()).toEqual([]);
  });
});

describe("cancelling a proposal", () => {
  it("is possible for the proposer until the proposal is executed or cancelled, and rejected afterwards", async () => {
    const rich = await whale();
    const pending = await propose(rich);
    expect(await cancel(rich, pending.id)).toMatchObject({
      id: pending.id,
      cancelReason: "Cancelled by its proposer",
    });
    await expect(cancel(rich, pending.id)).rejects.toMatchObject({
      code: "PROPOSAL_CLOSED",
      details: { status: "cancelled" },
    });
    const waiting = await queueProposal(rich);
    await cancel(rich, waiting.id);
    advanceClock(2 * DAY_MS);
    await advance();
    expect(await statusOf(waiting.id)).toBe("cancelled");
    expect(await proposalEventTypes(pending.id)).toEqual(["proposal-cancelled"]);
    const done = await queueProposal(rich);
    advanceClock(2 * DAY_MS);
    await advance();
    await expect(cancel(rich, done.id)).rejects.toMatchObject({
      code: "PROPOSAL_CLOSED",
      details: { status: "executed" },
    });
  });

  it("is possible for other users only while the proposer's power is below the threshold", async () => {
    const [rich, other] = await Promise.all([createMember(1_000_000n), createMember(0n)]);
    const { id } = await openProposal(rich);
    await expect(cancel(other, id)).rejects.toMatchObject({
      code: "CANCEL_NOT_ALLOWED",
      details: { proposerVotingPower: "1000000", proposalThreshold: "1000000" },
    });
    const wallet = walletRef(walletId("live", rich.userId, "YANI"));
    await give(rich, other, 1n);
    advanceClock(SNAPSHOT_MARGIN_MS + 1);
    expect(await cancel(other, id)).toMatchObject({
      cancelReason: "Cancelled because its proposer's voting power fell below the threshold",
    });
    expect(await statusOf(id)).toBe("cancelled");
    await deposit(wallet, TOKEN);
    expect(await statusOf(id)).toBe("cancelled");
  });

  it("checks the proposer's power of a minute ago, so that a newer transfer has no effect", async () => {
    const [rich, delegator, other] = await Promise.all([
      createMember(600_000n),
      createMember(400_000n),
      createMember(0n),
    ]);
    await Delegation.set(delegator, Address.ofUser(rich.userId));
    const { id } = await openProposal(rich);
    await give(rich, other, 600_000n * TOKEN);
    await expect(cancel(other, id)).rejects.toMatchObject({
      code: "CANCEL_NOT_ALLOWED",
      details: { proposerVotingPower: "1000000", proposalThreshold: "1000000" },
    });
    advanceClock(SNAPSHOT_MARGIN_MS + 1);
    expect(await cancel(other, id)).toMatchObject({ id });
  });

  it("is rejected for other users while tokens move between the proposer and a delegator", async () => {
    const [rich, delegator, other] = await Promise.all([
      createMember(600_000n),
      createMember(400_000n),
      createMember(0n),
    ]);
    await Delegation.set(delegator, Address.ofUser(rich.userId));
    const { id } = await openProposal(rich);
    let there = true;
    let moves = 0;
    // Each account is read while the tokens are in the other one.
    const cancelled = interleave(
      database.endpoint,
      () => cancel(other, id),
      async ({ operation, body }) => {
        if (operation !== "Query" || !body.includes("HISTORY#")) return;
        const { userId } = there ? rich : delegator;
        if (!body.includes(userId.slice("usr_".length))) return;
        moves++;
        await (there ? give(rich, delegator, 500_000n * TOKEN) : give(delegator, rich, 500_000n * TOKEN));
        there = !there;
      },
    );
    await expect(cancelled).rejects.toMatchObject({
      code: "CANCEL_NOT_ALLOWED",
      details: { proposerVotingPower: "1000000" },
    });
    expect(moves).toBeGreaterThan(0);
    expect(await statusOf(id)).toBe("active");
  });

  it("is rejected for other users in the first minute of a proposal", async () => {
    const [rich, other] = await Promise.all([createMember(999_999n), createMember(1n)]);
    advanceClock(SNAPSHOT_MARGIN_MS + 1);
    await give(other, rich, TOKEN);
    const { id } = await propose(rich);
    // A minute ago the proposer had too little power, and the proposal did not exist.
    await expect(cancel(other, id)).rejects.toMatchObject({
      code: "CANCEL_NOT_ALLOWED",
      details: { proposerVotingPower: "1000000" },
    });
    await give(rich, other, TOKEN);
    advanceClock(SNAPSHOT_MARGIN_MS + 1);
    expect(await cancel(other, id)).toMatchObject({ id });
  });

  it("closes the proposal's tally in every shard", async () => {
    const rich = await createMember(1_000_000n);
    const { id } = await openProposal(rich);
    await cancel(rich, id);
    for (const item of await Table.getMany(tallyKeys({ mode: "live", proposalId: id })))
      expect(item?.["closed"]).toBe(true);
  });

  it("is rejected for a defeated proposal, also for its proposer", async () => {
    const [rich, other] = await Promise.all([createMember(1_000_000n), createMember(0n)]);
    const { id } = await openProposal(rich);
    advanceClock(8 * DAY_MS);
    const refused = { code: "PROPOSAL_CLOSED", details: { status: "defeated" } };
    for (const user of [other, rich]) await expect(cancel(user, id)).rejects.toMatchObject(refused);
    await advance();
    await expect(cancel(rich, id)).rejects.toMatchObject(refused);
    expect(await statusOf(id)).toBe("defeated");
    expect(await proposalEventTypes(id)).not.toContain("proposal-cancelled");
  });
});
