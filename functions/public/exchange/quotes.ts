import { quotes } from "../../../contract/public/exchange.ts";
import * as Exchange from "../../../core/defi/exchange/index.ts";
import { serve } from "../../_chain/public-api.ts";
import * as View from "../_exchange.ts";

export const handler = serve(quotes, async ({ actor, query }) => {
  const { asset_in: tokenIn, asset_out: tokenOut, amount_in: amountIn, amount_out: amountOut } = query;
  const { slippage } = query;
  return View.quote(
    actor,
    await Exchange.quote(actor.mode, { tokenIn, tokenOut, amountIn, amountOut, slippage }),
  );
});
