import { signout } from "../../contract/web.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import { Reply } from "../_chain/call.ts";
import { signedOut } from "../_chain/cookies.ts";
import { serve } from "../_page/serve.ts";

export const handler = serve(signout, async ({ actor }) => {
  if (actor) await Sessions.end(actor);
  const { cookies, headers } = signedOut();
  return new Reply(undefined, { status: 302, headers: { ...headers, location: "/" }, cookies });
});
