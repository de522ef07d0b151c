import { votingPower } from "../../../contract/defi/governance.ts";
import { powerNow, powerReads } from "../../../core/defi/governance/power.ts";
import { serve } from "../../_chain/serve.ts";
import { power } from "../../_views/governance.ts";

export const handler = serve(votingPower, {
  reads: ({ owner }) => powerReads(owner),
  run: async ({ actor }) => power(actor.userId, await powerNow(actor)),
});
