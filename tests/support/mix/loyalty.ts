import { expect } from "vitest";
import { pointsOf } from "../../../core/loyalty/programs/index.ts";
import { REFERRAL_POINTS } from "../../../core/loyalty/referrals/schema.ts";
import { sumByName } from "./books.ts";
import { cents, computeShares, type Facts } from "./facts.ts";
import type { Player } from "./people.ts";
import type { Line, UserView } from "./seen.ts";

/** Checks points, challenges and saveback: each payment earns its rewards once. */

/** Checks that each payment, redemption and challenge changes the points once. */
export function checkPoints({ one, lines }: UserView, { sold, shops, acknowledged }: Facts): void {
  const programs = new Map(shops.map((shop) => [shop.programId, shop]));
  const by = (kind: string) => lines.filter(({ cause }) => cause.kind === kind);
  const sumsOf = (all: readonly Line[]) =>
    sumByName(
      all,
      ({ cause }) => cause.id,
      ({ points }) => points,
    );
  const counts = sold.filter((it) => it.by === one && it.paid > it.reversed);
  const earned = counts.flatMap((it): [string, number][] => {
    const program = one.memberships.has(it.shop.programId) ? programs.get(it.shop.programId) : undefined;
    const points = program ? Number(pointsOf(BigInt(it.paid - it.reversed), program.pointsPerEuro)) : 0;
    return points > 0 ? [[it.paymentId, points]] : [];
  });
  const sorted = (all: Iterable<readonly [string, number]>) =>
    [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const given = [...sumsOf(by("payment"))].filter(([, points]) => points !== 0);
  expect(sorted(given), `points of ${one.email}`).toEqual(sorted(earned));
  expect(sorted(sumsOf(by("redemption"))), `redemptions of ${one.email}`).toEqual(
    sorted(acknowledged.redemptions.filter((it) => it.by === one).map((it) => [it.redemptionId, -it.points])),
  );
  // A payment counts for challenges if at least one euro of it is not refunded.
  const enough = counts.filter((it) => it.paid - it.reversed >= 100);
  const merchants = new Set(enough.map(({ shop }) => shop.merchantId)).size;
  const bonus = (merchants >= 3 ? 150 : 0) + (enough.length >= 10 ? 300 : 0);
  expect(
    by("challenge").reduce((sum, { points }) => sum + points, 0),
    `challenges of ${one.email}`,
  ).toBe(bonus);
}

export function checkCashback({ one, cashback }: UserView, { sold }: Facts): void {
  // The remaining commission limits a reward, but is always large enough here.
  const due = sold
    .filter((it) => it.by === one && it.paid > 0)
    .map((it) => [it.paymentId, Number(computeShares(it, "0").reward)] as const);
  const shown = cashback.map(({ paymentId, amount }) => [paymentId, cents(amount)] as const);
  const sorted = (all: readonly (readonly [string, number])[]) =>
    all.filter(([, n]) => n > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(shown), `cashback of ${one.email}`).toEqual(sorted(due));
}

/** Checks that each referral is stored, and rewarded once to both users after a payment of the new user. */
export function checkReferrals(
  { one, lines, referral }: UserView,
  all: readonly UserView[],
  facts: Facts,
): void {
  const { acknowledged, sold } = facts;
  const isRewarded = (player: Player) =>
    all.some((seen) => seen.one === player && seen.referral?.status === "rewarded");
  const claimed = acknowledged.referrals.some(({ by }) => by === one);
  expect(referral !== null, `the referral of ${one.email}`).toBe(claimed);
  const rewards = acknowledged.referrals.filter(
    ({ by, referrer }) => (by === one || referrer === one) && isRewarded(by),
  ).length;
  const points = lines
    .filter(({ cause }) => cause.kind === "referral")
    .reduce((sum, line) => sum + line.points, 0);
  expect(points, `referral points of ${one.email}`).toBe(rewards * Number(REFERRAL_POINTS));
  const enough = sold.filter((it) => it.by === one && it.paid - it.reversed >= 1000);
  if (isRewarded(one)) expect(enough.length, `what ${one.email} has paid`).toBeGreaterThan(0);
}
