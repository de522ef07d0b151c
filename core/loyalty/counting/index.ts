import * as Kyc from "../../identity/kyc/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { pattern } from "../../kernel/ids/schema.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import * as Booking from "../cards/booking.ts";
import { addPoints, dayOf, type Move, takeBack } from "../cards/points.ts";
import { type Cause, PLATFORM } from "../cards/schema.ts";
import { challenge, challengeProgress } from "../challenges/entity.ts";
import { listRunning } from "../challenges/index.ts";
import { countPart, decideOutcome, newProgress, type Part } from "../challenges/progress.ts";
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
import type { CountedPayment, PaymentCount } from "./schema.ts";

/**
 * Counts payments for points, challenges and referrals. Each payment counts once, without its returned part, for events
 * in any order and repetition. Its `CountedPayment` item changes with the points.
 */

/** Counts a payment for points and challenges, and for the referral of its payer. */
export async function count(payment: CountedPayment): Promise<void> {
  const { userId, paymentId, netMinor } = await countPoints(payment);
  await Referrals.recordPayment({ userId, paymentId, netMinor, ownerId: payment.ownerId });
}

/** @returns the current count of the payment; a later event may have been counted already */
const countPoints = (payment: CountedPayment): Promise<PaymentCount> =>
  Booking.change<PaymentCount>(payment.userId, async () => {
    const { userId, transactionId: paymentId, merchantId } = payment;
    const before = await Table.find(countedPayment, { userId, paymentId });
    const entry = {
      reason: `payment ${paymentId} counts`,
      reference: { kind: pattern("payment").test(paymentId) ? "payment" : "payment_intent", id: paymentId },
    } as const;
    if (before && before.sequence >= payment.sequence)
      return { cards: [], moves: [], ...entry, result: before };
    const challenges = before
      ? await readChallenges(before.challenges)
      : await listRunningFor(payment.rate?.programId, payment.paidAt);
    const after = countPayment(before, payment, challenges);
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
export const creditCompleted = (userId: string): Promise<void> =>
  Booking.change<void>(userId, async () => {
    const open = (await listAll(challengeProgress, { userId })).filter(
      ({ programId, credited }) => programId === PLATFORM && credited === undefined,
    );
    const { moves, writes } = await countChallenges(userId, await readChallenges(open), NO_PAYMENT);
    return {
      cards: await readCards(userId, moves),
      moves,
      writes,
      reason: "challenges completed before the identity check",
      reference: { kind: "loyalty_program", id: PLATFORM },
      result: undefined,
    };
  });

const readCards = (userId: string, moves: readonly Move[]) =>
  Booking.readCards(
    [...new Set(moves.map(({ programId }) => programId))].map((programId) => ({ userId, programId })),
  );

/** Returns the count of a payment. Its points rate and day stay those of its first event. */
function countPayment(
  before: PaymentCount | undefined,
  payment: CountedPayment,
  challenges: readonly ChallengeName[],
): PaymentCount {
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

function pointsMoves(
  before: PaymentCount | undefined,
  { rate, points, day }: PaymentCount,
  cause: Cause,
): Move[] {
  const change = points - (before?.points ?? 0n);
  if (!rate || change === 0n) return [];
  const { programId } = rate;
  return change > 0n
    ? [{ programId, type: "earned", cause, to: (one) => addPoints(one, day, change) }]
    : [{ programId, type: "taken_back", cause, to: (one) => takeBack(one, day, -change) }];
}

/** Returns the running challenges that a payment counts for: of the platform and of the program that gives points. */
async function listRunningFor(programId: string | undefined, paidAt: string): Promise<Challenge[]> {
  const programs = [PLATFORM, ...(programId === undefined ? [] : [programId])];
  return (await Promise.all(programs.map((one) => listRunning(one, paidAt)))).flat();
}

async function readChallenges(names: readonly ChallengeName[]): Promise<Challenge[]> {
  const items = await Table.getMany(names.map((one) => challenge.key(one)));
  return items.flatMap((item) => (item ? challenge.parse(item) : []));
}

/** A part that changes no progress. */
const NO_PAYMENT: Part = { merchantId: "", beforeMinor: 0n, afterMinor: 0n };

/** Returns the changes of a user's progress in challenges by a payment, and of the points. */
async function countChallenges(
  userId: string,
  challenges: readonly Challenge[],
  part: Part,
): Promise<{ readonly moves: readonly Move[]; readonly writes: readonly Table.Write[] }> {
  if (challenges.length === 0) return { moves: [], writes: [] };
  const now = Clock.nowIso();
  const [kyc, ...items] = await Table.getMany([
    Kyc.keyOf(userId),
    ...challenges.map(({ challengeId }) => challengeProgress.key({ userId, challengeId })),
  ]);
  const { status, level } = Kyc.fromItem(userId, kyc);
  // Every free account can take part in the platform's own challenges, so only verified users earn their points.
  const mayEarn = ({ programId }: Challenge) =>
    programId !== PLATFORM || (status === "VALIDATED" && level > 0);
  const all = challenges.map((one, at) => {
    const item = items[at];
    const before = item ? challengeProgress.parse(item) : newProgress(userId, one);
    const { progress, moves } = decideOutcome(one, countPart(before, part), now, mayEarn(one));
    return { moves, writes: progressWrites(before, progress) };
  });
  return {
    moves: all.flatMap(({ moves }) => moves),
    writes: [
      // Fails if the user is verified concurrently; otherwise `creditCompleted` could miss this progress.
      ...(challenges.every(mayEarn) ? [] : [Kyc.assertUnchanged(userId, kyc)]),
      ...all.flatMap(({ writes }) => writes),
    ],
  };
}

/** Returns the writes that store a progress if the version is unchanged since it was read, and the event of its completion. */
function progressWrites(before: Progress, after: Progress): Table.Write[] {
  const put: Table.Write = {
    put: challengeProgress.item({ ...after, version: before.version + 1n }),
    where: challengeProgress.unchanged(before),
  };
  const { userId, challengeId, credited } = after;
  if (!credited || before.credited) return [put];
  return [put, Outbox.write(challengeCompleted, { userId, challengeId, points: String(credited.points) })];
}
