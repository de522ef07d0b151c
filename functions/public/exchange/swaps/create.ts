import { create } from "../../../../contract/public/exchange/swaps.ts";
import type { Swapped } from "../../../../core/defi/exchange/schema.ts";
import * as Swaps from "../../../../core/defi/exchange/swap.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../../_exchange.ts";

export const handler = serve<typeof create, Swapped>(
  create,
  {
    reads: ({ owner, body: { asset_in: tokenIn, asset_out: tokenOut } }) =>
      Swaps.swapReads(owner, { tokenIn, tokenOut }),
    run: ({ actor, body, idempotency }) => {
      const { asset_in: tokenIn, asset_out: tokenOut, deadline } = body;
      const { amount_in: amountIn = "0", min_amount_out: minAmountOut = "0" } = body;
      const { amount_out: amountOut, max_amount_in: maxAmountIn = "0" } = body;
      const amounts = amountOut === undefined ? { amountIn, minAmountOut } : { amountOut, maxAmountIn };
      return Swaps.swap(actor, { tokenIn, tokenOut, deadline, ...amounts }, idempotency);
    },
  },
  (made, { actor }) => View.swap(actor, made),
);
