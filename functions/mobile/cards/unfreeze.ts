import { unfreeze } from "../../../contract/mobile/cards.ts";
import { requireIssued } from "../../../core/payments/issuing/index.ts";
import * as Status from "../../../core/payments/issuing/status.ts";
import * as View from "../../_views/mobile.ts";
import { serveCardControl } from "./_confirmed.ts";

export const handler = serveCardControl(unfreeze, async ({ actor, params, confirm }) => {
  await requireIssued(actor, params.id);
  await confirm();
  return View.issuedCard(await Status.unfreeze(actor, params.id));
});
