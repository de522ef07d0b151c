import { list } from "../../../../contract/public/farming/farms.ts";
import * as Farming from "../../../../core/defi/farming/index.ts";
import { serve } from "../../../_chain/serve.ts";
import { listOf, pageOf } from "../../_view.ts";
import * as View from "../_view.ts";

export const handler = serve(list, async ({ actor, query }) => {
  const { rows, next } = pageOf(await Farming.list(actor.mode), query);
  return listOf(
    rows.map((one) => View.farm(actor, one)),
    next,
  );
});
