import * as z from "zod";
import type { BankHandler } from "../../inbound/bank.ts";
import { positionOf } from "../../inbound/bank.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { log } from "../../platform/log.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { card as cardEntity, cardReference, detachDue } from "./entity.ts";
import { cardCanceled, cardLocked } from "./events.ts";
import { type HolderCards, type HolderChange, holderWrite, readCards, toCard } from "./index.ts";
import { type Card, type CardEvent, type Holder, type StoredCard, savedCardStates } from "./schema.ts";

/** The bank's events on cards (spec 3, section 6.2). */

/**
 * Sets the status of a card. A cancellation is final, and makes the newest active card the default if it cancels the
 * default card. The owner is notified of a lock and of a cancellation.
 * @param position the position of the event, sortable as text: an event before the latest changes nothing, except a
 *   cancellation
 * @returns the card after the event; undefined if the card is unknown
 * @throws CONTENTION
 */
export async function changeStatus(
  cardId: string,
  status: CardEvent,
  position?: string,
): Promise<Card | undefined> {
  const isId = Ids.pattern("card").test(cardId);
  const reference = isId ? await Table.find(cardReference, { cardId }) : undefined;
  if (!reference) return undefined;
  return Table.change(
    () => readCards(reference.userId),
    (holding) => planChange(holding, cardId, status, position),
  );
}

/**
 * Cancels the cards of an account's former owner, without a notification.
 * @param before ISO 8601: when the account was handed over
 */
export async function cancelAll(userId: string, before: string): Promise<void> {
  const { cards } = await readCards(userId);
  for (const { cardId } of cards.filter(({ createdAt }) => createdAt < before))
    await Table.change(
      () => readCards(userId),
      (holding) => planChange(holding, cardId, "canceled", undefined, false),
    );
}

function planChange(
  { holder, cards }: HolderCards,
  cardId: string,
  status: CardEvent,
  position: string | undefined,
  isNotified = true,
): Table.Decision<Card | undefined> {
  const card = cards.find((saved) => saved.cardId === cardId);
  if (!card || !holder) return { writes: [], result: undefined };
  if (!isNewer(card, status, position)) return { writes: [], result: toCard(card, holder.defaultCardId) };
  const after = { ...card, status, ...(position !== undefined && { eventPosition: position }) };
  const change = holderChange(holder, cards, card, after);
  return {
    writes: [
      ...[holderWrite(card.userId, holder, change), cardWrite(card, after)],
      ...(isNotified ? eventWrites(card, after) : []),
    ],
    result: toCard(after, "defaultCardId" in change ? change.defaultCardId : holder.defaultCardId),
  };
}

/** Returns whether an event changes the card or its position. */
function isNewer(card: StoredCard, status: CardEvent, position: string | undefined): boolean {
  if (savedCardStates.next(card.status, status) === undefined) return false;
  // A cancellation holds in any order.
  if (status === "canceled") return true;
  return position === undefined ? status !== card.status : position > (card.eventPosition ?? "");
}

function holderChange(
  { count, defaultCardId }: Holder,
  cards: readonly StoredCard[],
  before: StoredCard,
  after: StoredCard,
): HolderChange {
  const isCanceled = after.status === "canceled";
  const isDefault = defaultCardId === after.cardId;
  const heir = cards.find(({ cardId, status }) => cardId !== after.cardId && status === "active");
  return {
    ...(isCanceled && { count: count - 1n }),
    ...(isCanceled && isDefault && { defaultCardId: heir?.cardId }),
    // The provider charges the default only while it is active.
    ...(isDefault && after.status !== before.status && { dueSince: Clock.nowIso() }),
  };
}

const cardWrite = (before: StoredCard, { status, eventPosition }: StoredCard): Table.Write => ({
  update: cardEntity.key(before),
  set: {
    status,
    eventPosition,
    ...(status === "canceled" && detachDue.at(before.userId, Clock.nowIso())),
  },
  where: Where.is({ status: before.status }),
});

function eventWrites(before: StoredCard, { userId, cardId, last4, status }: StoredCard): Table.Write[] {
  if (status === before.status) return [];
  if (status === "locked") return [Outbox.write(cardLocked, { userId, cardId, last4 })];
  return status === "canceled" ? [Outbox.write(cardCanceled, { userId, cardId, last4 })] : [];
}

/** @throws ZodError without a card id: the event then ends in the dead-letter queue */
const cardEvent = z.looseObject({ cardId: z.string() });

const handleStatus =
  (status: CardEvent): BankHandler =>
  async (event) => {
    const { cardId } = cardEvent.parse(event.data);
    const card = await changeStatus(cardId, status, positionOf(event));
    if (card) return `card ${cardId} is ${card.status}`;
    log.warn(
      "bank event: no saved card has this id, status not changed and not retried; compare cardId with the bank",
      { eventId: event.eventId, cardId },
    );
    return "unknown card";
  };

export const handlers: Readonly<Record<string, BankHandler>> = {
  "card.activated": handleStatus("active"),
  "card.locked": handleStatus("locked"),
  "card.canceled": handleStatus("canceled"),
};
