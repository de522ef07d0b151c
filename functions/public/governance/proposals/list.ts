import { list } from "../../../../contract/public/governance/proposals.ts";
import * as Proposals from "../../../../core/defi/governance/proposals.ts";
import { serve } from "../../../_chain/public-api.ts";
import { listOf } from "../../_view.ts";
import { proposal } from "../_view.ts";

export const handler = serve(list, async ({ actor, query: { status, limit, cursor: after } }) => {
  const { proposals, next } = await Proposals.listAfter(actor.mode, { status, limit, after });
  return listOf(proposals, next, (one) => proposal(actor, one));
});
