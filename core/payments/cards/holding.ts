import { fail, type SvcError } from "../../kernel/errors.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { dueAt } from "./due.ts";
import { CARDS_PREFIX, card as cardEntity, cardHolder, leavingDue, untoldDue } from "./entity.ts";
import { CardNotActive } from "./errors.ts";
import { type Card, cardItem, type Holder, holderItem, type StoredCard } from "./schema.ts";

/**
 * A user's cards and what is true of all of them together. Whatever changes a card also raises the holder's version, so of two changes
 * at once the second is made anew of what the first one left.
 */

export interface Holding {
  /** Undefined before the first card. */
  readonly holder: Holder | undefined;
  /** Newest first. */
  readonly cards: readonly StoredCard[];
}

const HOLDER_SK = `${CARDS_PREFIX}HOLDER`;

export const holderKey = (userId: string): Key => cardHolder.key({ userId });
export const cardKey = (one: Pick<StoredCard, "userId" | "cardId">): Key => cardEntity.key(one);

/** All cards of a user, canceled ones too. */
export async function read(userId: string): Promise<Holding> {
  const pk = cardHolder.partition({ userId });
  const items = await Table.queryAll({ pk, beginsWith: CARDS_PREFIX });
  return {
    holder: holderOf(items.find(({ sk }) => sk === HOLDER_SK)),
    cards: items
      .filter(({ sk }) => sk !== HOLDER_SK)
      .map((item) => cardItem.parse(item))
      .sort((a, b) => (a.cardId < b.cardId ? 1 : -1)),
  };
}

export const holderOf = (item: Table.Item | undefined): Holder | undefined => item && holderItem.parse(item);

/** A stored card as its owner sees it. */
export const shown = (one: StoredCard, holder: Holder | undefined): Card => ({
  ...one,
  isDefault: holder?.defaultCardId === one.cardId,
});

/** The write that puts a holder over the one that was read: refused when that has changed since. */
export function changed(seen: Holder | undefined, next: Omit<Holder, "version">): Table.Write {
  const { untoldSince, userId } = next;
  const version = (seen?.version ?? 0n) + 1n;
  return {
    put: { ...holderKey(userId), ...next, version, ...dueAt(untoldDue, userId, untoldSince) },
    ...(seen
      ? { condition: "version = :seen", values: { ":seen": seen.version } }
      : { condition: "attribute_not_exists(pk)" }),
  };
}

/** A card as the table keeps it. */
export const itemOf = (one: StoredCard): Key & Table.Item => ({
  ...cardKey(one),
  ...one,
  ...dueAt(leavingDue, one.userId, one.leavingSince),
});

/**
 * The card, of these, because of which a card of this number cannot be paid with or saved: one that the bank has locked or canceled.
 * A renewed card has the number of the old one, but expires later: it is another.
 */
export const barring = (cards: readonly StoredCard[], card: Numbered): StoredCard | undefined =>
  cards.find((one) => ["locked", "canceled"].includes(one.status) && isSame(one, card));

/** What tells a card from others. */
export type Numbered = Pick<StoredCard, "paymentMethodId" | "fingerprint" | "expMonth" | "expYear">;

/** Whether `card` is the card that was saved as `one`. */
export const isSame = (one: StoredCard, card: Numbered): boolean =>
  one.paymentMethodId === card.paymentMethodId ||
  (one.fingerprint !== undefined && one.fingerprint === card.fingerprint && months(card) <= months(one));

/** When a card expires, in months. */
const months = ({ expYear, expMonth }: Numbered): number => expYear * 12 + expMonth;

/** Why a card cannot be paid with. */
export const notPayable = ({ cardId, status }: Pick<StoredCard, "cardId" | "status">): SvcError =>
  fail(CardNotActive, {
    message: `This card is ${status}, so nothing can be paid with it.`,
    details: {
      fields: [
        { field: "cardId", message: cardId },
        { field: "status", message: status },
      ],
    },
  });
