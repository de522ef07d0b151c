import { logout } from "../../contract/auth.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import { Reply } from "../_chain/call.ts";
import { signedOut } from "../_chain/cookies.ts";
import { serve } from "../_chain/serve.ts";
import { done } from "../_views/done.ts";

export const handler = serve(logout, async ({ actor, reader }) => {
  await Sessions.end(actor);
  return new Reply(done(reader, "signedOut"), signedOut());
});
