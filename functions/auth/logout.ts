import { logout } from "../../contract/auth.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import { Reply } from "../_chain/call.ts";
import { clearedCookies } from "../_chain/cookies.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(logout, async ({ actor }) => {
  await Sessions.end(actor);
  return new Reply({ success: true, message: "Signed out." }, { cookies: clearedCookies() });
});
