import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Returns } from "../records/schema.ts";
import { disputed, disputeStatus, failed, goneOf, refunded } from "./state.ts";

/** What went back of a payment, told in any order. */

const NOTHING: Returns = { version: 0n, refunds: [], failed: {}, disputes: {} };
const AMOUNT = 10_000n;
const goneBy = (tellings: readonly ((returns: Returns) => Returns)[]) =>
  goneOf(
    AMOUNT,
    tellings.reduce((returns, telling) => telling(returns), NOTHING),
  );

/**
 * Refunds as a provider makes them: each at its own second, some fail later; and all events that it sends of
 * them.
 */
const life = fc
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
    const made = plans.map(({ share, wait, fails }, index) => {
      clock += wait * 10;
      // No two things happen in one second.
      return { id: `re_${index}`, share, at: clock, failsAt: fails && clock + fails * 10 + index + 1 };
    });
    const moments = [...made.map(({ at }) => at), ...made.flatMap(({ failsAt }) => failsAt ?? [])];
    const standing = (at: number) =>
      made
        .filter((one) => one.at <= at && (one.failsAt === undefined || one.failsAt > at))
        .reduce((sum, { share }) => sum + share, 0n);
    const tellings = [
      ...made.map(
        ({ at }) =>
          (returns: Returns) =>
            refunded(returns, { amountMinor: standing(at), atSeconds: BigInt(at) }),
      ),
      ...made.flatMap(({ id, share, at, failsAt }) =>
        failsAt === undefined
          ? []
          : [0, 1].map(
              (later) => (returns: Returns) =>
                failed(returns, id, {
                  amountMinor: share,
                  createdSeconds: BigInt(at),
                  atSeconds: BigInt(failsAt + later * 1000),
                }),
            ),
      ),
    ];
    return { tellings, left: standing(Math.max(...moments)) };
  });

describe("refunds and their failures", () => {
  it("come to what stands at the provider, in whatever order and however often they are told", () => {
    const told = life.chain(({ tellings, left }) =>
      fc.record({
        left: fc.constant(left),
        order: fc
          .array(fc.nat({ max: tellings.length - 1 }), { maxLength: 10 })
          .chain((again) =>
            fc.shuffledSubarray([...tellings.keys(), ...again], {
              minLength: tellings.length + again.length,
            }),
          )
          .map((order) => order.flatMap((at) => tellings[at] ?? [])),
      }),
    );
    fc.assert(
      fc.property(told, ({ left, order }) => {
        expect(goneBy(order).refundedMinor).toBe(left);
      }),
    );
  });

  it("without failures are the most that was told, also where no time was", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.bigInt(0n, AMOUNT), fc.bigInt(0n, 50n)), { minLength: 1, maxLength: 8 }),
        (all) => {
          const most = all.reduce((sum, [amount]) => (amount > sum ? amount : sum), 0n);
          const tellings = all.map(
            ([amountMinor, atSeconds]) =>
              (returns: Returns) =>
                refunded(returns, { amountMinor, atSeconds }),
          );
          expect(goneBy(tellings).refundedMinor).toBe(most);
        },
      ),
    );
  });

  it("keep no more than the latest amount where amounts only grow", () => {
    const grown = Array.from({ length: 50 }, (_, i) => BigInt(i + 1)).reduce(
      (returns, n) => refunded(returns, { amountMinor: n, atSeconds: n }),
      NOTHING,
    );
    expect(grown.refunds).toEqual([{ amountMinor: 50n, atSeconds: 50n }]);
    expect(refunded(grown, { amountMinor: 3n, atSeconds: 3n })).toBe(grown);
  });

  it("never come to less than nothing", () => {
    const lone = (returns: Returns) =>
      failed(returns, "re_1", { amountMinor: 500n, createdSeconds: 1n, atSeconds: 2n });
    expect(goneBy([lone])).toEqual({ refundedMinor: 0n, disputedMinor: 0n, goneMinor: 0n });
  });
});

describe("disputes", () => {
  const dispute =
    (id: string, out: bigint, back: bigint, status = "needs_response", at = 1n) =>
    (returns: Returns) =>
      disputed(returns, id, { withdrawnMinor: out, reinstatedMinor: back, status, atSeconds: at });

  it("come to what was taken less what came again, each by itself, in whatever order and however often", () => {
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
        const told = order.reduce((returns, at) => events[at]?.(returns) ?? returns, NOTHING);
        expect(goneOf(AMOUNT, told)).toMatchObject({ disputedMinor: 1500n, goneMinor: 1500n });
        expect(disputeStatus(told)).toBe("won");
      }),
    );
  });

  it("that are over stay so, whatever older word comes late, at the same second too", () => {
    for (const late of [3n, 2n, 1n]) {
      const told = [dispute("dp_1", 0n, 0n, "lost", 3n), dispute("dp_1", 0n, 0n, "under_review", late)];
      for (const order of [told, [...told].reverse()])
        expect(disputeStatus(order.reduce((returns, one) => one(returns), NOTHING))).toBe("lost");
    }
  });

  it("and refunds together take no more than was paid", () => {
    const whole = (returns: Returns) => refunded(returns, { amountMinor: AMOUNT, atSeconds: 1n });
    expect(goneBy([whole, dispute("dp_1", 6000n, 0n)])).toEqual({
      refundedMinor: AMOUNT,
      disputedMinor: 6000n,
      goneMinor: AMOUNT,
    });
  });
});
