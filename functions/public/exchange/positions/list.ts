import { list } from "../../../../contract/public/exchange/positions.ts";
import * as Positions from "../../../../core/defi/exchange/positions.ts";
import { serve } from "../../../_chain/serve.ts";
import { listOf, pageOf } from "../../_view.ts";
import * as View from "../_view.ts";

export const handler = serve(list, async ({ actor, query }) => {
  const all = await Positions.list(actor);
  const { rows, next } = pageOf(
    all.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)),
    query,
  );
  return listOf(
    rows.map((one) => View.position(actor, one)),
    next,
  );
});
