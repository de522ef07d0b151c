import { create } from "../../../../contract/public/exchange/positions.ts";
import { addLiquidity, addReads } from "../../../../core/defi/exchange/add-liquidity.ts";
import type { Added } from "../../../../core/defi/exchange/schema.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../../_exchange.ts";

export const handler = serve<typeof create, Added>(
  create,
  {
    reads: ({ owner, body }) => addReads(owner, { pairId: body.pair }),
    run: ({ actor, body, idempotency }) => {
      const { pair: pairId, base_amount: amount0, quote_amount: amount1, slippage } = body;
      return addLiquidity(actor, { pairId, amount0, amount1, slippage }, idempotency);
    },
  },
  (added, { actor }) => View.added(actor, added),
);
