import { details } from "../../../contract/mobile/cards.ts";
import { readSecrets } from "../../../core/payments/issuing/details.ts";
import { requireIssued } from "../../../core/payments/issuing/index.ts";
import { serveCardControl } from "./_confirmed.ts";

export const handler = serveCardControl(details, async ({ actor, params }) => {
  await requireIssued(actor, params.id);
  const { number: cardNumber, cvc: cvv, card } = await readSecrets(actor, params.id);
  return {
    cardNumber,
    cvv,
    expiryMonth: String(card.expMonth).padStart(2, "0"),
    expiryYear: String(card.expYear),
    cardholderName: card.cardholderName,
  };
});
