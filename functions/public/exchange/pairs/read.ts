import { read } from "../../../../contract/public/exchange/pairs.ts";
import * as Market from "../../../../core/defi/exchange/market.ts";
import * as Supply from "../../../../core/ledger/supply.ts";
import { serve } from "../../../_chain/public-api.ts";
import { pair } from "../../_exchange.ts";

export const handler = serve(read, async ({ actor, params }) => {
  const [summary, createdAt] = await Promise.all([
    Market.fromId(actor.mode, params.id),
    Supply.issuedAt(actor.mode),
  ]);
  return pair(actor, summary, createdAt);
});
