import type { LiveActor } from "../../identity/actor.ts";
import { fail, recover, type SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { same, text } from "../../kernel/texts/index.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { CARDS_PREFIX, card as cardEntity, cardHolder, defaultDue, isHolder } from "./entity.ts";
import { CardNotActive, CardNotFound } from "./errors.ts";
import type { Card, Holder, StoredCard } from "./schema.ts";

/**
 * Saved cards (spec 3, section 2.2). `saving.ts` saves one, `status.ts` follows the bank's events, and `provider.ts`
 * keeps the provider up to date. Every change of a card raises the holder's version, so that concurrent changes are
 * decided one after the other.
 */

/** Lists the actor's cards, also canceled ones: the default first, then the newest first. */
export async function list({ userId }: LiveActor): Promise<Card[]> {
  const { holder, cards } = await read(userId);
  const all = cards.map((card) => view(card, holder?.defaultCardId));
  return all.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** Returns the inputs of `list`, for handlers that read them ahead. */
export const listReads = ({ userId }: Pick<LiveActor, "userId">): Table.Reads => ({
  ranges: [cardsOf(userId)],
});

/** Returns the inputs of `fromId`. */
export const keysOf = ({ userId }: Pick<LiveActor, "userId">, cardId: string): Table.Key[] => [
  cardEntity.key({ userId, cardId }),
  cardHolder.key({ userId }),
];

/** Returns one of the actor's cards. @throws CARD_NOT_FOUND, also for another user's */
export async function fromId({ userId }: LiveActor, cardId: string): Promise<Card> {
  if (!Ids.pattern("card").test(cardId)) throw fail(CardNotFound);
  const [card, holder] = await Table.getMany(keysOf({ userId }, cardId));
  if (!card) throw fail(CardNotFound);
  return view(cardEntity.parse(card), holder && cardHolder.parse(holder).defaultCardId);
}

/** Returns the card if it is active. The provider checks its expiry. @throws CARD_NOT_ACTIVE */
export function payable(card: Card): Card {
  if (card.status === "active") return card;
  throw notPayable(card);
}

export interface Holding {
  /** Undefined before the first card. */
  readonly holder: Holder | undefined;
  /** Newest first. */
  readonly cards: readonly StoredCard[];
}

export const cardsOf = (userId: string): Table.QueryInput => ({
  pk: cardHolder.partition({ userId }),
  beginsWith: CARDS_PREFIX,
});

/** Reads all cards of a user, also canceled ones. */
export async function read(userId: string): Promise<Holding> {
  const items = await Table.queryAll(cardsOf(userId));
  const holder = items.find(isHolder);
  const cards = items.filter((item) => item !== holder).map(cardEntity.parse);
  return {
    holder: holder && cardHolder.parse(holder),
    cards: cards.sort((a, b) => (a.cardId < b.cardId ? 1 : -1)),
  };
}

/** Returns a stored card as its owner sees it. */
export const view = (card: StoredCard, defaultCardId: string | undefined): Card => ({
  ...card,
  isDefault: card.cardId === defaultCardId,
});

export interface HolderChange extends Partial<Pick<Holder, "customerId" | "count" | "defaultCardId">> {
  /** When the default card became due at the provider: ISO 8601. */
  readonly dueSince?: string | undefined;
}

/** Returns the write that changes a holder over the version that was read. */
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
  where: cardHolder.unchanged(seen),
});

/** The fields that identify a card's number. */
export type Numbered = Pick<StoredCard, "paymentMethodId" | "fingerprint" | "expMonth" | "expYear">;

/**
 * Returns the locked or canceled card that bars a card of the same number. A renewed card expires later and counts as
 * another one.
 */
export const barring = (cards: readonly StoredCard[], card: Numbered): StoredCard | undefined =>
  cards.find((saved) => ["locked", "canceled"].includes(saved.status) && isSame(saved, card));

/** Returns whether `card` is the saved card. */
export const isSame = (saved: StoredCard, card: Numbered): boolean =>
  saved.paymentMethodId === card.paymentMethodId ||
  (saved.fingerprint !== undefined &&
    saved.fingerprint === card.fingerprint &&
    months(card) <= months(saved));

/** Returns the expiry of a card in months. */
const months = ({ expYear, expMonth }: Numbered): number => expYear * 12 + expMonth;

const states: Readonly<Record<string, string>> = {
  frozen: "gelée",
  locked: "bloquée",
  canceled: "résiliée",
  expired: "expirée",
};

/** Returns a card's status in French. */
export const stateOf = (status: string): string =>
  Object.hasOwn(states, status) ? (states[status] as string) : "inactive";

/** Returns the error of a card that cannot pay. */
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

/**
 * Rejects a payment method, named by the provider's id, that is one of the actor's inactive cards or has the number of
 * one. The provider rejects unknown ones itself.
 * @throws CARD_NOT_ACTIVE with the card's id and status; as `Psp.call`
 */
export async function checkMethod({ userId }: LiveActor, paymentMethodId: string): Promise<void> {
  const { cards } = await read(userId);
  const saved = cards.filter((one) => one.paymentMethodId === paymentMethodId);
  const obstacle = saved.length > 0 ? unlessActive(saved) : await ofNumber(cards, paymentMethodId);
  if (obstacle) throw notPayable(obstacle);
}

/** Returns one of the cards if none is active. */
const unlessActive = (cards: readonly StoredCard[]): StoredCard | undefined =>
  cards.some(({ status }) => status === "active") ? undefined : cards[0];

/** Returns the card that bars an unsaved method. Asks the provider only if there may be one. */
async function ofNumber(
  cards: readonly StoredCard[],
  paymentMethodId: string,
): Promise<StoredCard | undefined> {
  if (cards.every(({ status }) => status === "active")) return undefined;
  const card = await numbered(paymentMethodId);
  return card && (barring(cards, card) ?? unlessActive(cards.filter((one) => isSame(one, card))));
}

/** Reads the number of a method from the provider; undefined if it is not a card. @throws as `Psp.call` */
async function numbered(paymentMethodId: string): Promise<Numbered | undefined> {
  const method = await recover(
    ProviderRefused,
    Psp.call((stripe) => stripe.paymentMethods.retrieve(paymentMethodId)),
    () => undefined,
  );
  if (!method?.card) return undefined;
  const { fingerprint, exp_month: expMonth, exp_year: expYear } = method.card;
  return { paymentMethodId, fingerprint: fingerprint ?? undefined, expMonth, expYear };
}
