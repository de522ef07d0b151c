import type { LiveActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { card as cardEntity, cardHolder } from "./entity.ts";
import { CardNotFound } from "./errors.ts";
import { cardsOf, notPayable, read, view } from "./holder.ts";
import type { Card } from "./schema.ts";

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

export { checkMethod } from "./method.ts";
export { changeStatus } from "./status.ts";
