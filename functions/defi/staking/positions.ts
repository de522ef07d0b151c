import { positions } from "../../../contract/defi/staking.ts";
import * as Stakes from "../../../core/defi/staking/positions.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/staking.ts";

export const handler = serve(positions, {
  reads: ({ owner }) => Stakes.listReads(owner),
  run: async ({ actor }) => View.positions(await Stakes.list(actor)),
});
