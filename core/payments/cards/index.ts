import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { CardNotFound } from "./errors.ts";
import { cardKey, holderKey, holderOf, notPayable, read, shown } from "./holding.ts";
import { type Card, cardItem } from "./schema.ts";

/**
 * Cards (spec 3, section 2.2): what a user has saved with the provider to pay with. `setup.ts` and `saving.ts` save one, `status.ts`
 * follows the bank's word on it, `telling.ts` keeps the provider's default the same as ours, `leaving.ts` takes canceled cards from
 * the provider, `method.ts` looks at what would pay without our naming it.
 */

/** The actor's cards, canceled ones too: the default first, then the newest first. */
export async function list({ userId }: UserActor): Promise<Card[]> {
  const { holder, cards } = await read(userId);
  const all = cards.map((one) => shown(one, holder));
  return [...all.filter((one) => one.isDefault), ...all.filter((one) => !one.isDefault)];
}

/** One of the actor's cards. @throws CARD_NOT_FOUND, also for somebody else's */
export async function fromId({ userId }: UserActor, cardId: string): Promise<Card> {
  if (!Ids.pattern("card").test(cardId)) throw fail(CardNotFound);
  const [item, holder] = await Table.getMany([cardKey({ userId, cardId }), holderKey(userId)]);
  if (!item) throw fail(CardNotFound);
  return shown(cardItem.parse(item), holderOf(holder));
}

/**
 * The card, if it can be paid with. Whether it has expired is the provider's to say.
 * @throws CARD_NOT_ACTIVE with its status, where it is inactive, locked or canceled
 */
export function payable(card: Card): Card {
  if (card.status === "active") return card;
  throw notPayable(card);
}

export { checkMethod } from "./method.ts";
export { changeStatus } from "./status.ts";
