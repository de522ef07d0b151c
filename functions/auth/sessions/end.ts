import { end } from "../../../contract/auth/sessions.ts";
import * as SessionList from "../../../core/identity/session-list.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(end, async ({ actor, params, reader }) => {
  await SessionList.endOne(actor, params.id);
  return done(reader, "sessionEnded");
});
