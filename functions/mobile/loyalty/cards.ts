import { cards } from "../../../contract/mobile/loyalty.ts";
import * as Cards from "../../../core/loyalty/cards/index.ts";
import { serve } from "../../_chain/serve.ts";
import { withBarcode } from "../../_views/loyalty.ts";

export const handler = serve(cards, async ({ actor }) => ({
  cards: await Promise.all((await Cards.list(actor)).map(withBarcode)),
}));
