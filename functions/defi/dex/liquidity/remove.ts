import { remove } from "../../../../contract/defi/dex/liquidity.ts";
import { removeLiquidity, removeReads } from "../../../../core/defi/exchange/remove-liquidity.ts";
import { serve } from "../../../_chain/serve.ts";
import { removed } from "../../../_views/exchange.ts";

export const handler = serve(
  remove,
  {
    reads: ({ owner, body }) => removeReads(owner, body),
    run: ({ actor, body, idempotency }) => removeLiquidity(actor, body, idempotency),
  },
  removed,
);
