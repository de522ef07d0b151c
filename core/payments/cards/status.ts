import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unavailable } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { cardReference } from "./entity.ts";
import { cardCanceled, cardLocked } from "./events.ts";
import { changed, type Holding, itemOf, read, shown } from "./holding.ts";
import type { Card, CardStatus, Holder, StoredCard } from "./schema.ts";

/** What the bank says of a card. */

const MAX_ATTEMPTS = 30;

/**
 * Sets the state that the bank's events tell. A canceled card stays canceled; a canceled default passes that on to the newest active
 * card, if there is one. The owner is told of a lock and of a cancellation, once.
 * @param place where the event stands among all others, as text that sorts so; one before the last that was heard changes nothing
 * @returns the card after, or undefined when there is none of that id
 */
export async function changeStatus(
  cardId: string,
  status: CardStatus,
  place?: string,
): Promise<Card | undefined> {
  if (!Ids.pattern("card").test(cardId)) return undefined;
  const reference = await Table.get(cardReference.key({ cardId }));
  if (!reference) return undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const held = await read(String(reference["userId"]));
    const card = held.cards.find((one) => one.cardId === cardId);
    if (!card || !held.holder) return undefined;
    if (!isNews(card, status, place)) return shown(card, held.holder);
    const after: StoredCard = {
      ...card,
      status,
      ...(place !== undefined && { toldPlace: place }),
      ...(status === "canceled" && { leavingSince: Clock.nowIso() }),
    };
    const next = holderAfter(held, held.holder, card, after);
    if (await written(held.holder, next, card, after)) return shown(after, { ...next, version: 0n });
    await Table.pause(Math.min(attempt, 5));
  }
  throw fail(Unavailable);
}

/** Whether a card, or when its state was last heard of, changes by this word of the bank. */
function isNews(card: StoredCard, status: CardStatus, place: string | undefined): boolean {
  if (card.status === "canceled") return false;
  // A cancellation holds whenever it comes.
  if (status === "canceled") return true;
  return place === undefined ? status !== card.status : place > (card.toldPlace ?? "");
}

function holderAfter(
  { cards }: Holding,
  holder: Holder,
  before: StoredCard,
  after: StoredCard,
): Omit<Holder, "version"> {
  const { defaultCardId, ...rest } = holder;
  const isCanceled = after.status === "canceled";
  const isDefault = defaultCardId === after.cardId;
  const heir = cards.find(({ cardId, status }) => cardId !== after.cardId && status === "active")?.cardId;
  const becomes = isDefault && isCanceled ? heir : defaultCardId;
  return {
    ...rest,
    count: isCanceled ? holder.count - 1n : holder.count,
    ...(becomes !== undefined && { defaultCardId: becomes }),
    // The provider charges the default only while it is active.
    ...(isDefault && after.status !== before.status && { untoldSince: Clock.nowIso() }),
  };
}

/** @returns whether it was written; another attempt may do it where not */
async function written(
  holder: Holder,
  next: Omit<Holder, "version">,
  before: StoredCard,
  after: StoredCard,
): Promise<boolean> {
  try {
    await Table.transact([
      changed(holder, next),
      {
        put: itemOf(after),
        condition: "#status = :before",
        names: { "#status": "status" },
        values: { ":before": before.status },
      },
      ...(after.status === before.status ? [] : letter(after)),
    ]);
    return true;
  } catch (error) {
    // Another card of the user, or this one, was changed since it was read.
    if (error instanceof Table.TransactionRefused) return false;
    throw error;
  }
}

function letter({ userId, cardId, last4, status }: StoredCard): Table.Write[] {
  if (status === "locked") return [Outbox.write(cardLocked, { userId, cardId, last4 })];
  if (status === "canceled") return [Outbox.write(cardCanceled, { userId, cardId, last4 })];
  return [];
}
