import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { sum } from "../../kernel/money/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, listAll, list as pageOf } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { NotEnrolled } from "../errors.ts";
import * as Programs from "../programs/index.ts";
import type { Program } from "../programs/schema.ts";
import * as Booking from "./booking.ts";
import { loyaltyCard, loyaltyCardCount, pointsLine, programMember } from "./entity.ts";
import { pointsAt, sumExpiring } from "./expiry.ts";
import { balanceOf, daysAfter, earnedOf, type TierStatus, tierStatusOf } from "./points.ts";
import { type Card, LEFT_CARD_DAYS, type Line, NOTICE_DAYS, PLATFORM } from "./schema.ts";

/** A user's loyalty cards: points, tier, history. `enrolling.ts` joins a program. */

type User = Pick<LiveActor, "userId">;

export interface CardWithProgram {
  readonly card: Card;
  readonly program: Program;
}

/**
 * Leaves a program. The points stay for at most 90 days, in case the user joins again, and then expire.
 * @throws NOT_ENROLLED
 */
export const leaveProgram = ({ userId }: LiveActor, programId: string): Promise<void> =>
  Booking.change<void>(userId, async () => {
    const card = programId === PLATFORM ? undefined : await Table.find(loyaltyCard, { userId, programId });
    if (card?.status !== "active" || card.number === undefined) throw fail(NotEnrolled);
    const now = Clock.nowIso();
    return {
      cards: [card],
      moves: [],
      changeCard: (one) => ({
        ...one,
        status: "left",
        leftAt: now,
        keptUntil: daysAfter(now, LEFT_CARD_DAYS),
      }),
      writes: [
        { update: loyaltyCardCount.key({ userId }), add: { count: -1n }, where: Where.above("count", 0) },
        { remove: programMember.key({ programId, number: card.number }) },
      ],
      reason: `leaves ${programId}`,
      reference: { kind: "loyalty_program", id: programId },
      result: undefined,
    };
  });

/** Returns all cards of a user, including those of left programs and of the platform's own program. */
export const all = (userId: string): Promise<Card[]> => listAll(loyaltyCard, { userId });

/** Returns whether the card's user is a member of the program. */
export const isActive = ({ status, number }: Card): boolean => status === "active" && number !== undefined;

/** Returns the cards of the programs that a user is a member of, latest joined first. */
export async function list({ userId }: User): Promise<CardWithProgram[]> {
  const cards = (await all(userId)).filter(isActive);
  const programs = await Programs.fromIds(cards.map(({ programId }) => programId));
  return cards
    .flatMap((card) => {
      const program = programs.get(card.programId);
      return program ? [{ card, program }] : [];
    })
    .sort((a, b) => (a.card.joinedAt < b.card.joinedAt ? 1 : -1));
}

export interface Overview extends TierStatus {
  /** The current balance. */
  readonly points: bigint;
  /** Points earned within 12 months. */
  readonly earned: bigint;
  /** Points taken back after they were spent. The next earned points pay them. */
  readonly owed: bigint;
  /** Points that expire within 30 days, and when the first of them do: ISO 8601. */
  readonly expiring: { readonly points: bigint; readonly at: string | undefined };
}

export function overviewOf(cards: readonly Card[], now: string = Clock.nowIso()): Overview {
  const points = cards.map((card) => pointsAt(card, now));
  const earned = sum(points.map(earnedOf));
  const expiring = cards.map((card) => sumExpiring(card, now, NOTICE_DAYS));
  return {
    ...tierStatusOf(earned),
    points: sum(points.map(balanceOf)),
    earned,
    owed: sum(points.map(({ owed }) => owed)),
    expiring: {
      points: sum(expiring.map((one) => one.points)),
      at: expiring.flatMap(({ at }) => at ?? []).sort()[0],
    },
  };
}

export const overview = async ({ userId }: User): Promise<Overview> => overviewOf(await all(userId));

/**
 * Returns a page of a user's points history, newest first.
 * @param after the last line's id of the previous page
 */
export const history = (
  { userId }: User,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<ListPage<Line>> =>
  pageOf(
    pointsLine,
    { userId },
    { limit, after: after === undefined ? undefined : pointsLine.key({ userId, lineId: after }) },
  );
