import { read } from "../../../contract/mobile/cards.ts";
import * as Cards from "../../../core/payments/issuing/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serve(read, async ({ actor, params }) => {
  const one = await Cards.fromId(actor, params.id);
  const providerCardId = one.source === "issued" ? (one.card.pspCardId ?? null) : null;
  return { ...View.card(one), providerCardId };
});
