import { votingPower } from "../../../contract/defi/governance.ts";
import { powerNow } from "../../../core/defi/governance/power.ts";
import { serve } from "../../_chain/serve.ts";
import { power } from "../../_views/governance.ts";

export const handler = serve(votingPower, async ({ actor }) => power(actor.userId, await powerNow(actor)));
