import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import { wholePartition } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import * as Programs from "../programs/index.ts";
import type { Program } from "../programs/schema.ts";
import * as Booking from "./booking.ts";
import { daysAfter } from "./calendar.ts";
import { loyaltyCard, loyaltyCardCount, programMember } from "./entity.ts";
import { NotEnrolled } from "./errors.ts";
import { type Card, KEPT_DAYS, PLATFORM } from "./schema.ts";

/** Loyalty cards. `enrolling.ts` joins a program. */

/** A card with the program that it is of. */
export interface Enrolled {
  readonly card: Card;
  readonly program: Program;
}

/**
 * Leaves a program. What was earned is kept for 90 days, for who comes back, and expires then.
 * @throws NOT_ENROLLED
 */
export const leave = ({ userId }: LiveActor, programId: string): Promise<void> =>
  Booking.change<void>(userId, async () => {
    const card = programId === PLATFORM ? undefined : await Table.find(loyaltyCard, { userId, programId });
    if (card?.status !== "active" || card.number === undefined) throw fail(NotEnrolled);
    const now = Clock.nowIso();
    return {
      cards: [card],
      moves: [],
      become: (one) => ({ ...one, status: "left", leftAt: now, keptUntil: daysAfter(now, KEPT_DAYS) }),
      writes: [
        { update: loyaltyCardCount.key({ userId }), add: { count: -1n }, where: Where.above("count", 0) },
        { remove: programMember.key({ programId, number: card.number }) },
      ],
      reason: `leaves ${programId}`,
      reference: { kind: "loyalty_program", id: programId },
      result: undefined,
    };
  });

/** All cards of a user, also of programs that were left and the platform's own. */
export async function all(userId: string): Promise<Card[]> {
  const items = await Table.queryAll(wholePartition(loyaltyCard, { userId }));
  return items.map((item) => loyaltyCard.parse(item));
}

/** What `all` reads, and `list` first. */
export const reads = ({ userId }: Pick<LiveActor, "userId">): Table.Reads => ({
  ranges: [wholePartition(loyaltyCard, { userId })],
});

/** Whether its user is in the program. */
export const isActive = ({ status, number }: Card): boolean => status === "active" && number !== undefined;

/** The programs that a user is in, with the cards, the latest joined first. */
export async function list({ userId }: Pick<LiveActor, "userId">): Promise<Enrolled[]> {
  const cards = (await all(userId)).filter(isActive);
  const programs = await Programs.fromIds(cards.map(({ programId }) => programId));
  return cards
    .flatMap((card) => {
      const program = programs.get(card.programId);
      return program ? [{ card, program }] : [];
    })
    .sort((a, b) => (a.card.joinedAt < b.card.joinedAt ? 1 : -1));
}
