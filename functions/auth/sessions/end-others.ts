import { endOthers } from "../../../contract/auth/sessions.ts";
import * as Sessions from "../../../core/identity/sessions.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { done } from "../../_views/done.ts";

export const handler = serveConfirmed(endOthers, async ({ actor, reader }) => ({
  ...done(reader, "othersEnded"),
  sessionsEnded: await Sessions.endAll(actor.userId, actor.sessionId),
}));
