import { history } from "../../../contract/mobile/loyalty.ts";
import * as Cards from "../../../core/loyalty/cards/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(history, async ({ actor, query: { limit, cursor } }) => {
  const { items, next } = await Cards.history(actor, { limit, after: cursor });
  return { history: items.map(View.line), nextCursor: next?.lineId ?? null };
});
