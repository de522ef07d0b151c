import type { LiveActor } from "../../identity/actor.ts";
import { recover } from "../../kernel/errors.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import { barring, isSame, type Numbered, notPayable, read } from "./holder.ts";
import type { StoredCard } from "./schema.ts";

/**
 * Payment methods that are named by the provider's id instead of a card of ours: the bank's word holds for
 * them too.
 */

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
