import { recover } from "../../kernel/errors.ts";
import * as Due from "../../platform/due/index.ts";
import { log } from "../../platform/log.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { card as cardEntity, detachDue } from "./entity.ts";
import { read } from "./holder.ts";
import type { StoredCard } from "./schema.ts";

/**
 * Detaching canceled cards at the provider, where whoever holds an intent's client secret may pay with any
 * card of its customer. A cancellation marks the card as due, so the schedule mends what fails.
 *
 * A locked card is not detached: that is for good, and a lock may be lifted. We refuse it (`payable`,
 * `checkMethod`), and its bank declines it.
 */

/** Has the provider detach every canceled card that it still holds. @returns how many were due */
export const detachDueCards = (): Promise<number> =>
  Due.sweep(detachDue, (item) => detach(cardEntity.parse(item)), { batch: 25, concurrency: 5 });

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
