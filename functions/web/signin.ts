import { signin } from "../../contract/web.ts";
import { safePath } from "../../core/identity/oauth/callback-url.ts";
import * as Providers from "../../core/identity/oauth/providers.ts";
import { Reply } from "../_chain/call.ts";
import { html } from "../_page/html.ts";
import { page } from "../_page/index.ts";
import { serve } from "../_page/serve.ts";
import { sentenceFor } from "./_signin-errors.ts";

export const handler = serve(signin, async (call) => {
  const { query, actor } = call;
  const callbackUrl = safePath(query.callbackUrl ?? "/dashboard");
  if (actor && query.error === undefined)
    return new Reply(undefined, { status: 302, headers: { location: callbackUrl } });
  const providers = Providers.list();
  return page(call, {
    title: "Sign in",
    body: (token) => view({ token, callbackUrl, error: query.error, providers }),
    formsLeadTo: providers.map(({ origin }) => origin),
  });
});

/** After which errors the form asks for a code beside the password. */
const wantsCode: ReadonlySet<string> = new Set(["TwoFactorRequired", "TwoFactorInvalid"]);

function view(shown: {
  readonly token: string;
  readonly callbackUrl: string;
  readonly error: string | undefined;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}) {
  const { token, callbackUrl, error, providers } = shown;
  const hidden = html`<input type="hidden" name="csrfToken" value="${token}">
<input type="hidden" name="callbackUrl" value="${callbackUrl}">`;
  return html`<div class="card narrow">
<h1>Sign in</h1>
${error !== undefined && html`<p class="alert" role="alert">${sentenceFor(error)}</p>`}
<form method="post" action="/api/auth/callback/credentials">
${hidden}
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${
  wantsCode.has(error ?? "") &&
  html`<label for="code">Code</label>
<input id="code" name="totpCode" autocomplete="one-time-code" spellcheck="false" maxlength="40" required>`
}
<button>Sign in</button>
</form>
${providers.length > 0 && html`<p class="or">or</p>`}
${providers.map(
  ({ id, name }) => html`<form method="post" action="/api/auth/signin/${id}">
${hidden}
<button class="quiet">Continue with ${name}</button>
</form>`,
)}
<p><a href="/auth/forgot-password">Forgot your password?</a></p>
<p>New here? <a href="/auth/register?callbackUrl=${encodeURIComponent(callbackUrl)}">Create an account</a></p>
</div>`;
}
