import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Write } from "../../platform/table/index.ts";
import type { IssuedCard } from "./schema.ts";

/** What happened with a card that we have issued: its owner is told. Amounts are decimal strings. */

interface OfCard {
  readonly userId: string;
  readonly cardId: string;
  readonly last4: string;
}

interface OfPurchase extends OfCard {
  readonly merchant: string;
  readonly amount: string;
  readonly asset: string;
}

const QUEUE = "QUEUE_URL_NOTIFICATIONS";

export const cardIssued = Outbox.define<OfCard>()("card-issued", QUEUE);
export const cardFrozen = Outbox.define<OfCard>()("card-frozen", QUEUE);
export const cardUnfrozen = Outbox.define<OfCard>()("card-unfrozen", QUEUE);
/** The provider has canceled it, or the account has another owner. */
export const issuedCardCanceled = Outbox.define<OfCard>()("issued-card-canceled", QUEUE);
/** Somebody with the owner's device has seen its number. */
export const cardViewed = Outbox.define<OfCard>()("card-viewed", QUEUE);
export const pinChanged = Outbox.define<OfCard>()("card-pin-changed", QUEUE);
/** It was put into a telephone's wallet, or that was begun. */
export const cardProvisioned = Outbox.define<OfCard>()("card-provisioned", QUEUE);
export const purchaseDeclined = Outbox.define<OfPurchase & { readonly reason: string }>()(
  "card-purchase-declined",
  QUEUE,
);
/** An amount was set aside for a merchant. */
export const purchaseHeld = Outbox.define<OfPurchase>()("card-purchase-held", QUEUE);
/** A merchant has taken what was set aside, or more or less of it. */
export const purchaseTaken = Outbox.define<OfPurchase>()("card-purchase-taken", QUEUE);
/** As `purchaseHeld`, for an amount that is worth a letter. */
export const largePurchase = Outbox.define<OfPurchase>()("card-purchase-large", QUEUE);
/** `settled`: what of it has paid what was owed. */
export const purchaseRefunded = Outbox.define<OfPurchase & { readonly settled: string }>()(
  "card-purchase-refunded",
  QUEUE,
);

/** What a card's owner's webhooks are told of it. @param card as it is after it, its version too */
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
  return ApiEvents.happened(owner, type, object, version);
};
