import { list } from "../../../../contract/public/staking/positions.ts";
import * as Positions from "../../../../core/defi/staking/positions.ts";
import { serveExpanding } from "../../../_chain/expanding.ts";
import { listOf } from "../../_view.ts";
import * as View from "../_view.ts";

export const handler = serveExpanding(
  list,
  { pool: View.poolsOf },
  async ({ actor, query: { status, limit, cursor: after } }) => {
    const { positions, next } = await Positions.page(actor, { status, limit, after });
    return listOf(positions, next, (one) => View.position(actor, one));
  },
);
