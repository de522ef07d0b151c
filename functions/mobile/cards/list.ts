import { list } from "../../../contract/mobile/cards.ts";
import * as Cards from "../../../core/payments/issuing/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serve(list, async ({ actor }) => ({
  cards: (await Cards.list(actor)).map(View.card),
}));
