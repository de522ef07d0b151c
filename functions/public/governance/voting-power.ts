import { votingPower } from "../../../contract/public/governance.ts";
import { powerNow } from "../../../core/defi/governance/power.ts";
import { serve } from "../../_chain/public-api.ts";
import { power } from "./_view.ts";

export const handler = serve(votingPower, async ({ actor }) => power(actor, await powerNow(actor)));
