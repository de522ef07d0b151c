import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { succeededPayment } from "../../../tests/support/saveback.ts";
import type { Returns } from "../records/schema.ts";
import {
  addDispute,
  addFailedRefund,
  addRefund,
  applyEvent,
  latestDisputeStatus,
  type ReturnEvent,
  readReturns,
  sumReturned,
} from "./state.ts";

/** The returned amounts of a payment under reordered events. */

const NOTHING: Returns = { version: 0n, refunds: [], failed: {}, disputes: {} };
const AMOUNT = 10_000n;
const goneBy = (changes: readonly ((returns: Returns) => Returns)[]) =>
  sumReturned(
    AMOUNT,
    changes.reduce((returns, change) => change(returns), NOTHING),
  );

/** The provider's refunds at different seconds, some of which fail later, with the changes of all their events. */
const refundHistory = fc
  .array(
    fc.record({
      share: fc.bigInt(1n, 2_000n),
      wait: fc.integer({ min: 1, max: 50 }),
      fails: fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((plans) => {
    let clock = 1_000_000;
    const refunds = plans.map(({ share, wait, fails }, index) => {
      clock += wait * 10;
      // All events have different seconds.
      return { id: `re_${index}`, share, at: clock, failsAt: fails && clock + fails * 10 + index + 1 };
    });
    const moments = [...refunds.map(({ at }) => at), ...refunds.flatMap(({ failsAt }) => failsAt ?? [])];
    const refundedAt = (at: number) =>
      refunds
        .filter((one) => one.at <= at && (one.failsAt === undefined || one.failsAt > at))
        .reduce((sum, { share }) => sum + share, 0n);
    const changes = [
      ...refunds.map(
        ({ at }) =>
          (returns: Returns) =>
            addRefund(returns, { amountMinor: refundedAt(at), atSeconds: BigInt(at) }),
      ),
      ...refunds.flatMap(({ id, share, at, failsAt }) =>
        failsAt === undefined
          ? []
          : [0, 1].map(
              (later) => (returns: Returns) =>
                addFailedRefund(returns, id, {
                  amountMinor: share,
                  createdSeconds: BigInt(at),
                  atSeconds: BigInt(failsAt + later * 1000),
                }),
            ),
      ),
    ];
    return { changes, left: refundedAt(Math.max(...moments)) };
  });

describe("refunds and their failures", () => {
  it("sum to the provider's refunded amount for any order and repetition of the events", () => {
    const histories = refundHistory.chain(({ changes, left }) =>
      fc.record({
        left: fc.constant(left),
        order: fc
          .array(fc.nat({ max: changes.length - 1 }), { maxLength: 10 })
          .chain((again) =>
            fc.shuffledSubarray([...changes.keys(), ...again], {
              minLength: changes.length + again.length,
            }),
          )
          .map((order) => order.flatMap((at) => changes[at] ?? [])),
      }),
    );
    fc.assert(
      fc.property(histories, ({ left, order }) => {
        expect(goneBy(order).refundedMinor).toBe(left);
      }),
    );
  });

  it("sum to the largest reported amount if no refund fails", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.bigInt(0n, AMOUNT), fc.bigInt(0n, 50n)), { minLength: 1, maxLength: 8 }),
        (all) => {
          const most = all.reduce((sum, [amount]) => (amount > sum ? amount : sum), 0n);
          const changes = all.map(
            ([amountMinor, atSeconds]) =>
              (returns: Returns) =>
                addRefund(returns, { amountMinor, atSeconds }),
          );
          expect(goneBy(changes).refundedMinor).toBe(most);
        },
      ),
    );
  });

  it("store only the latest amount if the amounts only grow", () => {
    const grown = Array.from({ length: 50 }, (_, i) => BigInt(i + 1)).reduce(
      (returns, n) => addRefund(returns, { amountMinor: n, atSeconds: n }),
      NOTHING,
    );
    expect(grown.refunds).toEqual([{ amountMinor: 50n, atSeconds: 50n }]);
    expect(addRefund(grown, { amountMinor: 3n, atSeconds: 3n })).toBe(grown);
  });

  it("include a failure of the same second, and every failure if the total has no time", () => {
    const failure = (createdSeconds: bigint, atSeconds: bigint) => (returns: Returns) =>
      addFailedRefund(returns, "re_1", { amountMinor: 300n, createdSeconds, atSeconds });
    const refund = (atSeconds: bigint) => (returns: Returns) =>
      addRefund(returns, { amountMinor: 1000n, atSeconds });
    expect(goneBy([refund(50n), failure(40n, 50n)]).refundedMinor).toBe(700n);
    expect(goneBy([refund(50n), failure(50n, 60n)]).refundedMinor).toBe(700n);
    expect(goneBy([refund(50n), failure(40n, 49n)]).refundedMinor).toBe(1000n);
    expect(goneBy([refund(50n), failure(51n, 60n)]).refundedMinor).toBe(1000n);
    expect(goneBy([refund(0n), failure(51n, 60n)]).refundedMinor).toBe(700n);
  });

  it("begin with the refunded amount of a record that an earlier release wrote", () => {
    const refunded = readReturns(succeededPayment({ amountMinor: AMOUNT, refundedMinor: 1200n }));
    expect(sumReturned(AMOUNT, refunded).refundedMinor).toBe(1200n);
    expect(readReturns(succeededPayment({ amountMinor: AMOUNT }))).toEqual(NOTHING);
  });

  it("never sum to less than zero", () => {
    const lone = (returns: Returns) =>
      addFailedRefund(returns, "re_1", { amountMinor: 500n, createdSeconds: 1n, atSeconds: 2n });
    expect(goneBy([lone])).toEqual({ refundedMinor: 0n, disputedMinor: 0n, returnedMinor: 0n });
  });
});

