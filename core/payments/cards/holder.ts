import { fail, type SvcError } from "../../kernel/errors.ts";
import { same, text } from "../../kernel/texts/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { CARDS_PREFIX, card as cardEntity, cardHolder, defaultDue, isHolder } from "./entity.ts";
import { CardNotActive } from "./errors.ts";
import type { Card, Holder, StoredCard } from "./schema.ts";

/**
 * A user's cards, and what is true of all of them together. Every change of a card raises the holder's
 * version, so of two changes at once the second is made anew.
 */

export interface Holding {
  /** Undefined before the first card. */
  readonly holder: Holder | undefined;
  /** Newest first. */
  readonly cards: readonly StoredCard[];
}

/** What `read` reads. */
export const cardsOf = (userId: string): Table.QueryInput => ({
  pk: cardHolder.partition({ userId }),
  beginsWith: CARDS_PREFIX,
});

/** All cards of a user, canceled ones too. */
export async function read(userId: string): Promise<Holding> {
  const items = await Table.queryAll(cardsOf(userId));
  const holder = items.find(isHolder);
  const cards = items.filter((item) => item !== holder).map(cardEntity.parse);
  return {
    holder: holder && cardHolder.parse(holder),
    cards: cards.sort((a, b) => (a.cardId < b.cardId ? 1 : -1)),
  };
}

/** A stored card as its owner sees it. */
export const view = (card: StoredCard, defaultCardId: string | undefined): Card => ({
  ...card,
  isDefault: card.cardId === defaultCardId,
});

/** What changes of a holder. */
export interface HolderChange extends Partial<Pick<Holder, "customerId" | "count" | "defaultCardId">> {
  /** Since when the provider is to learn which card is the default: ISO 8601. */
  readonly dueSince?: string | undefined;
}

/** The write that changes a holder. Refused where it is no longer as it was read. */
export const changing = (
  userId: string,
  seen: Holder | undefined,
  { dueSince, ...change }: HolderChange,
): Table.Write => ({
  update: cardHolder.key({ userId }),
  set: {
    userId,
    ...change,
    version: (seen?.version ?? 0n) + 1n,
    ...(dueSince !== undefined && defaultDue.at(userId, dueSince)),
  },
  where: Where.is({ version: seen?.version }),
});

/** What identifies a card's number. */
export type Numbered = Pick<StoredCard, "paymentMethodId" | "fingerprint" | "expMonth" | "expYear">;

/**
 * The locked or canceled card, of these, because of which a card of this number cannot be paid with or saved.
 * A renewed card has the same number and expires later: it is another.
 */
export const barring = (cards: readonly StoredCard[], card: Numbered): StoredCard | undefined =>
  cards.find((saved) => ["locked", "canceled"].includes(saved.status) && isSame(saved, card));

/** Whether `card` is the card that was saved. */
export const isSame = (saved: StoredCard, card: Numbered): boolean =>
  saved.paymentMethodId === card.paymentMethodId ||
  (saved.fingerprint !== undefined &&
    saved.fingerprint === card.fingerprint &&
    months(card) <= months(saved));

/** When a card expires, in months. */
const months = ({ expYear, expMonth }: Numbered): number => expYear * 12 + expMonth;

const states: Readonly<Record<string, string>> = {
  frozen: "gelée",
  locked: "bloquée",
  canceled: "résiliée",
  expired: "expirée",
};

/** A card's status in French. */
export const stateOf = (status: string): string =>
  Object.hasOwn(states, status) ? (states[status] as string) : "inactive";

/** Why a card cannot be paid with. */
export const notPayable = ({
  cardId,
  status,
}: Pick<StoredCard, "cardId"> & { readonly status: string }): SvcError =>
  fail(CardNotActive, {
    message: text(
      `This card is ${status}, so nothing can be paid with it.`,
      `Cette carte est ${stateOf(status)} : rien ne peut être payé avec elle.`,
    ),
    details: {
      fields: [
        { field: "cardId", message: same(cardId) },
        { field: "status", message: same(status) },
      ],
    },
  });
