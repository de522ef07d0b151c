import * as ApiEvents from "../../platform/api-events/index.ts";
import type { Write } from "../../platform/table/index.ts";
import type { IssuedCard } from "./schema.ts";

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
