import { change } from "../../../contract/loyalty/challenges.ts";
import * as Challenges from "../../../core/loyalty/challenges/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(change, async ({ actor, params, body }) =>
  View.challenge(await Challenges.change(actor, params.id, params.challengeId, body)),
);
