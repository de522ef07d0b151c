import * as Due from "../../platform/due/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import { pointsExpiring } from "../events.ts";
import { loyaltyCard, pointsDue } from "./entity.ts";
import { balanceOf, daysAfter, expire, expiryOf, type Move, type Points } from "./points.ts";
import { type Card, type Lot, NOTICE_DAYS } from "./schema.ts";

/** The points of a card over time: current, expiring and expired ones, and the next due time. */

export const newCard = (userId: string, programId: string, now: string): Card => ({
  userId,
  programId,
  status: "active",
  joinedAt: now,
  lots: [],
  owed: 0n,
  updatedAt: now,
  version: 0n,
});

/** Returns when a card's points of a day expire. */
const expiresAt = ({ keptUntil }: Pick<Card, "keptUntil">, day: string): string => {
  const expiry = expiryOf(day);
  return keptUntil !== undefined && keptUntil < expiry ? keptUntil : expiry;
};

/** Returns a card's points at an instant, without expired points that the schedule has not removed yet. */
export const pointsAt = (card: Card, now: string): Points =>
  expire(card, (day) => expiresAt(card, day) <= now);

/** Returns the points that expire within a number of days, and when the first of them do. */
export function sumExpiring(
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

/** A notice also covers the expiries of the following week, so a card causes at most one notice a week. */
const NOTICE_SPAN_DAYS = 7;

/** Returns a card after its due notice, the moves of its expired points, and the notice. */
export function processCard(
  card: Card,
  now: string,
): { readonly card: Card; readonly expiry: readonly Move[]; readonly events: readonly Table.Write[] } {
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
  const isUnannounced = ({ day }: Lot) => expiresAt(card, day) > (card.toldUntil ?? "");
  const isNear = ({ day }: Lot) => expiresAt(card, day) <= daysAfter(now, NOTICE_DAYS);
  if (!left.some((lot) => isUnannounced(lot) && isNear(lot))) return { card, expiry, events: [] };
  const { points, at = now } = sumExpiring(card, now, NOTICE_DAYS + NOTICE_SPAN_DAYS);
  return {
    card: { ...card, toldUntil: daysAfter(now, NOTICE_DAYS + NOTICE_SPAN_DAYS) },
    expiry,
    events: [Outbox.write(pointsExpiring, { userId, programId, points: String(points), at })],
  };
}

/** Returns when a card is due next; undefined if none of its points can expire. */
function dueAt(card: Card): string | undefined {
  const times = card.lots.map(({ day, left }) => {
    const expiry = expiresAt(card, day);
    const isAnnounced = left === 0n || expiry <= (card.toldUntil ?? "");
    return isAnnounced ? expiry : daysAfter(expiry, -NOTICE_DAYS);
  });
  return times.sort()[0];
}

/** Returns the write that stores a card if the version is unchanged since it was read. */
export function putCard(before: Card, after: Card, now: string): Table.Write {
  const card = { ...after, updatedAt: now, version: before.version + 1n };
  const due = dueAt(card);
  return {
    put: { ...loyaltyCard.item(card), ...(due === undefined ? Due.done : pointsDue.at(card.userId, due)) },
    where: loyaltyCard.unchanged(before),
  };
}
