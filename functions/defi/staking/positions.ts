import { positions } from "../../../contract/defi/staking.ts";
import * as Staking from "../../../core/defi/staking/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/staking.ts";

export const handler = serve(positions, {
  reads: ({ owner }) => Staking.positionsReads(owner),
  run: async ({ actor }) => View.positions(await Staking.positions(actor)),
});
