import { swap } from "../../../contract/defi/dex.ts";
import * as Exchange from "../../../core/defi/exchange/index.ts";
import type { Swapped } from "../../../core/defi/exchange/schema.ts";
import { serve } from "../../_chain/serve.ts";
import { swapped } from "../../_views/exchange.ts";

export const handler = serve<typeof swap, Swapped>(
  swap,
  {
    reads: ({ owner, body }) => Exchange.swapReads(owner, body),
    run: ({ actor, body, idempotency }) => Exchange.swap(actor, body, idempotency),
  },
  swapped,
);
