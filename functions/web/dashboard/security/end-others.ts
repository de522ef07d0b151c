import { endOthers } from "../../../../contract/web/dashboard/security.ts";
import * as Sessions from "../../../../core/identity/sessions.ts";
import { serve } from "../../../_page/serve.ts";
import { back } from "./_view.ts";

export const handler = serve(endOthers, async ({ actor }) => {
  await Sessions.endAll(actor.userId, actor.sessionId);
  return back("sessions");
});
