import { displayKey } from "../../../contract/mobile/cards.ts";
import { createDisplayKey } from "../../../core/payments/issuing/details.ts";
import { requireIssued } from "../../../core/payments/issuing/index.ts";
import { serveCardControl } from "./_confirmed.ts";

export const handler = serveCardControl(displayKey, async ({ actor, params, body: { nonce } }) => {
  await requireIssued(actor, params.id);
  return createDisplayKey(actor, params.id, nonce);
});
