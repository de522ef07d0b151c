import { history } from "../../../contract/mobile/loyalty.ts";
import * as Overview from "../../../core/loyalty/cards/overview.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(history, async ({ actor, query: { limit, cursor } }) => {
  const { items, next } = await Overview.history(actor, { limit, after: cursor });
  return { history: items.map(View.line), nextCursor: next?.lineId ?? null };
});
