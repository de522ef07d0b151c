import { list } from "../../../../contract/defi/governance/proposals.ts";
import * as Proposals from "../../../../core/defi/governance/proposals.ts";
import { serve } from "../../../_chain/serve.ts";
import { page } from "../../../_views/governance.ts";

export const handler = serve(list, async ({ query }) => page(await Proposals.list("live", query)));
