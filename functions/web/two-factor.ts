import { HALFWAY_COOKIE } from "../../contract/cookies.ts";
import { SIGN_IN, TWO_FACTOR } from "../../contract/web/page.ts";
import { twoFactor } from "../../contract/web.ts";
import * as Halfway from "../../core/identity/second-factor/sign-in.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { html } from "../_page/html.ts";
import { page, redirect, serve } from "../_page/serve.ts";
import { script } from "./_passkeys.baked.ts";
import { passkeyButton } from "./_passkeys.ts";
import { messageFor } from "./_signin-errors.ts";

export const handler = serve(twoFactor, async (call) => {
  const callbackUrl = await Halfway.callbackUrlOf(call.client.cookies[HALFWAY_COOKIE] ?? "");
  if (callbackUrl === undefined) return redirect(SIGN_IN);
  return page(call, {
    title: text("Two-factor authentication", "Authentification à deux facteurs"),
    body: (token) => view(token, callbackUrl, call.query.error),
    script,
  });
});

const view = (token: string, callbackUrl: string, error: string | undefined) => html`<div class="card narrow">
<h1>${text("Enter your code", "Saisissez votre code")}</h1>
${error !== undefined && html`<p class="alert" role="alert">${messageFor(error)}</p>`}
<p>${text(
  "Enter the code from your authenticator app, or a recovery code.",
  "Saisissez le code de votre application d'authentification, ou un code de secours.",
)}</p>
<form method="post" action="${TWO_FACTOR}">
<input type="hidden" name="csrfToken" value="${token}">
<label for="code">${text("Code", "Code")}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="40" required autofocus>
<button>${text("Sign in", "Se connecter")}</button>
</form>
${passkeyButton("sign-in", { next: callbackUrl, button: text("Use a passkey", "Utiliser une clé d'accès") })}
<p><a href="${SIGN_IN}">${text("Sign in with another account", "Se connecter avec un autre compte")}</a></p>
</div>`;
