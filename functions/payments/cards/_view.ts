import type * as Contract from "../../../contract/payments/cards.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { Card } from "../../../core/payments/cards/schema.ts";

/** A card as its routes show it. */
export const card = (one: Card): ResultOf<typeof Contract.create>["data"] => ({
  id: one.cardId,
  brand: one.brand,
  last4: one.last4,
  expMonth: one.expMonth,
  expYear: one.expYear,
  isDefault: one.isDefault,
  status: one.status,
  type: one.type,
});
