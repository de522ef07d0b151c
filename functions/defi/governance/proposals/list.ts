import { listProposals } from "../../../../contract/defi/governance.ts";
import * as Proposals from "../../../../core/defi/governance/proposals.ts";
import { serve } from "../../../_chain/serve.ts";
import { page } from "../_view.ts";

export const handler = serve(listProposals, async ({ query }) => page(await Proposals.list(query)));
