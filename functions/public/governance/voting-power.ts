import { votingPower } from "../../../contract/public/governance.ts";
import { powerNow, powerReads } from "../../../core/defi/governance/power.ts";
import { serve } from "../../_chain/serve.ts";
import { power } from "./_view.ts";

export const handler = serve(votingPower, {
  reads: ({ owner }) => powerReads(owner),
  run: async ({ actor }) => power(actor, await powerNow(actor)),
});
