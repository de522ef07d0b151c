import * as Kyc from "../../identity/kyc/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Booking from "../cards/booking.ts";
import { addPoints, dayOf, type Move, takeBack } from "../cards/points.ts";
import { type Card, PLATFORM } from "../cards/schema.ts";
import { referralRewarded } from "../events.ts";
import { referral, referralCount } from "./entity.ts";
import { shareClient } from "./index.ts";
import { leastForReferrals, MAX_REWARDED, REFERRAL_POINTS, type Referral } from "./schema.ts";

/**
 * Rewards referrals. Both users receive points once the new user is verified and has paid a merchant enough; the later of
 * these two events triggers it. If that payment is returned, both rewards are taken back until another payment counts.
 */

interface ReferredPayment {
  readonly userId: string;
  readonly paymentId: string;
  /** The merchant's owner. A payment to the referrer does not count. */
  readonly ownerId: string | undefined;
  /** The payment without its returned parts, in minor units. */
  readonly netMinor: bigint;
}

/** Records a payment, then rewards the referral or takes the rewards back. Idempotent. */
export async function recordPayment({
  userId,
  paymentId,
  ownerId,
  netMinor,
}: ReferredPayment): Promise<void> {
  const hasReferral = await Table.change<Referral | undefined, boolean>(
    () => Table.find(referral, { userId }),
    (found) => {
      const after =
        found &&
        withPayment(found, paymentId, netMinor >= leastForReferrals() && ownerId !== found.referrerId);
      return { writes: found && after ? [put(found, after)] : [], result: found !== undefined };
    },
  );
  if (hasReferral) await settle(userId);
}

/** Returns the referral with or without the payment; undefined if nothing changes. */
function withPayment(found: Referral, paymentId: string, counts: boolean): Referral | undefined {
  if (counts && found.paymentId === undefined) return { ...found, paymentId };
  if (counts || found.paymentId !== paymentId) return undefined;
  const { paymentId: _, ...rest } = found;
  return rest;
}

const put = (before: Referral, after: Referral): Table.Write => ({
  put: referral.item({ ...after, version: before.version + 1n }),
  where: referral.unchanged(before),
});

class LimitReached extends Error {
  override readonly name = "LimitReached";
}

/** Rewards a referral if its conditions are met, or takes the rewards back if they no longer are. */
export async function settle(userId: string): Promise<void> {
  try {
    await Booking.change<void>(userId, () => decide(userId));
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    await reject(userId, "limit");
  }
}

async function decide(userId: string): Promise<Booking.Decision<void>> {
  const found = await Table.find(referral, { userId });
  const reference = { kind: "referral", id: userId } as const;
  const nothing = { cards: [], moves: [], reason: "a referral", reference, result: undefined };
  if (!found || found.status === "refused") return nothing;
  if (found.rewarded && found.paymentId === undefined) return draftTakeBack(found, found.rewarded);
  if (found.rewarded || found.paymentId === undefined) return nothing;
  const { status, level } = await Kyc.read(userId);
  if (status !== "VALIDATED" || level < 1) return nothing;
  if (!(await shareClient(userId, found.referrerId))) return draftReward(found);
  return { ...nothing, writes: [put(found, { ...found, status: "refused", refusal: "same-client" })] };
}

const reject = (userId: string, refusal: Referral["refusal"]): Promise<void> =>
  Table.change<Referral | undefined, void>(
    () => Table.find(referral, { userId }),
    (found) => {
      const open = found?.status === "pending" ? found : undefined;
      const writes = open ? [put(open, { ...open, status: "refused", refusal })] : [];
      return { writes, result: undefined };
    },
  );

/** Returns the cards of both users and the moves of their points. */
async function moveBoth(
  { userId, referrerId }: Referral,
  type: Move["type"],
  to: Move["to"],
): Promise<{ readonly cards: Card[]; readonly moves: Move[] }> {
  const users = [userId, referrerId];
  const cause = { kind: "referral", id: userId } as const;
  return {
    cards: await Booking.readCards(users.map((one) => ({ userId: one, programId: PLATFORM }))),
    moves: users.map((one) => ({ userId: one, programId: PLATFORM, type, cause, to })),
  };
}

async function draftReward(found: Referral): Promise<Booking.Decision<void>> {
  const { userId, referrerId } = found;
  const at = Clock.nowIso();
  const [day, points] = [dayOf(at), REFERRAL_POINTS];
  const event = (one: string) => Outbox.write(referralRewarded, { userId: one, points: String(points) });
  return {
    ...(await moveBoth(found, "earned", (one) => addPoints(one, day, points))),
    writes: [
      put(found, { ...found, status: "rewarded", rewarded: { at, day, points } }),
      {
        update: referralCount.key({ userId: referrerId, year: day.slice(0, 4) }),
        add: { count: 1n },
        where: Where.any(Where.lacks("count"), Where.below("count", MAX_REWARDED)),
        onConditionFailed: () => new LimitReached(),
      },
      event(userId),
      event(referrerId),
    ],
    reason: `referral of ${userId}`,
    reference: { kind: "referral", id: userId },
    result: undefined,
  };
}

async function draftTakeBack(
  { rewarded: _, ...found }: Referral,
  { day, points }: NonNullable<Referral["rewarded"]>,
): Promise<Booking.Decision<void>> {
  const { userId, referrerId } = found;
  return {
    ...(await moveBoth(found, "taken_back", (one) => takeBack(one, day, points))),
    writes: [
      put(found, { ...found, status: "pending" }),
      {
        update: referralCount.key({ userId: referrerId, year: day.slice(0, 4) }),
        add: { count: -1n },
      },
    ],
    reason: `referral of ${userId} no longer counts`,
    reference: { kind: "referral", id: userId },
    result: undefined,
  };
}
