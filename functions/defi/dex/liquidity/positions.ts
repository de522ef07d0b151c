import { positions } from "../../../../contract/defi/dex/liquidity.ts";
import * as Positions from "../../../../core/defi/exchange/positions.ts";
import { serve } from "../../../_chain/serve.ts";
import { position } from "../../../_views/exchange.ts";

export const handler = serve(positions, {
  reads: ({ owner }) => Positions.listReads(owner),
  run: async ({ actor }) => ({ positions: (await Positions.list(actor)).map(position) }),
});
