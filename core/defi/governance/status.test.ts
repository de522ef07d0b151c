import { describe, expect, it } from "vitest";
import vectors from "../../../tests/vectors/governance.json" with { type: "json" };
import { quorumOf } from "../parameters/index.ts";
import type { Tally } from "./schema.ts";
import { etaMs, expiryMs, GRACE_MS, passes, snapshotMs, statusOf } from "./status.ts";

/** Status and quorum, checked against OpenZeppelin's and Compound's own cases. */

const votes = (given: { for?: string; against?: string; abstain?: string }): Tally => ({
  for: BigInt(given.for ?? 0),
  against: BigInt(given.against ?? 0),
  abstain: BigInt(given.abstain ?? 0),
});
const NONE = votes({});

describe("the status of a proposal", () => {
  // The vectors count in time points and call the last one before voting the snapshot; voting begins one
  // point later.
  const [at, ...cases] = vectors.stateMachine.boundary_cases;
  const times = {
    startMs: Number(at?.snapshot) + 1,
    endMs: Number(at?.deadline),
    timelockMs: 10,
    quorum: 10n,
  };

  it.each(cases)("is $state at $at with $for votes for it", ({ at: nowMs = 0, state, ...given }) => {
    const tally = "for" in given ? votes({ for: String(given.for) }) : NONE;
    expect(statusOf(times, tally, nowMs)).toBe(state);
  });

  const passed = { ...times, queuedAt: "2026-01-01T00:00:00.000Z" };
  const tally = votes({ for: "10" });

  it('is "active" from the start to the end, both included, for any votes', () => {
    for (const some of [NONE, tally, votes({ against: "99" })]) {
      expect(statusOf(times, some, times.startMs - 1)).toBe("pending");
      expect(statusOf(times, some, times.startMs)).toBe("active");
      expect(statusOf(times, some, times.endMs)).toBe("active");
      expect(statusOf(times, some, times.endMs + 1)).not.toBe("active");
    }
  });

  it('is "succeeded" until it is queued, then "queued" until it is executed', () => {
    expect(statusOf(times, tally, times.endMs + 1)).toBe("succeeded");
    expect(statusOf(passed, tally, times.endMs + 1)).toBe("queued");
    expect(statusOf(passed, tally, etaMs(times) + 1)).toBe("queued");
    const executed = { ...passed, executedAt: "2026-01-02T00:00:00.000Z" };
    expect(statusOf(executed, tally, etaMs(times) + GRACE_MS)).toBe("executed");
  });

  it('is "cancelled" after a cancellation, or once the grace period of a queued proposal is over', () => {
    const cancelled = { ...times, cancelledAt: "2026-01-02T00:00:00.000Z" };
    for (const nowMs of [0, times.startMs, times.endMs + 1]) {
      expect(statusOf(cancelled, tally, nowMs)).toBe("cancelled");
    }
    expect(statusOf(passed, tally, expiryMs(times) - 1)).toBe("queued");
    expect(statusOf(passed, tally, expiryMs(times))).toBe("cancelled");
    expect(statusOf(times, NONE, expiryMs(times))).toBe("defeated");
  });

  it("has Compound's eta and grace period", () => {
    const [first] = vectors.timelock_compound.cases;
    const { delayUsedInScenarios } = vectors.timelock_compound;
    const compound = { endMs: Number(first?.queuedAt) * 1000, timelockMs: delayUsedInScenarios * 1000 };
    expect(etaMs(compound)).toBe(Number(first?.eta) * 1000);
    for (const { executeAt, governorState, error } of vectors.timelock_compound.cases) {
      const nowMs = executeAt * 1000;
      expect(nowMs < etaMs(compound)).toBe(error !== undefined);
      expect(nowMs >= expiryMs(compound)).toBe(governorState === "expired");
    }
  });

  it("uses the voting power of 60 seconds before voting begins", () => {
    expect(snapshotMs({ startMs: 100_000 })).toBe(40_000);
  });
});

describe("the quorum", () => {
  it.each(vectors.quorum.cases_OZ.filter((one) => one.outcome !== undefined))(
    "of $quorum gives the outcome $outcome for $for votes for, $against against and $abstain abstentions",
    (one) => {
      expect(quorumOf(BigInt(one.quorumPercent) * 100n, BigInt(one.totalSupply))).toBe(
        BigInt(one.quorum ?? 0),
      );
      expect(passes(votes(one), BigInt(one.quorum ?? 0))).toBe(one.outcome === "succeeded");
    },
  );

  // Bravo counts no abstentions towards the quorum, we do; every other case must agree.
  it.each(vectors.quorum.cases_Bravo_quorum400000)(
    "of 400000 gives Governor Bravo's outcome for $for votes for, $against against and $abstain abstentions; only our quorum counts abstentions",
    (one) => {
      const differs = one.why === "abstain does not count towards quorum";
      expect(passes(votes(one), 400_000n)).toBe(differs || one.outcome === "succeeded");
    },
  );

  it("is a share of the total supply, rounded down", () => {
    expect(quorumOf(400n)).toBe(40_000_000n * 10n ** 18n);
    expect(quorumOf(1n, 19_999n)).toBe(1n);
  });

  it("does not suffice without more votes for than against", () => {
    expect(passes(votes({ for: "10", against: "10" }), 0n)).toBe(false);
    expect(passes(votes({ for: "11", against: "10" }), 0n)).toBe(true);
    expect(passes(NONE, 0n)).toBe(false);
  });
});
