import { leave } from "../../../contract/mobile/loyalty.ts";
import * as Cards from "../../../core/loyalty/cards/index.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(leave, async ({ actor, params }) => {
  await Cards.leave(actor, params.programId);
  return done("You have left the program. What you earned is kept for 90 days.");
});
