import { signout } from "../../contract/web.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import { Reply } from "../_chain/call.ts";
import { clearedCookies } from "../_chain/cookies.ts";
import { serve } from "../_page/serve.ts";

export const handler = serve(signout, async ({ actor }) => {
  if (actor) await Sessions.end(actor);
  return new Reply(undefined, { status: 302, headers: { location: "/" }, cookies: clearedCookies() });
});
