import { logoutAll } from "../../../contract/mobile/auth.ts";
import * as Sessions from "../../../core/identity/sessions.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(logoutAll, async ({ actor, reader }) => ({
  ...done(reader, "signedOutEverywhere"),
  sessionsEnded: await Sessions.endAll(actor.userId),
}));
