import { readProposal } from "../../../../contract/defi/governance.ts";
import * as Proposals from "../../../../core/defi/governance/proposals.ts";
import { serve } from "../../../_chain/serve.ts";
import { proposal } from "../_view.ts";

export const handler = serve(readProposal, async ({ params }) => proposal(await Proposals.fromId(params.id)));
