import type * as Contract from "../../../contract/payments/cards.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { Card } from "../../../core/payments/cards/schema.ts";

/** A card as its routes show it. */
export const view = (card: Card): ResultOf<typeof Contract.create>["data"] => ({
  id: card.cardId,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.expMonth,
  expYear: card.expYear,
  isDefault: card.isDefault,
  status: card.status,
  type: card.type,
});
