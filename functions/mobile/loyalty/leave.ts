import { leave } from "../../../contract/mobile/loyalty.ts";
import * as Cards from "../../../core/loyalty/cards/index.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(leave, async ({ actor, params, reader }) => {
  await Cards.leaveProgram(actor, params.programId);
  return done(reader, "programLeft");
});
