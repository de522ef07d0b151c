import { SvcError } from "../../kernel/errors.ts";
import { log } from "../../platform/log.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { eachDue } from "./due.ts";
import { leavingDue } from "./entity.ts";
import { cardKey, read } from "./holding.ts";
import { cardItem, type StoredCard } from "./schema.ts";

/**
 * Taking canceled cards from their owners at the provider, where whoever holds an intent's client secret may pay with any card of its
 * customer and never asks here. The mark is written with the cancellation; whoever dies or fails before the provider has let go leaves
 * it to the next run.
 *
 * A locked card stays with its owner: the provider never takes back what it has let go of, and a lock may be lifted. We refuse it
 * wherever we are asked (`payable`, `checkMethod`); beside us it is its bank, whose lock it is, that declines it.
 */

/** Has the provider let go of every canceled card that it still holds. @returns how many were due */
export const letGoDue = (): Promise<number> =>
  eachDue(leavingDue, async (item) => {
    const card = cardItem.parse(item);
    try {
      await letGo(card);
    } catch (error) {
      log.warn("the provider lets go of a canceled card later", { cardId: card.cardId, error });
    }
  });

/** @throws as `Psp.call` */
async function letGo(card: StoredCard): Promise<void> {
  const { cards } = await read(card.userId);
  // One token may have been saved as two cards: the last of them that is canceled takes it along.
  const isNeeded = cards.some(
    ({ paymentMethodId, status }) => paymentMethodId === card.paymentMethodId && status !== "canceled",
  );
  if (!isNeeded) await detach(card);
  await Table.update({
    key: cardKey(card),
    update: "REMOVE leavingSince, duePk, dueSk",
    condition: "attribute_exists(pk)",
  });
}

async function detach({ cardId, paymentMethodId }: StoredCard): Promise<void> {
  try {
    await Psp.call((stripe) => stripe.paymentMethods.detach(paymentMethodId));
  } catch (error) {
    if (!(error instanceof SvcError && error.is(ProviderRefused))) throw error;
    // It has done so before, at a try whose answer was lost or at somebody else's word.
    log.info("the provider did not hold a canceled card", { cardId, error });
  }
}
