import type { LiveActor } from "../../identity/actor.ts";
import { fail, recover, type SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { same, text } from "../../kernel/texts/index.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { CARDS_PREFIX, card as cardEntity, cardHolder, defaultDue, isHolder } from "./entity.ts";
import { CardNotActive, CardNotFound } from "./errors.ts";
import type { Card, Holder, StoredCard } from "./schema.ts";

/**
 * Cards (spec 3, section 2.2): what a user has saved with the provider to pay with. `setup.ts` and
 * `saving.ts` save one, `status.ts` follows the bank's events, `default.ts` and `detach.ts` keep the provider
 * up to date, `method.ts` checks payment methods that are named by the provider's id.
 */

/** The actor's cards, canceled ones too: the default first, then the newest first. */
export async function list({ userId }: LiveActor): Promise<Card[]> {
  const { holder, cards } = await read(userId);
  const all = cards.map((card) => view(card, holder?.defaultCardId));
  return all.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** What `list` reads. */
export const listReads = ({ userId }: Pick<LiveActor, "userId">): Table.Reads => ({
  ranges: [cardsOf(userId)],
});

/** What `fromId` reads. */
export const keysOf = ({ userId }: Pick<LiveActor, "userId">, cardId: string): Table.Key[] => [
  cardEntity.key({ userId, cardId }),
  cardHolder.key({ userId }),
];

/** One of the actor's cards. @throws CARD_NOT_FOUND, also for somebody else's */
export async function fromId({ userId }: LiveActor, cardId: string): Promise<Card> {
  if (!Ids.pattern("card").test(cardId)) throw fail(CardNotFound);
  const [card, holder] = await Table.getMany(keysOf({ userId }, cardId));
  if (!card) throw fail(CardNotFound);
  return view(cardEntity.parse(card), holder && cardHolder.parse(holder).defaultCardId);
}

/** The card, if it is active. Whether it has expired is the provider's to say. @throws CARD_NOT_ACTIVE */
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

/**
 * Refuses a payment method that is one of the actor's inactive cards, or has the number of one. What the
 * provider does not know it refuses itself.
 * @throws CARD_NOT_ACTIVE with the card's id and status; as `Psp.call`
 */
export async function checkMethod({ userId }: LiveActor, paymentMethodId: string): Promise<void> {
  const { cards } = await read(userId);
  const saved = cards.filter((one) => one.paymentMethodId === paymentMethodId);
  const obstacle = saved.length > 0 ? unlessActive(saved) : await ofNumber(cards, paymentMethodId);
  if (obstacle) throw notPayable(obstacle);
}

/** One of the cards, where none of them is active. */
const unlessActive = (cards: readonly StoredCard[]): StoredCard | undefined =>
  cards.some(({ status }) => status === "active") ? undefined : cards[0];

/**
 * The card because of which an unsaved method cannot pay. The provider is asked only where there may be one.
 */
async function ofNumber(
  cards: readonly StoredCard[],
  paymentMethodId: string,
): Promise<StoredCard | undefined> {
  if (cards.every(({ status }) => status === "active")) return undefined;
  const card = await numbered(paymentMethodId);
  return card && (barring(cards, card) ?? unlessActive(cards.filter((one) => isSame(one, card))));
}

/**
 * What the provider knows of a method that is a card; nothing of what it does not take.
 * @throws as `Psp.call`
 */
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
