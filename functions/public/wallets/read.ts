import { read } from "../../../contract/public/wallets.ts";
import * as Portfolio from "../../../core/defi/portfolio/index.ts";
import { serve } from "../../_chain/public-api.ts";
import { wallet } from "../_wallets.ts";

export const handler = serve(read, {
  reads: ({ owner }) => Portfolio.walletsReads(owner),
  run: async ({ actor, params }) => wallet(actor, await Portfolio.fromId(actor, params.id)),
});
