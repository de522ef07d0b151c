import { afterEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import {
  advanceClock,
  createMember,
  openProposal,
  propose,
  TOKEN,
} from "../../../tests/support/governance.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { deposit } from "../../../tests/support/ledger.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { TransactionRejected } from "../../platform/table/commit.ts";
import * as Table from "../../platform/table/index.ts";
import { advance } from "./advance.ts";
import { TALLY_SHARDS } from "./entity.ts";
import { cancel } from "./index.ts";
import { fromId } from "./proposals.ts";
import type { Vote } from "./schema.ts";
import * as Hash from "./state.ts";
import { tallyKeys } from "./state.ts";
import { vote } from "./vote.ts";

const database = withDatabase();
afterEach(() => {
  vi.useRealTimers();
  Clock.setOffset(0);
});

describe("a vote", () => {
  it("counts with its voter's power, and has a hash that can be recomputed", async () => {
    const [rich, a, b, c] = await Promise.all([
      createMember(1_000_000n),
      createMember(5n),
      createMember(3n),
      createMember(2n),
    ]);
    const { id } = await openProposal(rich);
    const cast = await vote(a, id, { voteType: "for", reason: "why not" });
    await vote(b, id, { voteType: "against" });
    await vote(c, id, { voteType: "abstain" });
    expect((await fromId("live", id)).tally).toEqual({
      for: 5n * TOKEN,
      against: 3n * TOKEN,
      abstain: 2n * TOKEN,
    });
    expect(cast).toMatchObject({ proposalId: id, voterId: a.userId, power: 5n * TOKEN, reason: "why not" });
    expect(cast.transactionHash).toBe(Hash.hashOfVote(cast));
    expect(Hash.hashOfVote({ ...cast, power: cast.power + 1n })).not.toBe(cast.transactionHash);
  });

  it("is rejected and not counted if its voter has no power", async () => {
    const [rich, poor] = await Promise.all([createMember(1_000_000n), createMember(0n)]);
    const { id } = await openProposal(rich);
    for (let i = 0; i < 2; i++)
      await expect(vote(poor, id, { voteType: "for" })).rejects.toMatchObject({
        code: "INSUFFICIENT_VOTING_POWER",
        details: { votingPower: "0" },
      });
    expect((await fromId("live", id)).tally.for).toBe(0n);
  });

  it("counts once if its voter votes several times concurrently", async () => {
    const rich = await createMember(1_000_000n);
    const { id } = await openProposal(rich);
    const types = ["for", "against", "abstain", "for", "against", "abstain"] as const;
    const outcomes = await Promise.allSettled(types.map((voteType) => vote(rich, id, { voteType })));
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(refused).toEqual(Array(5).fill("ALREADY_VOTED"));
    const { tally } = await fromId("live", id);
    expect(tally.for + tally.against + tally.abstain).toBe(1_000_000n * TOKEN);
  });

  it("counts once under one idempotency key, and a repeated request returns the first result", async () => {
    const rich = await createMember(1_000_000n);
    const { id } = await openProposal(rich);
    const claim = Idempotency.claim<Vote>(rich.userId, "t", "one", { id });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => vote(rich, id, { voteType: "for" }, claim)),
    );
    const first = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(first).toHaveLength(1);
    for (const one of outcomes) {
      if (one.status === "rejected") expect(one.reason).toBeInstanceOf(Idempotency.AlreadyDone);
    }
    expect(Idempotency.replay(claim, await Table.get(claim.key))?.result).toEqual(first[0]);
  });

  it("is rejected for an unknown proposal", async () => {
    const a = await createMember(0n);
    for (const id of [Ids.create("proposal"), "prp_x", "x#y"]) {
      await expect(vote(a, id, { voteType: "for" })).rejects.toMatchObject({ code: "PROPOSAL_NOT_FOUND" });
    }
  });

  it("is accepted from the first millisecond of the voting period to the last, and at no other time", async () => {
    const [rich, ...voters] = await Promise.all([1_000_000n, 1n, 1n, 1n, 1n].map(createMember));
    if (!rich) throw new Error("a user is missing");
    const { id, startMs, endMs } = await propose(rich);
    vi.useFakeTimers({ toFake: ["Date"] });
    const at = (ms: number, index: number) => {
      vi.setSystemTime(ms);
      return vote(voters[index] ?? rich, id, { voteType: "for" });
    };
    await expect(at(startMs - 1, 0)).rejects.toMatchObject({
      code: "PROPOSAL_NOT_ACTIVE",
      details: { status: "pending" },
    });
    await at(startMs, 1);
    await at(endMs, 2);
    await expect(at(endMs + 1, 3)).rejects.toMatchObject({
      code: "PROPOSAL_NOT_ACTIVE",
      details: { status: "defeated" },
    });
    expect((await fromId("live", id)).tally.for).toBe(2n * TOKEN);
  });

  it("is rejected if the voting period ends while the power is read", async () => {
    const [rich, voter] = await Promise.all([createMember(1_000_000n), createMember(1n)]);
    const { id } = await openProposal(rich);
    let moved = false;
    Table.observe(({ operation }) => {
      if (operation !== "Query" || moved) return;
      moved = true;
      advanceClock(7 * DAY_MS);
    });
    const voted = vote(voter, id, { voteType: "for" }).finally(() => Table.observe(undefined));
    await expect(voted).rejects.toMatchObject({ code: "PROPOSAL_NOT_ACTIVE" });
    expect(moved).toBe(true);
    expect((await fromId("live", id)).tally.for).toBe(0n);
  });

  it("counts if it is sent in time and committed after the end, unless the tally is already closed", async () => {
    const [rich, intime, late] = await Promise.all([
      createMember(1_000_000n),
      createMember(3n),
      createMember(5n),
    ]);
    const { id } = await openProposal(rich);
    const sent = (voter: typeof rich, concurrently: () => Promise<unknown>) =>
      interleave(
        database.endpoint,
        () => vote(voter, id, { voteType: "for" }),
        ({ operation }) => (operation === "TransactWriteItems" ? concurrently() : undefined),
      );
    await sent(intime, async () => advanceClock(7 * DAY_MS));
    expect(await fromId("live", id)).toMatchObject({ status: "defeated", tally: { for: 3n * TOKEN } });
    advanceClock(-7 * DAY_MS);
    const closing = async () => {
      advanceClock(7 * DAY_MS);
      await advance();
    };
    await expect(sent(late, closing)).rejects.toMatchObject({
      code: "PROPOSAL_NOT_ACTIVE",
      details: { status: "defeated" },
    });
    expect((await fromId("live", id)).state.tally).toEqual({ for: 3n * TOKEN, against: 0n, abstain: 0n });
  });

  it("is rejected if the voting period ends before its write is retried", async () => {
    const [rich, voter] = await Promise.all([createMember(1_000_000n), createMember(1n)]);
    const { id } = await openProposal(rich);
    let attempts = 0;
    const voted = interleave(
      database.endpoint,
      () => vote(voter, id, { voteType: "for" }),
      async ({ operation }) => {
        if (operation !== "TransactWriteItems") return;
        attempts++;
        advanceClock(7 * DAY_MS);
        // Simulates a conflict with another transaction, so that the next attempt is after the end of voting.
        throw new TransactionRejected([{ code: "TransactionConflict", item: undefined }]);
      },
    );
    await expect(voted).rejects.toMatchObject({ code: "PROPOSAL_NOT_ACTIVE" });
    expect(attempts).toBe(1);
    expect((await fromId("live", id)).tally.for).toBe(0n);
  });

  it("does not count tokens received in the minute before voting began", async () => {
    const [rich, poor] = await Promise.all([createMember(1_000_000n), createMember(7n)]);
    const { id, startMs } = await propose(rich);
    advanceClock(startMs - Clock.nowMs() - 59_000);
    await deposit(walletRef(walletId("live", poor.userId, "YANI")), 100n * TOKEN);
    advanceClock(60_000);
    expect(await vote(poor, id, { voteType: "for" })).toMatchObject({ power: 7n * TOKEN });
  });

  it("is either counted or rejected if the proposal is cancelled concurrently", async () => {
    const [rich, voter] = await Promise.all([createMember(1_000_000n), createMember(9n)]);
    const { id } = await openProposal(rich);
    const outcomes = await Promise.allSettled([vote(voter, id, { voteType: "for" }), cancel(rich, id)]);
    const [voted, cancelled] = outcomes;
    expect(cancelled?.status).toBe("fulfilled");
    const { tally, status } = await fromId("live", id);
    expect(status).toBe("cancelled");
    // The vote is either counted or rejected, and the tally agrees with that.
    expect(tally.for).toBe(voted?.status === "fulfilled" ? 9n * TOKEN : 0n);
    await expect(vote(rich, id, { voteType: "for" })).rejects.toMatchObject({
      code: "PROPOSAL_NOT_ACTIVE",
      details: { status: "cancelled" },
    });
  });

  it("is rejected once its tally shard is closed, although the proposal was active when it was read", async () => {
    const [rich, voter] = await Promise.all([createMember(1_000_000n), createMember(9n)]);
    const { id } = await openProposal(rich);
    const [first] = tallyKeys({ mode: "live", proposalId: id });
    expect(tallyKeys({ mode: "live", proposalId: id })).toHaveLength(TALLY_SHARDS);
    expect(first).toBeDefined();
    for (const key of tallyKeys({ mode: "live", proposalId: id })) {
      await Table.update(key, { set: { closed: true } });
    }
    await expect(vote(voter, id, { voteType: "for" })).rejects.toMatchObject({ code: "PROPOSAL_NOT_ACTIVE" });
    expect((await fromId("live", id)).tally.for).toBe(0n);
  });

  it("is counted to the last base unit if 40 users vote concurrently", { timeout: 60_000 }, async () => {
    const rich = await createMember(1_000_000n);
    const voters = await Promise.all(
      Array.from({ length: 40 }, (_, index) => createMember(BigInt(index + 1))),
    );
    const { id } = await openProposal(rich);
    await Promise.all(
      voters.map((voter, index) => vote(voter, id, { voteType: index % 2 === 0 ? "for" : "against" })),
    );
    const { tally } = await fromId("live", id);
    expect(tally).toEqual({ for: 400n * TOKEN, against: 420n * TOKEN, abstain: 0n });
    // Each shard is the sum of the votes beside it.
    for (const { pk, sk } of tallyKeys({ mode: "live", proposalId: id })) {
      const [shard, votes] = await Promise.all([
        Table.get({ pk, sk }),
        Table.queryAll({ pk, beginsWith: "VOTE#" }),
      ]);
      const sum = votes
        .filter((one) => one["voteType"] === "for")
        .reduce((total, one) => total + (one["power"] as bigint), 0n);
      expect(shard?.["for"] ?? 0n).toBe(sum);
    }
  });

  it("does not count tokens received during the voting period", async () => {
    const [rich, voter] = await Promise.all([createMember(1_000_000n), createMember(11n)]);
    const { id } = await openProposal(rich);
    advanceClock(6 * DAY_MS);
    await deposit(walletRef(walletId("live", voter.userId, "YANI")), 100n * TOKEN);
    expect(await vote(voter, id, { voteType: "for" })).toMatchObject({ power: 11n * TOKEN });
  });
});
