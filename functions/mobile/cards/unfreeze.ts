import { unfreeze } from "../../../contract/mobile/cards.ts";
import { requireIssued } from "../../../core/payments/issuing/index.ts";
import * as Status from "../../../core/payments/issuing/status.ts";
import { serve } from "../../_chain/serve.ts";
import * as CardView from "../../_views/card.ts";

export const handler = serve(unfreeze, async ({ actor, params }) => {
  await requireIssued(actor, params.id);
  return CardView.issued(await Status.unfreeze(actor, params.id));
});
