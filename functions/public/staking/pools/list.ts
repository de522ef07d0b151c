import { list } from "../../../../contract/public/staking/pools.ts";
import { serve } from "../../../_chain/public-api.ts";
import { pageOf } from "../../_view.ts";
import { allPools } from "../_view.ts";

export const handler = serve(list, async ({ actor, query }) => pageOf(await allPools(actor), query));
