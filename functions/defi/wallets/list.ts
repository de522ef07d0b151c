import { list } from "../../../contract/defi/wallets.ts";
import * as Portfolio from "../../../core/defi/portfolio/index.ts";
import { serve } from "../../_chain/serve.ts";
import { portfolio } from "./_view.ts";

export const handler = serve(list, {
  reads: ({ owner }) => Portfolio.listReads(owner),
  run: async ({ actor }) => portfolio(await Portfolio.list(actor)),
});
