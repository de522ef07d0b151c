import { remove } from "../../../../contract/defi/dex/liquidity.ts";
import * as Liquidity from "../../../../core/defi/exchange/liquidity.ts";
import type { Removed } from "../../../../core/defi/exchange/schema.ts";
import { serve } from "../../../_chain/serve.ts";
import { removed } from "../../../_views/exchange.ts";

export const handler = serve<typeof remove, Removed>(
  remove,
  ({ actor, body, idempotency }) => Liquidity.remove(actor, body, idempotency),
  removed,
);
