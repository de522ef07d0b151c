import { list } from "../../../../contract/public/farming/positions.ts";
import * as Farming from "../../../../core/defi/farming/index.ts";
import { serve } from "../../../_chain/serve.ts";
import { listOf, pageOf } from "../../_view.ts";
import * as View from "../_view.ts";

export const handler = serve(list, async ({ actor, query }) => {
  const { rows, next } = pageOf(await Farming.positions(actor), query);
  return listOf(
    rows.map((one) => View.position(actor, one)),
    next,
  );
});
