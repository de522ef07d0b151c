import { read } from "../../../../contract/public/governance/proposals.ts";
import * as Proposals from "../../../../core/defi/governance/proposals.ts";
import { serve } from "../../../_chain/public-api.ts";
import { proposalWithActions } from "../_view.ts";

export const handler = serve(read, async ({ actor, params }) =>
  proposalWithActions(actor, await Proposals.fromId(actor.mode, params.id)),
);
