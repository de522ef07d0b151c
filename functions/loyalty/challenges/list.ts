import { list } from "../../../contract/loyalty/challenges.ts";
import * as Challenges from "../../../core/loyalty/challenges/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(list, async ({ actor, params }) => ({
  challenges: (await Challenges.list(actor, params.id)).map(View.challenge),
}));
