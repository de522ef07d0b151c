import { post } from "../../../contract/auth/framework.ts";
import { safePath } from "../../../core/identity/oauth/callback-url.ts";
import * as Providers from "../../../core/identity/oauth/providers.ts";
import { givenOf } from "../../../core/identity/second-factor/index.ts";
import * as Sessions from "../../../core/identity/sessions.ts";
import { fail, NotFound } from "../../../core/kernel/errors.ts";
import { Reply } from "../../_chain/call.ts";
import { requireToken } from "../../_chain/cookies.ts";
import { serve } from "../../_chain/serve.ts";
import * as UserView from "../../_views/user.ts";
import { signIn } from "./_credentials.ts";
import { begin, next, signInPage } from "./_oauth.ts";

export const handler = serve(post, async ({ params, body, actor, client }) => {
  const action = params.framework;
  // Auth.js's client reports its own errors here. They are anybody's text, so nothing is done with them.
  if (action === "_log") return new Reply(undefined, { status: 204 });
  if (action === "session") {
    const current = actor && (await Sessions.describe(actor));
    return current ? { user: UserView.signedIn(current.user), expires: current.expires } : {};
  }

  const provider = Providers.find(/^signin\/(\w+)$/.exec(action)?.[1] ?? "");
  if (!provider && action !== "callback/credentials" && action !== "signin/credentials") throw fail(NotFound);
  await requireToken({ actor, client }, body.csrfToken);
  const asked = {
    actor,
    client,
    callbackUrl: safePath(body.callbackUrl),
    json: String(body.json) === "true",
  };
  if (provider) return begin(provider, asked);
  if (action === "signin/credentials") return next({ to: signInPage(asked.callbackUrl), json: asked.json });
  const { email = "", password = "" } = body;
  return signIn({ ...asked, email, password, proof: givenOf(body.totpCode || body.recoveryCode) });
});
