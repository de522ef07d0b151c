import { read } from "../../../contract/mobile/cards.ts";
import * as Cards from "../../../core/payments/issuing/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as CardView from "../../_views/card.ts";

export const handler = serve(read, async ({ actor, params }) =>
  CardView.either(await Cards.fromId(actor, params.id)),
);
