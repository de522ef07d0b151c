import type { applePay } from "../../../contract/mobile/cards.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { Provisioning } from "../../../core/payments/issuing/details.ts";

/** What a telephone's wallet is given a card with. */
export const provisioned = ({
  card,
  ephemeralKey,
  primaryAccountIdentifier,
}: Provisioning): ResultOf<typeof applePay> => ({
  cardId: card.cardId,
  cardholderName: card.cardholderName,
  last4: card.last4,
  network: card.brand,
  primaryAccountIdentifier,
  ephemeralKey,
});
