import { endSession } from "../../../../contract/web/dashboard/security.ts";
import { SessionNotFound } from "../../../../core/identity/errors.ts";
import * as SessionList from "../../../../core/identity/session-list.ts";
import { refusalOf, serve } from "../../../_page/serve.ts";
import { back } from "./_view.ts";

export const handler = serve(endSession, async ({ actor, body }) => {
  // One that has ended meanwhile is what was asked for.
  await refusalOf(SessionList.endOne(actor, body.id), [SessionNotFound]);
  return back("session");
});
