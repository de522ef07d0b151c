import { list } from "../../../../contract/public/exchange/pairs.ts";
import { serve } from "../../../_chain/serve.ts";
import { allPairs } from "../../_pairs.ts";
import { listOf, pageOf } from "../../_view.ts";

export const handler = serve(list, async ({ actor, query }) => {
  const { rows, next } = pageOf(await allPairs(actor), query);
  return listOf(rows, next);
});
