import * as ApiEvents from "../../../platform/api-events/index.ts";
import type { Write } from "../../../platform/table/index.ts";
import { CARD_ASSET } from "../schema.ts";
import type { Authorization, DeclineReason } from "./schema.ts";

/** What a card's owner's webhooks are told of a purchase. @param one as it is after it, its version too */
export const authorizationEvent = (
  type: "card.authorization.approved" | "card.authorization.declined" | "card.authorization.captured",
  one: Authorization,
  reason?: DeclineReason,
): Write => {
  const owner = { mode: "live" as const, userId: one.userId };
  const object = {
    ...ApiEvents.objectOf("card_authorization", owner, { id: one.authorizationId, createdAt: one.createdAt }),
    card: one.cardId,
    last4: one.last4,
    merchant: one.merchant.name,
    amount: ApiEvents.amountOf(one.amountMinor, CARD_ASSET),
    captured_amount: ApiEvents.amountOf(one.capturedMinor, CARD_ASSET),
    asset: CARD_ASSET,
    status: one.status,
    decline_reason: reason ?? null,
  };
  return ApiEvents.happened(owner, type, object, one.version);
};
