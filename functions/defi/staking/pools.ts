import { pools } from "../../../contract/defi/staking.ts";
import * as Funding from "../../../core/defi/staking/funding.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/staking.ts";

export const handler = serve(pools, async () => View.pools(await Funding.list("live")));
