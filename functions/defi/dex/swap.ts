import { swap } from "../../../contract/defi/dex.ts";
import * as Swaps from "../../../core/defi/exchange/swap.ts";
import { serve } from "../../_chain/serve.ts";
import { swapped } from "../../_views/exchange.ts";

export const handler = serve(
  swap,
  {
    reads: ({ owner, body }) => Swaps.swapReads(owner, body),
    run: ({ actor, body, idempotency }) => Swaps.swap(actor, body, idempotency),
  },
  swapped,
);
