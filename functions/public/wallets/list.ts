import { list } from "../../../contract/public/wallets.ts";
import * as Portfolio from "../../../core/defi/portfolio/index.ts";
import { serve } from "../../_chain/public-api.ts";
import { pageOf } from "../_view.ts";
import { wallet } from "../_wallets.ts";

export const handler = serve(list, {
  reads: ({ owner }) => Portfolio.walletsReads(owner),
  run: async ({ actor, query }) => {
    const wallets = await Portfolio.wallets(actor);
    const matching = wallets.filter(({ asset }) => (query.asset ?? asset.symbol) === asset.symbol);
    return pageOf(matching.toReversed(), query, (one) => wallet(actor, one));
  },
});
