import { unfreeze } from "../../../contract/mobile/cards.ts";
import { requireIssued } from "../../../core/payments/issuing/index.ts";
import * as Status from "../../../core/payments/issuing/status.ts";
import { serveConfirmed } from "../../_chain/step-up.ts";
import * as CardView from "../../_views/card.ts";

export const handler = serveConfirmed(unfreeze, async ({ actor, params, confirm }) => {
  await requireIssued(actor, params.id);
  await confirm();
  return CardView.issued(await Status.unfreeze(actor, params.id));
});
