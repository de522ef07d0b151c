import { addLiquidity } from "../../../../contract/defi/exchange.ts";
import * as Liquidity from "../../../../core/defi/exchange/liquidity.ts";
import type { Added } from "../../../../core/defi/exchange/schema.ts";
import { serve } from "../../../_chain/serve.ts";
import { added } from "../_view.ts";

export const handler = serve<typeof addLiquidity, Added>(
  addLiquidity,
  ({ actor, body, idempotency }) => Liquidity.add(actor, body, idempotency),
  added,
);
