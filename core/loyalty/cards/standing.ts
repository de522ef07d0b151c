import * as Due from "../../platform/due/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { daysAfter, expiryOf } from "./calendar.ts";
import { loyaltyCard, pointsDue } from "./entity.ts";
import { pointsExpiring } from "./events.ts";
import type { Move } from "./moves.ts";
import { balanceOf, expire, type Points } from "./points.ts";
import { type Card, type Lot, WARNED_DAYS } from "./schema.ts";

/** A card in time: which of its points are there still, which expire soon, and when it is to be looked at. */

/** A card that nothing was ever on. */
export const blank = (userId: string, programId: string, now: string): Card => ({
  userId,
  programId,
  status: "active",
  joinedAt: now,
  lots: [],
  owed: 0n,
  updatedAt: now,
  version: 0n,
});

/** When points of a card that were earned on a day are no more. */
export const expiresAt = ({ keptUntil }: Pick<Card, "keptUntil">, day: string): string => {
  const expiry = expiryOf(day);
  return keptUntil !== undefined && keptUntil < expiry ? keptUntil : expiry;
};

/** The points of a card that are there at an instant, whether the schedule has come to those that expired. */
export const pointsAt = (card: Card, now: string): Points =>
  expire(card, (day) => expiresAt(card, day) <= now);

/** What expires of a card within so many days, and when the first of it does. */
export function expiringOf(
  card: Card,
  now: string,
  days: number,
): { readonly points: bigint; readonly at: string | undefined } {
  const until = daysAfter(now, days);
  const soon = pointsAt(card, now).lots.filter((lot) => lot.left > 0n && expiresAt(card, lot.day) <= until);
  return {
    points: balanceOf({ lots: soon }),
    at: soon.map(({ day }) => expiresAt(card, day)).sort()[0],
  };
}

/** Nobody is told more often than weekly: what expires within a week more is told with it. */
const TOLD_TOGETHER_DAYS = 7;

interface Tended {
  readonly card: Card;
  /** What has expired. */
  readonly expiry: readonly Move[];
  /** What its owner is told of. */
  readonly events: readonly Table.Write[];
}

/** What is due on a card: what has expired is to go, and what expires soon is told. The same card: nothing. */
export function tended(card: Card, now: string): Tended {
  const isOver = (lot: Lot) => expiresAt(card, lot.day) <= now;
  const over = card.lots.filter(isOver);
  const { userId, programId } = card;
  const days = new Set(over.map(({ day }) => day));
  const expiry: Move[] = over.map(({ day }) => ({
    programId,
    type: "expired",
    cause: { kind: "expiry", id: day },
    to: (points) => expire(points, (one) => one === day),
  }));
  const left = card.lots.filter((lot) => !days.has(lot.day) && lot.left > 0n);
  const isUntold = ({ day }: Lot) => expiresAt(card, day) > (card.toldUntil ?? "");
  const isNear = ({ day }: Lot) => expiresAt(card, day) <= daysAfter(now, WARNED_DAYS);
  if (!left.some((lot) => isUntold(lot) && isNear(lot))) return { card, expiry, events: [] };
  const { points, at = now } = expiringOf(card, now, WARNED_DAYS + TOLD_TOGETHER_DAYS);
  return {
    card: { ...card, toldUntil: daysAfter(now, WARNED_DAYS + TOLD_TOGETHER_DAYS) },
    expiry,
    events: [Outbox.write(pointsExpiring, { userId, programId, points: String(points), at })],
  };
}

/** When a card is to be looked at again: undefined where nothing on it can expire. */
export function dueAt(card: Card): string | undefined {
  const times = card.lots.map(({ day, left }) => {
    const expiry = expiresAt(card, day);
    const isTold = left === 0n || expiry <= (card.toldUntil ?? "");
    return isTold ? expiry : daysAfter(expiry, -WARNED_DAYS);
  });
  return times.sort()[0];
}

/** The write that keeps a card, over exactly the one that was read. */
export function keeping(before: Card, after: Card, now: string): Table.Write[] {
  const card = { ...after, updatedAt: now, version: before.version + 1n };
  const due = dueAt(card);
  return [
    {
      put: {
        ...loyaltyCard.item(card),
        ...(due === undefined ? Due.done : pointsDue.at(card.userId, due)),
      },
      where: before.version === 0n ? Where.absent : Where.is({ version: before.version }),
    },
  ];
}
