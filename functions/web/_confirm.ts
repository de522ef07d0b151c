import { CONSOLE_PATH } from "../../contract/console.ts";
import { CONFIRM } from "../../contract/web/page.ts";
import type { ProofMethod, WebActor } from "../../core/identity/actor.ts";
import { safePath } from "../../core/identity/oauth/callback-url.ts";
import * as Providers from "../../core/identity/oauth/providers.ts";
import { requiredMethods } from "../../core/identity/proof/index.ts";
import { type Text, text } from "../../core/kernel/texts/index.ts";
import { alert, type Html, html } from "../_page/html.ts";
import { page, type Visitor } from "../_page/serve.ts";
import { script } from "./_passkeys.baked.ts";
import { passkeyButton } from "./_passkeys.ts";

/** The page at which a signed-in user proves who acts. */

const TITLE = text("Confirm that it is you", "Confirmez votre identité");
const CONTINUE = text("Continue", "Continuer");

/** Returns the page to open after the proof. */
export const destinationOf = (callbackUrl: string | undefined): string =>
  safePath(callbackUrl ?? CONSOLE_PATH);

interface Shown {
  readonly callbackUrl?: string | undefined;
  readonly problem?: Text | undefined;
}

export async function confirmPage(
  call: Visitor & { readonly actor: WebActor },
  { callbackUrl, problem }: Shown,
) {
  const next = destinationOf(callbackUrl);
  const methods = await requiredMethods(call.actor);
  const providers = methods.includes("provider") ? Providers.list() : [];
  return page(call, {
    title: TITLE,
    script,
    formTargets: providers.map(({ origin }) => origin),
    body: (token) => html`<div class="card narrow">
<h1>${TITLE}</h1>
${alert(problem)}
<p>${text(
      "This action needs a proof that is at most five minutes old.",
      "Cette action demande une preuve de moins de cinq minutes.",
    )}</p>
${formsFor(methods, { token, next, providers })}
</div>`,
  });
}

interface Forms {
  readonly token: string;
  readonly next: string;
  readonly providers: ReturnType<typeof Providers.list>;
}

function formsFor(methods: readonly ProofMethod[], { token, next, providers }: Forms): Html {
  const hidden = html`<input type="hidden" name="csrfToken" value="${token}">
<input type="hidden" name="callbackUrl" value="${next}">`;
  const hasCode = methods.includes("totp") || methods.includes("recovery");
  return html`
${methods.includes("passkey") && passkeyButton("prove", { next, button: text("Use a passkey", "Utiliser une clé d'accès") })}
${hasCode && form(hidden, codeField(methods))}
${
  methods.includes("password") &&
  form(
    hidden,
    html`<label for="password">${text("Password", "Mot de passe")}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`,
  )
}
${providers.map(
  ({ id, name }) => html`<form method="post" action="/api/auth/signin/${id}">
${hidden}
<button class="quiet">${text(`Sign in again with ${name}`, `Se reconnecter avec ${name}`)}</button>
</form>`,
)}`;
}

const form = (hidden: Html, field: Html): Html => html`<form method="post" action="${CONFIRM}">
${hidden}
${field}
<button>${CONTINUE}</button>
</form>`;

const codeField = (methods: readonly ProofMethod[]): Html => html`<label for="code">${
  methods.includes("totp")
    ? text("Code or recovery code", "Code ou code de secours")
    : text(
        "Recovery code, if you have lost your passkey",
        "Code de secours, si vous avez perdu votre clé d'accès",
      )
}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="40" required>`;
