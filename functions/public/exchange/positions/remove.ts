import { remove } from "../../../../contract/public/exchange/positions.ts";
import { removeLiquidity, removeReads } from "../../../../core/defi/exchange/remove-liquidity.ts";
import type { Removed } from "../../../../core/defi/exchange/schema.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../../_exchange.ts";

export const handler = serve<typeof remove, Removed>(
  remove,
  {
    reads: ({ owner, params }) => removeReads(owner, { positionId: params.id }),
    run: ({ actor, params, body, idempotency }) => {
      const { shares: lpTokens, min_base_amount: minAmount0, min_quote_amount: minAmount1 } = body;
      return removeLiquidity(actor, { positionId: params.id, lpTokens, minAmount0, minAmount1 }, idempotency);
    },
  },
  (removed, { actor }) => View.removed(actor, removed),
);
