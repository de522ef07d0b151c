import { add } from "../../../../contract/defi/dex/liquidity.ts";
import { addLiquidity, addReads } from "../../../../core/defi/exchange/add-liquidity.ts";
import { serve } from "../../../_chain/serve.ts";
import { added } from "../../../_views/exchange.ts";

export const handler = serve(
  add,
  {
    reads: ({ owner, body }) => addReads(owner, body),
    run: ({ actor, body, idempotency }) => addLiquidity(actor, body, idempotency),
  },
  added,
);
