import * as Kyc from "../../identity/kyc/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { pattern } from "../../kernel/ids/schema.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import * as Booking from "../cards/booking.ts";
import { dayOf, give, type Move, takeBack } from "../cards/points.ts";
import { type Cause, PLATFORM } from "../cards/schema.ts";
import { challenge, challengeProgress } from "../challenges/entity.ts";
import { running } from "../challenges/index.ts";
import { begun, counted, outcomeOf, type Part } from "../challenges/progress.ts";
import {
  type Challenge,
  type ChallengeName,
  leastForChallenges,
  type Progress,
} from "../challenges/schema.ts";
import { challengeCompleted } from "../events.ts";
import { pointsOf } from "../programs/index.ts";
import * as Referrals from "../referrals/rewards.ts";
import { countedPayment } from "./entity.ts";
import type { Counted, CountedPayment } from "./schema.ts";

/**
 * Counts payments for points, challenges and referrals. Each payment counts once, with what has not been returned of it,
 * however often and in whatever order its events arrive. Its `CountedPayment` item changes with the points.
 */

/** Counts a payment for points and challenges, and for the referral of its payer. */
export async function count(payment: CountedPayment): Promise<void> {
  const { userId, paymentId, netMinor } = await countPoints(payment);
  await Referrals.paid({ userId, paymentId, netMinor, ownerId: payment.ownerId });
}

/** @returns what the payment counts for now; a later event may have been counted already */
const countPoints = (payment: CountedPayment): Promise<Counted> =>
  Booking.change<Counted>(payment.userId, async () => {
    const { userId, transactionId: paymentId, merchantId } = payment;
    const before = await Table.find(countedPayment, { userId, paymentId });
    const entry = {
      reason: `payment ${paymentId} counts`,
      reference: {
        kind: pattern("payment").test(paymentId) ? "payment" : "payment_intent",
        id: paymentId,
      },
    } as const;
    if (before && before.sequence >= payment.sequence)
      return { cards: [], moves: [], ...entry, result: before };
    const challenges = before
      ? await named(before.challenges)
      : await runningFor(payment.rate?.programId, payment.paidAt);
    const after = next(before, payment, challenges);
    const beforeMinor = before?.countsMinor ?? before?.netMinor ?? 0n;
    const part = { merchantId, beforeMinor, afterMinor: after.countsMinor ?? 0n };
    const progress = await countChallenges(userId, challenges, part);
    const cause: Cause = { kind: "payment", id: paymentId, name: payment.merchantName };
    const moves = [...pointsMoves(before, after, cause), ...progress.moves];
    const put = {
      put: countedPayment.item(after),
      where: before ? Where.is({ sequence: before.sequence }) : Where.absent,
    };
    return {
      cards: await readCards(userId, moves),
      moves,
      writes: [put, ...progress.writes],
      ...entry,
      result: after,
    };
  });

/** Credits the platform's own challenges that a user completed before the identity check. Idempotent. */
export const credit = (userId: string): Promise<void> =>
  Booking.change<void>(userId, async () => {
    const open = (await listAll(challengeProgress, { userId })).filter(
      ({ programId, credited }) => programId === PLATFORM && credited === undefined,
    );
    const { moves, writes } = await countChallenges(userId, await named(open), NO_PAYMENT);
    return {
      cards: await readCards(userId, moves),
      moves,
      writes,
      reason: "challenges that were completed before the identity was checked",
      reference: { kind: "loyalty_program", id: PLATFORM },
      result: undefined,
    };
  });

const readCards = (userId: string, moves: readonly Move[]) =>
  Booking.readCards(
    [...new Set(moves.map(({ programId }) => programId))].map((programId) => ({ userId, programId })),
  );

/** Returns what a payment counts for. Its points rate and day stay those of its first event. */
function next(
  before: Counted | undefined,
  payment: CountedPayment,
  challenges: readonly ChallengeName[],
): Counted {
  const { transactionId: paymentId, userId, merchantId, sequence, paidMinor, goneMinor } = payment;
  const rate = before ? before.rate : payment.rate;
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
    day: before?.day ?? dayOf(payment.paidAt),
    challenges: challenges.map(({ programId, challengeId }) => ({ programId, challengeId })),
  };
}

/** Returns the moves of the payer's points. */
function pointsMoves(before: Counted | undefined, { rate, points, day }: Counted, cause: Cause): Move[] {
  const change = points - (before?.points ?? 0n);
  if (!rate || change === 0n) return [];
  const { programId } = rate;
  return change > 0n
    ? [{ programId, type: "earned", cause, to: (one) => give(one, day, change) }]
    : [{ programId, type: "taken_back", cause, to: (one) => takeBack(one, day, -change) }];
}

/** Returns the running challenges that a payment counts for: the platform's own and those of the payer's program. */
async function runningFor(programId: string | undefined, paidAt: string): Promise<Challenge[]> {
  const programs = [PLATFORM, ...(programId === undefined ? [] : [programId])];
  return (await Promise.all(programs.map((one) => running(one, paidAt)))).flat();
}

async function named(names: readonly ChallengeName[]): Promise<Challenge[]> {
  const items = await Table.getMany(names.map((one) => challenge.key(one)));
  return items.flatMap((item) => (item ? challenge.parse(item) : []));
}

/** A part that changes no progress. */
const NO_PAYMENT: Part = { merchantId: "", beforeMinor: 0n, afterMinor: 0n };

/** Returns how a payment changes a user's progress in challenges, and the points that follow. */
async function countChallenges(
  userId: string,
  challenges: readonly Challenge[],
  part: Part,
): Promise<{ readonly moves: readonly Move[]; readonly writes: readonly Table.Write[] }> {
  if (challenges.length === 0) return { moves: [], writes: [] };
  const now = Clock.nowIso();
  const [standing, ...items] = await Table.getMany([
    Kyc.keyOf(userId),
    ...challenges.map(({ challengeId }) => challengeProgress.key({ userId, challengeId })),
  ]);
  const { status, level } = Kyc.fromItem(userId, standing);
  // The platform's own challenges are open to every account, and accounts are free: only verified users earn points.
  const mayEarn = ({ programId }: Challenge) =>
    programId !== PLATFORM || (status === "VALIDATED" && level > 0);
  const all = challenges.map((one, at) => {
    const item = items[at];
    const before = item ? challengeProgress.parse(item) : begun(userId, one);
    const { progress, moves } = outcomeOf(one, counted(before, part), now, mayEarn(one));
    return { moves, writes: progressWrites(before, progress) };
  });
  return {
    moves: all.flatMap(({ moves }) => moves),
    writes: [
      // Fails if the user is verified concurrently; otherwise `credit` could miss this progress.
      ...(challenges.every(mayEarn) ? [] : [Kyc.stillAt(userId, standing)]),
      ...all.flatMap(({ writes }) => writes),
    ],
  };
}

/** Returns the writes that store a progress, unless it has changed since it was read, and announce its completion. */
function progressWrites(before: Progress, after: Progress): Table.Write[] {
  const put: Table.Write = {
    put: challengeProgress.item({ ...after, version: before.version + 1n }),
    where: challengeProgress.unchanged(before),
  };
  const { userId, challengeId, credited } = after;
  if (!credited || before.credited) return [put];
  return [put, Outbox.write(challengeCompleted, { userId, challengeId, points: String(credited.points) })];
}
