import { recover } from "../../kernel/errors.ts";
import * as Due from "../../platform/due/index.ts";
import { log } from "../../platform/log.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { card as cardEntity, cardHolder, defaultDue, detachDue } from "./entity.ts";
import { type HolderCards, readCards } from "./index.ts";
import type { Holder, StoredCard } from "./schema.ts";

/**
 * Synchronizes cards to the provider. It charges subscriptions to the default card while that is active. Canceled cards
 * are detached, since anyone with an intent's client secret may pay with any card of its customer. Our own record
 * changes first and becomes due, so the schedule repeats a failed call. A locked card is not detached, because that is
 * final: we reject it (`requirePayable`, `checkMethod`), and its bank declines it.
 */

/** Sets the default card at the provider. The schedule repeats a failed call, but not a rejected one. */
export async function syncDefault(userId: string): Promise<void> {
  try {
    await Table.retry((attempt) => trySync(userId, attempt));
  } catch (error) {
    log.warn("default card: not set at the provider, the next sweep retries", { userId, error });
  }
}

/** @throws as `Psp.call`; ConditionFailed after a concurrent update */
async function trySync(userId: string, attempt: number): Promise<void> {
  const holding = await readCards(userId);
  const { holder } = holding;
  // On a retry the due mark may be gone, removed by a concurrent call, although ours may have been the last there.
  if (!holder || (attempt === 1 && holder.dueSk === undefined)) return;
  await setDefaultMethod(holder, methodToCharge(holding));
  const where = cardHolder.unchanged(holder);
  await Table.update(cardHolder.key({ userId }), { set: Due.done, where });
}

/** Returns the provider's token of the card to charge; an empty text unsets it. */
function methodToCharge({ holder, cards }: HolderCards): string {
  const card = cards.find(({ cardId }) => cardId === holder?.defaultCardId);
  return card?.status === "active" ? card.paymentMethodId : "";
}

/** Sets the default payment method at the provider. */
const setDefaultMethod = ({ userId, customerId }: Holder, default_payment_method: string): Promise<unknown> =>
  recover(
    ProviderRefused,
    Psp.call((stripe) =>
      stripe.customers.update(customerId, { invoice_settings: { default_payment_method } }),
    ),
    // A retry would fail too. A possible cause: another client changed the customer or the card at the provider.
    (error) =>
      log.error("default card: rejected by the provider, not retried; check the customer's cards there", {
        userId,
        customerId,
        error,
      }),
  );

/** Sets every due default card at the provider. @returns the number of due cards */
export const syncDueDefaults = (): Promise<number> =>
  Due.sweep(defaultDue, (item) => syncDefault(cardHolder.parse(item).userId), Due.PROVIDER_PACE);

/** Detaches every due canceled card at the provider. @returns the number of due cards */
export const detachDueCards = (): Promise<number> =>
  Due.sweep(detachDue, (item) => detach(cardEntity.parse(item)), Due.PROVIDER_PACE);

/** Detaches a card. If the provider fails, the card stays due. */
async function detach(card: StoredCard): Promise<boolean> {
  try {
    const { cards } = await readCards(card.userId);
    // Two saved cards may share a token: it is detached with the last of them.
    const isNeeded = cards.some(
      ({ paymentMethodId, status }) => paymentMethodId === card.paymentMethodId && status !== "canceled",
    );
    if (!isNeeded) await detachMethod(card);
    await Table.update(cardEntity.key(card), { set: Due.done, where: Where.exists });
  } catch (error) {
    log.warn("canceled card: not detached at the provider, the next sweep retries", {
      userId: card.userId,
      cardId: card.cardId,
      error,
    });
  }
  return true;
}

/** @throws as `Psp.call` */
const detachMethod = ({ cardId, paymentMethodId }: StoredCard): Promise<unknown> =>
  recover(
    ProviderRefused,
    Psp.call((stripe) => stripe.paymentMethods.detach(paymentMethodId)),
    // The usual cause: it is detached already, by an attempt with a lost response or by another client.
    (error) => log.info("canceled card: detaching rejected by the provider, not retried", { cardId, error }),
  );
