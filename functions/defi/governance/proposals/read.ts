import { read } from "../../../../contract/defi/governance/proposals.ts";
import * as Proposals from "../../../../core/defi/governance/proposals.ts";
import { serve } from "../../../_chain/serve.ts";
import { proposal } from "../../../_views/governance.ts";

export const handler = serve(read, async ({ params }) => proposal(await Proposals.fromId("live", params.id)));
