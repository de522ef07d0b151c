import { pin } from "../../../contract/mobile/cards.ts";
import { requireIssued } from "../../../core/payments/issuing/index.ts";
import * as Pin from "../../../core/payments/issuing/pin.ts";
import { serveCardControl } from "./_confirmed.ts";

export const handler = serveCardControl(pin, async ({ actor, params, body }) => {
  await requireIssued(actor, params.id);
  await Pin.change(actor, params.id, body.pin);
  return undefined;
});
