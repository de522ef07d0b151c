import { recover } from "../../kernel/errors.ts";
import * as Due from "../../platform/due/index.ts";
import { log } from "../../platform/log.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { card as cardEntity, cardHolder, defaultDue, detachDue } from "./entity.ts";
import { type Holding, read } from "./index.ts";
import type { Holder, StoredCard } from "./schema.ts";

/**
 * Which card the provider charges for subscriptions and invoices: the default card while it is active,
 * otherwise none. Our own record changes first and is marked as due, so the schedule mends what fails.
 */

/** Sets the default card at the provider. Whatever goes wrong here, the schedule mends. */
export async function syncDefault(userId: string): Promise<void> {
  try {
    await Table.retry((attempt) => sync(userId, attempt));
  } catch (error) {
    log.warn("the provider learns of a default card later", { userId, error });
  }
}

/** @throws as `Psp.call`; ConditionFailed where the cards were changed meanwhile */
async function sync(userId: string, attempt: number): Promise<void> {
  const holding = await read(userId);
  const { holder } = holding;
  // After an attempt that was overtaken the mark may be gone, yet our own call may have been the provider's
  // last.
  if (!holder || (attempt === 1 && holder.dueSk === undefined)) return;
  await charge(holder, chargeable(holding));
  const where = Where.is({ version: holder.version });
  await Table.update(cardHolder.key({ userId }), { set: Due.done, where });
}

/** The provider's token of the card that may be charged, or an empty text, which unsets it. */
function chargeable({ holder, cards }: Holding): string {
  const card = cards.find(({ cardId }) => cardId === holder?.defaultCardId);
  return card?.status === "active" ? card.paymentMethodId : "";
}

/** Has the provider charge a payment method by default. */
const charge = ({ userId, customerId }: Holder, default_payment_method: string): Promise<unknown> =>
  recover(
    ProviderRefused,
    Psp.call((stripe) =>
      stripe.customers.update(customerId, { invoice_settings: { default_payment_method } }),
    ),
    // No later try would fare better: the provider's own record was changed by somebody else.
    (error) => log.error("the provider does not take a default card", { userId, customerId, error }),
  );

/** Sets every default card at the provider that it does not know yet. @returns how many were due */
export const syncDueDefaults = (): Promise<number> =>
  Due.sweep(defaultDue, (item) => syncDefault(cardHolder.parse(item).userId), Due.PROVIDER_PACE);

/** Has the provider detach every canceled card that it still holds. @returns how many were due */
export const detachDueCards = (): Promise<number> =>
  Due.sweep(detachDue, (item) => detach(cardEntity.parse(item)), Due.PROVIDER_PACE);

/** What fails stays due. */
async function detach(card: StoredCard): Promise<boolean> {
  try {
    const { cards } = await read(card.userId);
    // One token may have been saved as two cards: the last of them that is canceled takes it along.
    const isNeeded = cards.some(
      ({ paymentMethodId, status }) => paymentMethodId === card.paymentMethodId && status !== "canceled",
    );
    if (!isNeeded) await detachMethod(card);
    await Table.update(cardEntity.key(card), { set: Due.done, where: Where.exists });
  } catch (error) {
    log.warn("a canceled card is detached later", { cardId: card.cardId, error });
  }
  return true;
}

/** @throws as `Psp.call` */
const detachMethod = ({ cardId, paymentMethodId }: StoredCard): Promise<unknown> =>
  recover(
    ProviderRefused,
    Psp.call((stripe) => stripe.paymentMethods.detach(paymentMethodId)),
    // It has done so before, at a try whose answer was lost or at somebody else's word.
    (error) => log.info("the provider did not hold a canceled card", { cardId, error }),
  );
