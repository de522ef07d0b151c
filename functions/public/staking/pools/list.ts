import { list } from "../../../../contract/public/staking/pools.ts";
import { serve } from "../../../_chain/serve.ts";
import { listOf, pageOf } from "../../_view.ts";
import { allPools } from "../_pools.ts";

export const handler = serve(list, async ({ actor, query }) => {
  const { rows, next } = pageOf(await allPools(actor), query);
  return listOf(rows, next);
});
