import { list } from "../../../contract/public/wallets.ts";
import * as Portfolio from "../../../core/defi/portfolio/index.ts";
import { serve } from "../../_chain/serve.ts";
import { listOf, pageOf } from "../_view.ts";
import { wallet } from "../_wallets.ts";

export const handler = serve(list, {
  reads: ({ owner }) => Portfolio.walletsReads(owner),
  run: async ({ actor, query }) => {
    const wallets = await Portfolio.wallets(actor);
    const wanted = wallets.filter(({ asset }) => (query.asset ?? asset.symbol) === asset.symbol);
    const { rows, next } = pageOf(wanted.toReversed(), query);
    return listOf(
      rows.map((one) => wallet(actor, one)),
      next,
    );
  },
});
