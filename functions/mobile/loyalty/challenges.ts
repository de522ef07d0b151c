import { challenges } from "../../../contract/mobile/loyalty.ts";
import * as Cards from "../../../core/loyalty/cards/index.ts";
import * as Challenges from "../../../core/loyalty/challenges/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(challenges, async ({ actor }) => {
  const programs = (await Cards.all(actor.userId)).filter(Cards.isActive).map(({ programId }) => programId);
  return { challenges: (await Challenges.listActive(actor.userId, programs)).map(View.takenChallenge) };
});
