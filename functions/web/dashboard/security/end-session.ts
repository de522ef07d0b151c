import { endSession } from "../../../../contract/web/dashboard/security.ts";
import { SessionNotFound } from "../../../../core/identity/errors.ts";
import * as SessionList from "../../../../core/identity/session-list.ts";
import { serveConfirmed } from "../../../_page/confirmed.ts";
import { problemOf } from "../../../_page/serve.ts";
import { back, PAGE } from "./_view.ts";

export const handler = serveConfirmed(endSession, PAGE, async ({ actor, body }) => {
  // A session that has already ended counts as success.
  await problemOf(SessionList.endOne(actor, body.id), [SessionNotFound]);
  return back("session");
});
