import * as Clock from "../../kernel/clock/index.ts";
import { pattern } from "../../kernel/ids/schema.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Booking from "../cards/booking.ts";
import { dayOf } from "../cards/calendar.ts";
import { loyaltyCard } from "../cards/entity.ts";
import type { Move } from "../cards/moves.ts";
import { give, takeBack } from "../cards/points.ts";
import { type Card, type Cause, PLATFORM } from "../cards/schema.ts";
import { blank } from "../cards/standing.ts";
import * as Challenges from "../challenges/counting.ts";
import type { ChallengeName } from "../challenges/schema.ts";
import { leastForChallenges } from "../least.ts";
import { pointsOf } from "../programs/rate.ts";
import * as Referrals from "../referrals/rewards.ts";
import { countedPayment } from "./entity.ts";
import type { Counted, CountedPayment } from "./schema.ts";

/**
 * Counting payments: each gives its payer what is left of it is worth, once, however often it is told and in
 * whatever order. What was counted for it stands in its item, which changes with the points.
 */

/** Counts a payment as it was told: for points and challenges, and for who brought its payer. */
export async function count(told: CountedPayment): Promise<void> {
  const { userId, paymentId, netMinor } = await points(told);
  await Referrals.paid({ userId, paymentId, netMinor, ownerId: told.ownerId });
}

/** @returns what the payment counts for now: what was told later already stands */
const points = (told: CountedPayment): Promise<Counted> =>
  Booking.change<Counted>(told.userId, async () => {
    const { userId, transactionId: paymentId, merchantId } = told;
    const before = await Table.find(countedPayment, { userId, paymentId });
    const why = {
      reason: `payment ${paymentId} counts`,
      reference: {
        kind: pattern("payment").test(paymentId) ? "payment" : "payment_intent",
        id: paymentId,
      },
    } as const;
    if (before && before.sequence >= told.sequence) return { cards: [], moves: [], ...why, result: before };
    const challenges = before
      ? await Challenges.named(before.challenges)
      : await Challenges.concerned(told.rate?.programId, told.paidAt);
    const after = next(before, told, challenges);
    const beforeMinor = before?.countsMinor ?? before?.netMinor ?? 0n;
    const part = { merchantId, beforeMinor, afterMinor: after.countsMinor ?? 0n };
    const taken = await Challenges.counting(userId, challenges, part, Clock.nowIso());
    const own = moved(before, after, { kind: "payment", id: paymentId, name: told.merchantName });
    const moves = [...own, ...taken.moves];
    return {
      cards: await cardsOf(userId, moves),
      moves,
      writes: [keeping(before, after), ...taken.writes],
      ...why,
      result: after,
    };
  });

/**
 * Credits what somebody has completed of the platform's own challenges before the identity was checked. Again, it
 * changes nothing.
 */
export const credit = (userId: string): Promise<void> =>
  Booking.change<void>(userId, async () => {
    const { moves, writes } = await Challenges.crediting(userId, Clock.nowIso());
    return {
      cards: await cardsOf(userId, moves),
      moves,
      writes,
      reason: "challenges that were completed before the identity was checked",
      reference: { kind: "loyalty_program", id: PLATFORM },
      result: undefined,
    };
  });

/** The cards that moves are of. Of the platform's own points everybody has one, from the first on. */
async function cardsOf(userId: string, moves: readonly Move[]): Promise<Card[]> {
  const programIds = [...new Set(moves.map(({ programId }) => programId))];
  const items = await Table.getMany(programIds.map((programId) => loyaltyCard.key({ userId, programId })));
  return programIds.map((programId, at) => {
    const item = items[at];
    return item ? loyaltyCard.parse(item) : blank(userId, programId, Clock.nowIso());
  });
}

/** What a payment counts for as it is told: what it gives points in is as it was told first. */
function next(
  before: Counted | undefined,
  told: CountedPayment,
  challenges: readonly ChallengeName[],
): Counted {
  const { transactionId: paymentId, userId, merchantId, sequence, paidMinor, goneMinor } = told;
  const rate = before ? before.rate : told.rate;
  const netMinor = paidMinor > goneMinor ? paidMinor - goneMinor : 0n;
  return {
    paymentId,
    userId,
    merchantId,
    sequence,
    netMinor,
    countsMinor: netMinor >= leastForChallenges() ? netMinor : 0n,
    ...(rate && { rate }),
    points: rate ? pointsOf(netMinor, rate.perUnit) : 0n,
    day: before?.day ?? dayOf(told.paidAt),
    challenges: challenges.map(({ programId, challengeId }) => ({ programId, challengeId })),
  };
}

/** How the payer's points change. */
function moved(before: Counted | undefined, { rate, points, day }: Counted, cause: Cause): Move[] {
  const change = points - (before?.points ?? 0n);
  if (!rate || change === 0n) return [];
  const { programId } = rate;
  return change > 0n
    ? [{ programId, type: "earned", cause, to: (one) => give(one, day, change) }]
    : [{ programId, type: "taken_back", cause, to: (one) => takeBack(one, day, -change) }];
}

/** The write that keeps what was counted, over exactly what was read. */
const keeping = (before: Counted | undefined, after: Counted): Table.Write => ({
  put: countedPayment.item(after),
  where: before ? Where.is({ sequence: before.sequence }) : Where.absent,
});
