import { HALFWAY_COOKIE } from "../../contract/cookies.ts";
import { SIGN_IN, TWO_FACTOR } from "../../contract/web/page.ts";
import { twoFactor } from "../../contract/web.ts";
import * as Halfway from "../../core/identity/second-factor/halfway.ts";
import { Reply } from "../_chain/call.ts";
import { html } from "../_page/html.ts";
import { page } from "../_page/index.ts";
import { serve } from "../_page/serve.ts";
import { sentenceFor } from "./_signin-errors.ts";

export const handler = serve(twoFactor, async (call) => {
  const isAsked = (await Halfway.wanted(call.client.cookies[HALFWAY_COOKIE] ?? "")) !== undefined;
  if (!isAsked) return new Reply(undefined, { status: 302, headers: { location: SIGN_IN } });
  return page(call, { title: "Second step", body: (token) => view(token, call.query.error) });
});

const view = (token: string, error: string | undefined) => html`<div class="card narrow">
<h1>One more step</h1>
${error !== undefined && html`<p class="alert" role="alert">${sentenceFor(error)}</p>`}
<p>Enter the code that your authenticator shows, or one of your recovery codes.</p>
<form method="post" action="${TWO_FACTOR}">
<input type="hidden" name="csrfToken" value="${token}">
<label for="code">Code</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="40" required autofocus>
<button>Sign in</button>
</form>
<p><a href="${SIGN_IN}">Sign in as somebody else</a></p>
</div>`;
