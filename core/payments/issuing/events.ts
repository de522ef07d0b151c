import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Write } from "../../platform/table/index.ts";
import type { OfCard } from "../cards/events.ts";
import type { IssuedCard } from "./schema.ts";

/** Events of issued cards for their holder. Amounts are decimal strings. */

interface OfPurchase extends OfCard {
  readonly merchant: string;
  readonly amount: string;
  readonly asset: string;
}

const QUEUE = "QUEUE_URL_NOTIFICATIONS";

export const cardIssued = Outbox.define<OfCard>()("card-issued", QUEUE);
export const cardFrozen = Outbox.define<OfCard>()("card-frozen", QUEUE);
/** The platform froze it: its owner cannot unfreeze it. */
export const cardRestricted = Outbox.define<OfCard>()("card-restricted", QUEUE);
export const cardUnfrozen = Outbox.define<OfCard>()("card-unfrozen", QUEUE);
/** The provider canceled it, or the account has another owner. */
export const issuedCardCanceled = Outbox.define<OfCard>()("issued-card-canceled", QUEUE);
/** The owner's device showed its number. */
export const cardViewed = Outbox.define<OfCard>()("card-viewed", QUEUE);
export const pinChanged = Outbox.define<OfCard>()("card-pin-changed", QUEUE);
/** A device started to add it to its wallet. */
export const cardProvisioned = Outbox.define<OfCard>()("card-provisioned", QUEUE);
export const purchaseDeclined = Outbox.define<OfPurchase & { readonly reason: string }>()(
  "card-purchase-declined",
  QUEUE,
);
export const purchaseHeld = Outbox.define<OfPurchase>()("card-purchase-held", QUEUE);
/** The captured amount may differ from the held one. */
export const purchaseTaken = Outbox.define<OfPurchase>()("card-purchase-taken", QUEUE);
/** As `purchaseHeld`, for an amount that is also notified by email. */
export const largePurchase = Outbox.define<OfPurchase>()("card-purchase-large", QUEUE);
/** `settled` is the part that paid debts. */
export const purchaseRefunded = Outbox.define<OfPurchase & { readonly settled: string }>()(
  "card-purchase-refunded",
  QUEUE,
);

/** Returns the webhook event of a card. @param card the card after the change, with its new version */
export const cardEvent = (
  type: "card.issued" | "card.frozen" | "card.unfrozen" | "card.canceled",
  { userId, cardId, createdAt, walletId, version, ...card }: IssuedCard,
): Write => {
  const owner = { mode: "live" as const, userId };
  const object = {
    ...ApiEvents.objectOf("card", owner, { id: cardId, createdAt }),
    wallet: walletId,
    type: card.type,
    brand: card.brand,
    last4: card.last4,
    status: card.status,
  };
  return ApiEvents.eventWrite(owner, type, object, version);
};
