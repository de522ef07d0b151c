import { displayKey } from "../../../contract/mobile/cards.ts";
import { createDisplayKey } from "../../../core/payments/issuing/details.ts";
import { requireIssued } from "../../../core/payments/issuing/index.ts";
import { serveConfirmed } from "../../_chain/proof.ts";

export const handler = serveConfirmed(displayKey, async ({ actor, params, body: { nonce } }) => {
  await requireIssued(actor, params.id);
  return createDisplayKey(actor, params.id, nonce);
});
