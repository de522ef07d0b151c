import { language } from "../../contract/web.ts";
import { ownPath, safePath } from "../../core/identity/oauth/callback-url.ts";
import * as Preferences from "../../core/identity/profile/preferences.ts";
import { languageCookie } from "../_chain/cookies.ts";
import { redirect, serve } from "../_page/serve.ts";

export const handler = serve(language, async ({ actor, body, client }) => {
  if (actor) await Preferences.changeLanguage(actor, body.language);
  // The referer has the page's query too, if the browser sends it.
  const location = ownPath(client.headers["referer"]) ?? safePath(body.back);
  return redirect(location, [languageCookie(body.language)]);
});
