import { freeze } from "../../../contract/mobile/cards.ts";
import { requireIssued } from "../../../core/payments/issuing/index.ts";
import * as Status from "../../../core/payments/issuing/status.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serve(freeze, async ({ actor, params }) => {
  await requireIssued(actor, params.id);
  return View.issuedCard(await Status.freeze(actor, params.id));
});
