import { afterEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import {
  advanceClock,
  createMember,
  openProposal,
  proposalDraft,
  propose,
  queueProposal,
  TOKEN,
} from "../../../tests/support/governance.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Address from "../addresses/index.ts";
import { governanceParameters } from "../parameters/index.ts";
import { advance } from "./advance.ts";
import * as Delegation from "./delegation.ts";
import * as Governance from "./index.ts";
import { cancel } from "./index.ts";
import { fromId, list } from "./proposals.ts";
import { type Created, statuses } from "./schema.ts";
import * as Hash from "./state.ts";
import { vote } from "./vote.ts";

withDatabase();
afterEach(() => Clock.setOffset(0));

const ids = async (status?: (typeof statuses)[number], page = 1, limit = 100) =>
  (await list("live", { status, page, limit })).proposals.map(({ state }) => state.proposalId);

describe("a proposal", () => {
  it("opens for votes after two days, for seven days, with a quorum of 4 % of the supply", async () => {
    const rich = await createMember(1_000_000n);
    const created = await propose(rich);
    const { state, status, transactionHash, ...body } = await fromId("live", created.id);
    expect(state.startMs - state.createdMs).toBe(2 * DAY_MS);
    expect(state.endMs - state.startMs).toBe(7 * DAY_MS);
    expect(state.quorum).toBe(40_000_000n * TOKEN);
    expect(created).toMatchObject({ startMs: state.startMs, endMs: state.endMs, transactionHash });
    expect(status).toBe("pending");
    expect(Hash.hashOfProposal(state, body)).toBe(transactionHash);
    expect(Hash.hashOfProposal(state, { ...body, title: "Another" })).not.toBe(transactionHash);
  });

  it("requires a voting power of at least 1,000,000 tokens", async () => {
    const [enough, short, other] = await Promise.all([
      createMember(1_000_000n),
      createMember(1_000_000n),
      createMember(1n),
    ]);
    const one = { actorId: "test", reason: "test", result: () => undefined };
    const wallet = (user: { userId: string }) => walletRef(walletId("live", user.userId, "YANI"));
    await Policy.transfer(wallet(short), wallet(other), 1n, one);
    expect((await propose(enough)).title).toBe("A proposal");
    await expect(propose(short)).rejects.toMatchObject({
      code: "INSUFFICIENT_VOTING_POWER",
      details: { required: "1000000", votingPower: "999999.999999999999999999" },
    });
    await Delegation.set(other, Address.ofUser(short.userId));
    expect((await propose(short)).title).toBe("A proposal");
    await Delegation.set(enough, Address.ofUser(other.userId));
    await expect(propose(enough)).rejects.toMatchObject({ details: { votingPower: "0" } });
  });

  it("retains the parameters of its creation", async () => {
    const rich = await createMember(1_000_000n);
    const before = await propose(rich);
    await Table.commit([
      await governanceParameters.changeWrite("live", { votingDelaySeconds: 3600n, quorumBps: 100n }),
    ]);
    const after = await propose(rich);
    const [old, fresh] = await Promise.all([fromId("live", before.id), fromId("live", after.id)]);
    expect(old.state).toMatchObject({ quorum: 40_000_000n * TOKEN, startMs: before.startMs });
    expect(fresh.state).toMatchObject({ quorum: 10_000_000n * TOKEN });
    expect(fresh.state.startMs - fresh.state.createdMs).toBe(3_600_000);
    await Table.remove(governanceParameters.key("live"));
  });

  it("is created once by concurrent requests under one idempotency key", async () => {
    const rich = await createMember(1_000_000n);
    const claim = Idempotency.claim<Created>(rich.userId, "t", "one", {});
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => Governance.create(rich, proposalDraft(), claim)),
    );
    const made = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(made).toHaveLength(1);
    const recorded = Idempotency.replay(claim, await Table.get(claim.key));
    expect(recorded?.result).toEqual(made[0]);
    const own = (await list("live", { page: 1, limit: 100 })).proposals.filter(
      ({ state }) => state.proposerId === rich.userId,
    );
    expect(own).toHaveLength(1);
  });
});

describe("the list of proposals", () => {
  it("is sorted newest first, in pages, and shows every status as of now", { timeout: 60_000 }, async () => {
    const rich = await createMember(60_000_000n);
    const executed = await queueProposal(rich);
    advanceClock(2 * DAY_MS);
    await advance();
    const waiting = await queueProposal(rich);
    const cancelled = await openProposal(rich);
    await cancel(rich, cancelled.id);
    const defeated = await openProposal(rich);
    const succeeded = await propose(rich);
    advanceClock(2 * DAY_MS + 1000);
    await vote(rich, succeeded.id, { voteType: "for" });
    // The schedule does not run: the shown status depends only on the time.
    advanceClock(7 * DAY_MS);
    const active = await openProposal(rich);
    const pending = await propose(rich);

    const mine = [executed, waiting, cancelled, defeated, succeeded, active, pending].map(({ id }) => id);
    const shown = (await ids()).filter((id) => mine.includes(id));
    expect(shown).toEqual(mine.toReversed());
    const byStatus = Object.fromEntries(
      await Promise.all(
        statuses.map(async (status) => [status, (await ids(status)).filter((id) => mine.includes(id))]),
      ),
    );
    expect(byStatus).toEqual({
      pending: [pending.id],
      active: [active.id],
      defeated: [defeated.id],
      succeeded: [succeeded.id],
      queued: [waiting.id],
      executed: [executed.id],
      cancelled: [cancelled.id],
    });
    for (const id of mine) {
      const one = await fromId("live", id);
      const listed = (await list("live", { page: 1, limit: 100 })).proposals.find(
        ({ state }) => state.proposalId === id,
      );
      expect(listed).toEqual(one);
    }

    const first = await list("live", { page: 1, limit: 3 });
    expect(first.totalPages).toBe(Math.ceil(first.totalCount / 3));
    const pages = await Promise.all(
      Array.from({ length: first.totalPages }, (_, index) => ids(undefined, index + 1, 3)),
    );
    expect(pages.flat()).toEqual(await ids());
    expect(await ids(undefined, first.totalPages + 1, 3)).toEqual([]);
  });
});
