import { SvcError } from "../../kernel/errors.ts";
import { log } from "../../platform/log.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { eachDue } from "./due.ts";
import { untoldDue } from "./entity.ts";
import { type Holding, holderKey, read } from "./holding.ts";
import { type Holder, holderItem } from "./schema.ts";

/**
 * Telling the provider which card subscriptions and invoices are charged to: the default card as long as it is active, otherwise
 * none. Our own record changes first, together with the mark that the provider is to be told; whoever dies or fails before it is
 * told leaves the mark to the schedule.
 */

const MAX_ATTEMPTS = 5;

/** Tells the provider now. Whatever goes wrong here, the schedule mends. */
export async function tellSoon(userId: string): Promise<void> {
  try {
    await tell(userId);
  } catch (error) {
    log.warn("the provider is told of a default card later", { userId, error });
  }
}

/** Tells the provider what the default card is, until it is what was told. @throws as `Psp.call` */
async function tell(userId: string): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { holder, cards } = await read(userId);
    if (!holder) return;
    // After an attempt that was overtaken the mark may be gone, yet our own call may have been the provider's last.
    if (attempt === 1 && holder.untoldSince === undefined) return;
    await name(holder, chargeable({ holder, cards }));
    if (await marked(holder)) return;
  }
}

/** The provider's token of the card that may be charged, or an empty text, which unsets it. */
function chargeable({ holder, cards }: Holding): string {
  const card = cards.find(({ cardId }) => cardId === holder?.defaultCardId);
  return card?.status === "active" ? card.paymentMethodId : "";
}

async function name({ userId, customerId }: Holder, default_payment_method: string): Promise<void> {
  try {
    await Psp.call((stripe) =>
      stripe.customers.update(customerId, { invoice_settings: { default_payment_method } }),
    );
  } catch (error) {
    if (!(error instanceof SvcError && error.is(ProviderRefused))) throw error;
    // No later try would fare better: the provider's own record was changed by somebody else.
    log.error("the provider does not take a default card", { userId, customerId, error });
  }
}

/** @returns false when the holder has changed since it was read */
async function marked({ userId, version }: Holder): Promise<boolean> {
  try {
    await Table.update({
      key: holderKey(userId),
      update: "REMOVE untoldSince, duePk, dueSk",
      condition: "version = :seen",
      values: { ":seen": version },
    });
    return true;
  } catch (error) {
    if (error instanceof Table.ConditionFailed) return false;
    throw error;
  }
}

/**
 * Tells the provider of every default card that it does not know yet.
 * @returns how many were due
 */
export const tellDue = (): Promise<number> =>
  eachDue(untoldDue, (item) => tellSoon(holderItem.parse(item).userId));
