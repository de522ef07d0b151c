import * as Kyc from "../../identity/kyc/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Booking from "../cards/booking.ts";
import { loyaltyCard } from "../cards/entity.ts";
import type { Move } from "../cards/moves.ts";
import { give, takeBack } from "../cards/points.ts";
import { type Card, PLATFORM } from "../cards/schema.ts";
import { blank } from "../cards/standing.ts";
import { leastForReferrals } from "../least.ts";
import { referral, referralCount } from "./entity.ts";
import { referralRewarded } from "./events.ts";
import { meet } from "./index.ts";
import { MAX_REWARDED, REFERRAL_POINTS, type Referral } from "./schema.ts";

/**
 * Rewarding referrals: both get points once the new account is verified and has paid a merchant enough. Whichever of
 * the two is told last does it. Where too little is left of that payment, both rewards go back, until another one
 * takes its place.
 */

/** A payment of somebody, as far as it counts here. */
export interface Paid {
  readonly userId: string;
  readonly paymentId: string;
  /** The merchant's owner: who pays whoever brought him has proven nothing. */
  readonly ownerId: string | undefined;
  /** What is left of it, in minor units. */
  readonly netMinor: bigint;
}

/** Takes note of a payment, and rewards or takes back what follows from it. Again, it changes nothing. */
export async function paid({ userId, paymentId, ownerId, netMinor }: Paid): Promise<void> {
  const noted = await Table.change<Referral | undefined, boolean>(
    () => Table.find(referral, { userId }),
    (found) => {
      const after =
        found && noting(found, paymentId, netMinor >= leastForReferrals() && ownerId !== found.referrerId);
      return { writes: found && after ? [keeping(found, after)] : [], result: found !== undefined };
    },
  );
  if (noted) await settle(userId);
}

/** The referral with a payment that counts, or without it; undefined where that changes nothing. */
function noting(found: Referral, paymentId: string, counts: boolean): Referral | undefined {
  if (counts && found.paymentId === undefined) return { ...found, paymentId };
  if (counts || found.paymentId !== paymentId) return undefined;
  const { paymentId: _, ...rest } = found;
  return rest;
}

const keeping = (before: Referral, after: Referral): Table.Write => ({
  put: referral.item({ ...after, version: before.version + 1n }),
  where: Where.is({ version: before.version }),
});

/** One too many of a year. */
class TooMany extends Error {
  override readonly name = "TooMany";
}

/** Rewards a referral that has come to that, or takes back what it has not come to any more. */
export async function settle(userId: string): Promise<void> {
  try {
    await Booking.change<void>(userId, () => decide(userId));
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    await refuse(userId, "limit");
  }
}

async function decide(userId: string): Promise<Booking.Decision<void>> {
  const found = await Table.find(referral, { userId });
  const reference = { kind: "referral", id: userId } as const;
  const nothing = { cards: [], moves: [], reason: "a referral", reference, result: undefined };
  if (!found || found.status === "refused") return nothing;
  if (found.rewarded && found.paymentId === undefined) return takingBack(found, found.rewarded);
  if (found.rewarded || found.paymentId === undefined) return nothing;
  const { status, level } = await Kyc.of(userId);
  if (status !== "VALIDATED" || level < 1) return nothing;
  if (!(await meet(userId, found.referrerId))) return rewarding(found);
  return { ...nothing, writes: [keeping(found, { ...found, status: "refused", refusal: "same-client" })] };
}

const refuse = (userId: string, refusal: Referral["refusal"]): Promise<void> =>
  Table.change<Referral | undefined, void>(
    () => Table.find(referral, { userId }),
    (found) => {
      const open = found?.status === "pending" ? found : undefined;
      const writes = open ? [keeping(open, { ...open, status: "refused", refusal })] : [];
      return { writes, result: undefined };
    },
  );

/** The cards of both, and what happens to their points. */
async function both(
  { userId, referrerId }: Referral,
  type: Move["type"],
  to: Move["to"],
): Promise<{ readonly cards: Card[]; readonly moves: Move[] }> {
  const users = [userId, referrerId];
  const items = await Table.getMany(
    users.map((one) => loyaltyCard.key({ userId: one, programId: PLATFORM })),
  );
  const cause = { kind: "referral", id: userId } as const;
  return {
    cards: users.map((one, at) => {
      const item = items[at];
      return item ? loyaltyCard.parse(item) : blank(one, PLATFORM, Clock.nowIso());
    }),
    moves: users.map((one) => ({ userId: one, programId: PLATFORM, type, cause, to })),
  };
}

async function rewarding(found: Referral): Promise<Booking.Decision<void>> {
  const { userId, referrerId } = found;
  const at = Clock.nowIso();
  const [day, points] = [at.slice(0, 10), REFERRAL_POINTS];
  const told = (one: string) => Outbox.write(referralRewarded, { userId: one, points: String(points) });
  return {
    ...(await both(found, "earned", (one) => give(one, day, points))),
    writes: [
      keeping(found, { ...found, status: "rewarded", rewarded: { at, day, points } }),
      {
        update: referralCount.key({ userId: referrerId, year: day.slice(0, 4) }),
        add: { count: 1n },
        where: Where.any(Where.lacks("count"), Where.below("count", MAX_REWARDED)),
        onConditionFailed: () => new TooMany(),
      },
      told(userId),
      told(referrerId),
    ],
    reason: `referral of ${userId}`,
    reference: { kind: "referral", id: userId },
    result: undefined,
  };
}

async function takingBack(
  { rewarded: _, ...found }: Referral,
  { day, points }: NonNullable<Referral["rewarded"]>,
): Promise<Booking.Decision<void>> {
  const { userId, referrerId } = found;
  return {
    ...(await both(found, "taken_back", (one) => takeBack(one, day, points))),
    writes: [
      keeping(found, { ...found, status: "pending" }),
      {
        update: referralCount.key({ userId: referrerId, year: day.slice(0, 4) }),
        add: { count: -1n },
      },
    ],
    reason: `referral of ${userId} does not count any more`,
    reference: { kind: "referral", id: userId },
    result: undefined,
  };
}
