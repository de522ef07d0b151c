import { rewards } from "../../../contract/public/staking.ts";
import * as Paid from "../../../core/defi/staking/positions.ts";
import { serve } from "../../_chain/public-api.ts";
import * as View from "./_view.ts";

export const handler = serve(rewards, async ({ actor, query: { limit, cursor: after } }) =>
  View.rewards(actor, await Paid.rewards(actor, { limit, after })),
);
