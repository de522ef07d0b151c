import type { UserActor } from "../../identity/actor.ts";
import { SvcError } from "../../kernel/errors.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import { barring, isSame, type Numbered, notPayable, read } from "./holder.ts";
import type { StoredCard } from "./schema.ts";

/**
 * Payment methods that a payment names by the provider's id instead of by a card of ours: the bank's word
 * holds for them too.
 */

/**
 * Refuses a payment method that is one of the actor's cards which cannot be paid with: the one that was
 * saved, or the same number given to the provider anew. What the provider does not know it refuses itself.
 * @throws CARD_NOT_ACTIVE with the card's id and status; as `Psp.call`
 */
export async function checkMethod({ userId }: UserActor, paymentMethodId: string): Promise<void> {
  const { cards } = await read(userId);
  const saved = cards.filter((one) => one.paymentMethodId === paymentMethodId);
  const obstacle = saved.length > 0 ? unlessActive(saved) : await ofNumber(cards, paymentMethodId);
  if (obstacle) throw notPayable(obstacle);
}

/** One of the cards, where none of them is active. */
const unlessActive = (cards: readonly StoredCard[]): StoredCard | undefined =>
  cards.some(({ status }) => status === "active") ? undefined : cards[0];

/**
 * The card because of which a method that is not saved cannot pay. The provider is asked only where there may
 * be one.
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
 * What the provider knows of a method that is a card.
 * @throws as `Psp.call`, but for what it does not take
 */
async function numbered(paymentMethodId: string): Promise<Numbered | undefined> {
  try {
    const { card } = await Psp.call((stripe) => stripe.paymentMethods.retrieve(paymentMethodId));
    if (!card) return undefined;
    const { fingerprint, exp_month: expMonth, exp_year: expYear } = card;
    return { paymentMethodId, fingerprint: fingerprint ?? undefined, expMonth, expYear };
  } catch (error) {
    if (error instanceof SvcError && error.is(ProviderRefused)) return undefined;
    throw error;
  }
}
