import { applePay } from "../../../contract/mobile/cards.ts";
import { provision } from "../../../core/payments/issuing/details.ts";
import { requireIssued } from "../../../core/payments/issuing/index.ts";
import { serveCardControl } from "./_confirmed.ts";
import { provisioned } from "./_view.ts";

export const handler = serveCardControl(applePay, async ({ actor, body: { cardId } }) => {
  await requireIssued(actor, cardId);
  return provisioned(await provision(actor, cardId));
});
