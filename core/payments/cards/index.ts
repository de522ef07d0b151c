import type { LiveActor } from "../../identity/actor.ts";
import { fail, recover } from "../../kernel/errors.ts";
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

/** Lists the actor's cards, including canceled ones: the default card first, then newest first. */
export async function list({ userId }: LiveActor): Promise<Card[]> {
  const { holder, cards } = await readCards(userId);
  const all = cards.map((card) => toCard(card, holder?.defaultCardId));
  return all.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** Returns the inputs of `list`, for handlers that read them ahead. */
export const listReads = ({ userId }: Pick<LiveActor, "userId">): Table.Reads => ({
  ranges: [cardsQuery(userId)],
});

/** Returns the inputs of `fromId`. */
export const keysOf = ({ userId }: Pick<LiveActor, "userId">, cardId: string): Table.Key[] => [
  cardEntity.key({ userId, cardId }),
  cardHolder.key({ userId }),
];

/** Returns one of the actor's cards. @throws CARD_NOT_FOUND, also for another user's card */
export async function fromId({ userId }: LiveActor, cardId: string): Promise<Card> {
  if (!Ids.pattern("card").test(cardId)) throw fail(CardNotFound);
  const [card, holder] = await Table.getMany(keysOf({ userId }, cardId));
  if (!card) throw fail(CardNotFound);
  return toCard(cardEntity.parse(card), holder && cardHolder.parse(holder).defaultCardId);
}

/** Returns the card if it is active. The provider checks its expiry. @throws CARD_NOT_ACTIVE */
export function requirePayable(card: Card): Card {
  if (card.status !== "active") throw notPayableError(card);
  return card;
}

const cardsQuery = (userId: string): Table.QueryInput => ({
  pk: cardHolder.partition({ userId }),
  beginsWith: CARDS_PREFIX,
});

/** Reads all cards of a user, including canceled ones, newest first. The holder is missing before the first card. */
export async function readCards(userId: string) {
  const items = await Table.queryAll(cardsQuery(userId));
  const holder = items.find(isHolder);
  const cards = items.filter((item) => item !== holder).map(cardEntity.parse);
  return {
    holder: holder && cardHolder.parse(holder),
    cards: cards.sort((a, b) => (a.cardId < b.cardId ? 1 : -1)),
  };
}
export type HolderCards = Awaited<ReturnType<typeof readCards>>;

export const toCard = (card: StoredCard, defaultCardId: string | undefined): Card => ({
  ...card,
  isDefault: card.cardId === defaultCardId,
});

export interface HolderChange extends Partial<Pick<Holder, "customerId" | "count" | "defaultCardId">> {
  /** When the default card became due at the provider: ISO 8601. */
  readonly dueSince?: string | undefined;
}

/** Returns the write that changes a holder if the version is unchanged since it was read. */
export const holderWrite = (
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

/** The fields that identify the number of a card. */
type CardNumber = Pick<StoredCard, "paymentMethodId" | "fingerprint" | "expMonth" | "expYear">;

/**
 * Returns the locked or canceled card that bars a card of the same number. A renewed card expires later and counts as
 * another card.
 */
export const findBarringCard = (cards: readonly StoredCard[], card: CardNumber): StoredCard | undefined =>
  cards.find((saved) => ["locked", "canceled"].includes(saved.status) && hasSameNumber(saved, card));

/** Returns whether both have the same token, or the same number and `card` expires no later. */
const hasSameNumber = (saved: StoredCard, card: CardNumber): boolean =>
  saved.paymentMethodId === card.paymentMethodId ||
  (saved.fingerprint !== undefined &&
    saved.fingerprint === card.fingerprint &&
    months(card) <= months(saved));

const months = ({ expYear, expMonth }: CardNumber): number => expYear * 12 + expMonth;

const french = new Map([
  ["frozen", "gelée"],
  ["locked", "bloquée"],
  ["canceled", "résiliée"],
  ["expired", "expirée"],
]);

/** Returns a card's status in French. */
export const frenchStatus = (status: string): string => french.get(status) ?? "inactive";

export const notPayableError = ({ cardId, status }: { readonly cardId: string; readonly status: string }) =>
  fail(CardNotActive, {
    message: text(
      `This card is ${status}. Use another card.`,
      `Cette carte est ${frenchStatus(status)}. Utilisez une autre carte.`,
    ),
    details: {
      fields: [
        { field: "cardId", message: same(cardId) },
        { field: "status", message: same(status) },
      ],
    },
  });

/**
 * Rejects a payment method of the provider that belongs to one of the actor's cards, by token or number, if the card is
 * not active. The provider rejects an unknown payment method itself.
 * @throws CARD_NOT_ACTIVE with the card's id and status; as `Psp.call`
 */
export async function checkMethod({ userId }: LiveActor, paymentMethodId: string): Promise<void> {
  const { cards } = await readCards(userId);
  const saved = cards.filter((one) => one.paymentMethodId === paymentMethodId);
  const obstacle = saved.length > 0 ? firstUnlessActive(saved) : await findByNumber(cards, paymentMethodId);
  if (obstacle) throw notPayableError(obstacle);
}

/** Returns whether a payment method of the provider is one of the actor's saved cards. */
export const isSavedMethod = async ({ userId }: LiveActor, paymentMethodId: string): Promise<boolean> =>
  (await readCards(userId)).cards.some((one) => one.paymentMethodId === paymentMethodId);

/** Returns the first of the cards if none is active. */
const firstUnlessActive = (cards: readonly StoredCard[]): StoredCard | undefined =>
  cards.some(({ status }) => status === "active") ? undefined : cards[0];

/** Finds the card that bars an unsaved method. Calls the provider only if a card of the user is not active. */
async function findByNumber(
  cards: readonly StoredCard[],
  paymentMethodId: string,
): Promise<StoredCard | undefined> {
  if (cards.every(({ status }) => status === "active")) return undefined;
  const card = await readNumber(paymentMethodId);
  return (
    card &&
    (findBarringCard(cards, card) ?? firstUnlessActive(cards.filter((one) => hasSameNumber(one, card))))
  );
}

/** Reads the number of a method from the provider; undefined if it is unknown there or not a card. @throws as `Psp.call` */
async function readNumber(paymentMethodId: string): Promise<CardNumber | undefined> {
  const method = await recover(
    ProviderRefused,
    Psp.call((stripe) => stripe.paymentMethods.retrieve(paymentMethodId)),
    () => undefined,
  );
  if (!method?.card) return undefined;
  const { fingerprint, exp_month: expMonth, exp_year: expYear } = method.card;
  return { paymentMethodId, fingerprint: fingerprint ?? undefined, expMonth, expYear };
}
