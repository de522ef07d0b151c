import { signout } from "../../contract/web.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import { clearedCookies } from "../_chain/cookies.ts";
import { redirect, serve } from "../_page/serve.ts";

export const handler = serve(signout, async ({ actor }) => {
  if (actor) await Sessions.end(actor);
  return redirect("/", clearedCookies());
});
