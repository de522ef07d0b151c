import { pools } from "../../../contract/defi/staking.ts";
import * as Pools from "../../../core/defi/staking/pools.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/staking.ts";

export const handler = serve(pools, async () => View.pools(await Pools.list("live")));
