import { add } from "../../../../contract/defi/dex/liquidity.ts";
import * as Liquidity from "../../../../core/defi/exchange/liquidity.ts";
import type { Added } from "../../../../core/defi/exchange/schema.ts";
import { serve } from "../../../_chain/serve.ts";
import { added } from "../../../_views/exchange.ts";

export const handler = serve<typeof add, Added>(
  add,
  ({ actor, body, idempotency }) => Liquidity.add(actor, body, idempotency),
  added,
);
