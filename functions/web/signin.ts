import { CONSOLE_PATH } from "../../contract/console.ts";
import { signin } from "../../contract/web.ts";
import { safePath } from "../../core/identity/oauth/callback-url.ts";
import * as Providers from "../../core/identity/oauth/providers.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { html } from "../_page/html.ts";
import { page, redirect, serve } from "../_page/serve.ts";
import { script } from "./_passkeys.baked.ts";
import { passkeyButton } from "./_passkeys.ts";
import { messageFor } from "./_signin-errors.ts";

export const handler = serve(signin, async (call) => {
  const { query, actor } = call;
  const callbackUrl = safePath(query.callbackUrl ?? CONSOLE_PATH);
  if (actor && query.error === undefined) return redirect(callbackUrl);
  const providers = Providers.list();
  return page(call, {
    title: SIGN_IN,
    body: (token) => view({ token, callbackUrl, error: query.error, providers }),
    script,
    formTargets: providers.map(({ origin }) => origin),
  });
});

const SIGN_IN = text("Sign in", "Se connecter");

/** The errors after which the form also asks for a code. */
const codeErrors: ReadonlySet<string> = new Set(["TwoFactorRequired", "TwoFactorInvalid"]);

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
<h1>${SIGN_IN}</h1>
${error !== undefined && html`<p class="alert" role="alert">${messageFor(error)}</p>`}
<form method="post" action="/api/auth/callback/credentials">
${hidden}
<label for="email">${text("Email", "Adresse e-mail")}</label>
<input id="email" name="email" type="email" autocomplete="username webauthn" maxlength="254" required>
<label for="password">${text("Password", "Mot de passe")}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${
  codeErrors.has(error ?? "") &&
  html`<label for="code">${text("Code", "Code")}</label>
<input id="code" name="totpCode" autocomplete="one-time-code" spellcheck="false" maxlength="40" required>`
}
<button>${SIGN_IN}</button>
</form>
${passkeyButton("sign-in", { next: callbackUrl, button: text("Sign in with a passkey", "Se connecter avec une clé d'accès"), offersAutofill: true })}
${providers.length > 0 && html`<p class="or">${text("or", "ou")}</p>`}
${providers.map(
  ({ id, name }) => html`<form method="post" action="/api/auth/signin/${id}">
${hidden}
<button class="quiet">${text(`Continue with ${name}`, `Continuer avec ${name}`)}</button>
</form>`,
)}
<p><a href="/auth/forgot-password">${text("Forgot your password?", "Mot de passe oublié ?")}</a></p>
<p>${text("New here?", "Pas encore de compte ?")} <a href="/auth/register?callbackUrl=${encodeURIComponent(callbackUrl)}">${text("Create an account", "Créer un compte")}</a></p>
</div>`;
}
