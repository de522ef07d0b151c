import { trades } from "../../../../contract/public/exchange/pairs.ts";
import * as Trades from "../../../../core/defi/exchange/trades.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../../_exchange.ts";
import { listOf } from "../../_view.ts";

export const handler = serve(trades, async ({ actor, params, query: { limit, cursor: after } }) => {
  const page = await Trades.list(actor.mode, params.id, { limit, after });
  return listOf(page.trades, page.next, (one) => View.trade(actor, one));
});
