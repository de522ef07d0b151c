import { list } from "../../../contract/auth/sessions.ts";
import * as SessionList from "../../../core/identity/session-list.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(list, async ({ actor, reader }) => {
  const sessions = await SessionList.list(actor);
  return { sessions: sessions.map((one) => ({ ...one, name: one.name.in(reader.language) })) };
});
