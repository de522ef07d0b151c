import { read } from "../../../../contract/public/staking/positions.ts";
import * as Positions from "../../../../core/defi/staking/positions.ts";
import { serveExpanding } from "../../../_chain/expanding.ts";
import * as View from "../_view.ts";

export const handler = serveExpanding(read, { pool: View.poolsOf }, async ({ actor, params }) =>
  View.position(actor, await Positions.fromId(actor, params.id)),
);
