import { endOthers } from "../../../../contract/web/dashboard/security.ts";
import * as Sessions from "../../../../core/identity/sessions.ts";
import { serveConfirmed } from "../../../_page/confirmed.ts";

import { back, PAGE } from "./_view.ts";

export const handler = serveConfirmed(endOthers, PAGE, async ({ actor }) => {
  await Sessions.endAll(actor.userId, actor.sessionId);
  return back("sessions");
});