describe("disputes", () => {
  const dispute =
    (id: string, out: bigint, back: bigint, status = "needs_response", at = 1n) =>
    (returns: Returns) =>
      addDispute(returns, id, { withdrawnMinor: out, reinstatedMinor: back, status, atSeconds: at });

  it("sum to the withdrawn less the reinstated amounts for any order and repetition of the events", () => {
    const events = [
      dispute("dp_1", 0n, 0n, "needs_response", 1n),
      dispute("dp_1", 4000n, 0n, "needs_response", 2n),
      dispute("dp_1", 0n, 3000n, "won", 9n),
      dispute("dp_2", 500n, 0n, "under_review", 5n),
      dispute("dp_3", 0n, 700n, "won", 6n),
    ];
    const orders = fc
      .array(fc.nat({ max: events.length - 1 }), { maxLength: 6 })
      .chain((again) =>
        fc.shuffledSubarray([...events.keys(), ...again], { minLength: events.length + again.length }),
      );
    fc.assert(
      fc.property(orders, (order) => {
        const result = order.reduce((returns, at) => events[at]?.(returns) ?? returns, NOTHING);
        expect(sumReturned(AMOUNT, result)).toMatchObject({ disputedMinor: 1500n, returnedMinor: 1500n });
        expect(latestDisputeStatus(result)).toBe("won");
      }),
    );
  });

  it("stay closed if an older event, or an event of the same second, arrives late", () => {
    for (const late of [3n, 2n, 1n]) {
      const events = [dispute("dp_1", 0n, 0n, "lost", 3n), dispute("dp_1", 0n, 0n, "under_review", late)];
      for (const order of [events, [...events].reverse()])
        expect(latestDisputeStatus(order.reduce((returns, one) => one(returns), NOTHING))).toBe("lost");
    }
  });

  it("and refunds together never exceed the paid amount", () => {
    const whole = (returns: Returns) => addRefund(returns, { amountMinor: AMOUNT, atSeconds: 1n });
    expect(goneBy([whole, dispute("dp_1", 6000n, 0n)])).toEqual({
      refundedMinor: AMOUNT,
      disputedMinor: 6000n,
      returnedMinor: AMOUNT,
    });
  });
});

/** Few times and amounts, so that many events have the same. */
const few = fc.constantFrom(0n, 1n, 2n);
const event: fc.Arbitrary<ReturnEvent> = fc.oneof(
  fc.record({ kind: fc.constant("refund" as const), amountMinor: few, atSeconds: few }),
  fc.record({
    kind: fc.constant("failed refund" as const),
    refundId: fc.constantFrom("re_1", "re_2"),
    amountMinor: few,
    createdSeconds: few,
    atSeconds: few,
  }),
  fc.record({
    kind: fc.constant("dispute" as const),
    disputeId: fc.constantFrom("dp_1", "dp_2"),
    withdrawnMinor: few,
    reinstatedMinor: few,
    status: fc.constantFrom("needs_response", "under_review", "won", "lost"),
    atSeconds: few,
    about: fc.constant({ amountMinor: 2n, createdSeconds: 0n }),
  }),
);

it("does not change by an event that was applied before, even if all events are of one second", () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 8 }), (events) => {
      const returns = events.reduce(applyEvent, NOTHING);
      for (const repeated of events) expect(applyEvent(returns, repeated)).toBe(returns);
    }),
    { numRuns: 500 },
  );
});
