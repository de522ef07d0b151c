import { get } from "../../../contract/auth/framework.ts";
import { CONSOLE_PATH } from "../../../contract/console.ts";
import { safePath } from "../../../core/identity/oauth/callback-url.ts";
import * as Providers from "../../../core/identity/oauth/providers.ts";
import { fail, NotFound } from "../../../core/kernel/errors.ts";
import { Reply } from "../../_chain/call.ts";
import { tokenFor } from "../../_chain/cookies.ts";
import { serve } from "../../_chain/serve.ts";
import { finish, listProviders, redirect, signInPage } from "./_oauth.ts";

export const handler = serve(get, async ({ params, query, actor, client }) => {
  const [action, id = "", ...rest] = params.framework.split("/");
  const provider = Providers.find(id);
  if (rest.length > 0) throw fail(NotFound);
  if (action === "callback" && provider) return finish(provider, { actor, client, query });
  if (action === "signin") return redirect({ to: signInPage(safePath(query["callbackUrl"])) });
  if (id !== "") throw fail(NotFound);
  switch (action) {
    case "providers":
      return listProviders();
    case "csrf": {
      const { token, cookies } = await tokenFor({ actor, client });
      return new Reply({ csrfToken: token }, { cookies });
    }
    case "error":
      return redirect({ to: signInPage(safePath(query["callbackUrl"]), query["error"] ?? "Default") });
    case "signout":
      // Signing out requires a form with a CSRF token, because any page could contain a link.
      return redirect({ to: actor ? CONSOLE_PATH : "/" });
    default:
      throw fail(NotFound);
  }
});
