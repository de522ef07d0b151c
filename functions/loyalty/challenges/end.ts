import { end } from "../../../contract/loyalty/challenges.ts";
import * as Challenges from "../../../core/loyalty/challenges/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(end, async ({ actor, params }) =>
  View.challenge(await Challenges.end(actor, params.id, params.challengeId)),
);
