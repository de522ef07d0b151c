import { end } from "../../../contract/auth/sessions.ts";
import * as SessionList from "../../../core/identity/session-list.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { done } from "../../_views/done.ts";

export const handler = serveConfirmed(end, async ({ actor, params, reader }) => {
  await SessionList.endOne(actor, params.id);
  return done(reader, "sessionEnded");
});
