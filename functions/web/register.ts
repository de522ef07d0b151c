import { CONSOLE_PATH } from "../../contract/console.ts";
import { register } from "../../contract/web.ts";
import { safePath } from "../../core/identity/oauth/callback-url.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { html } from "../_page/html.ts";
import { page, redirect, serve } from "../_page/serve.ts";

/** Posts the form as JSON and shows each problem beside its field. */
const SCRIPT = `
const form = document.querySelector("form");
const alertBox = document.querySelector(".alert");
const button = form.querySelector("button");
const showProblem = (field, text) => {
  const input = form.elements.namedItem(field);
  const slot = document.getElementById(field + "-problem");
  if (!slot || !input) return false;
  input.setAttribute("aria-invalid", text ? "true" : "false");
  slot.textContent = text;
  return true;
};
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  button.disabled = true;
  alertBox.hidden = true;
  for (const field of ["name", "email", "password"]) showProblem(field, "");
  try {
    const answer = await fetch("/api/auth/register", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    });
    if (answer.ok) return location.assign(form.dataset.next);
    const problem = await answer.json();
    const byField = { AUTH_EMAIL_TAKEN: "email", AUTH_WEAK_PASSWORD: "password" }[problem.code];
    const fields = problem.fields ?? (byField ? [{ field: byField, message: problem.message }] : []);
    const placed = fields.filter(({ field, message }) => showProblem(field, message));
    if (placed.length > 0) return form.elements.namedItem(placed[0].field).focus();
    alertBox.textContent = problem.message ?? problem.error;
    alertBox.hidden = false;
  } catch {
    alertBox.textContent = alertBox.dataset.unreachable;
    alertBox.hidden = false;
  } finally {
    button.disabled = false;
  }
});
`;

export const handler = serve(register, async (call) => {
  const { query, actor } = call;
  const callbackUrl = safePath(query.callbackUrl ?? CONSOLE_PATH);
  if (actor) return redirect(callbackUrl);
  return page(call, { title: TITLE, body: view(callbackUrl, query.referralCode), script: SCRIPT });
});

const TITLE = text("Create an account", "Créer un compte");
const UNREACHABLE = text(
  "The platform is not responding. Try again in a moment.",
  "La plateforme ne répond pas. Réessayez dans un instant.",
);

function view(callbackUrl: string, referralCode: string | undefined) {
  const signIn = `/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`;
  return html`<div class="card narrow">
<h1>${TITLE}</h1>
<noscript><p class="alert">${text(
    "This form requires JavaScript. Without it, sign in with a provider instead.",
    "Ce formulaire nécessite JavaScript. Sans JavaScript, connectez-vous avec un fournisseur d'identité.",
  )}</p></noscript>
<p class="alert" role="alert" data-unreachable="${UNREACHABLE}" hidden></p>
<form method="post" action="/api/auth/register" data-next="${callbackUrl}">
${
  referralCode === undefined
    ? html``
    : html`<input type="hidden" name="referralCode" value="${referralCode}">
<p class="hint">${text("Referral code:", "Code de parrainage :")} ${referralCode}</p>`
}
<label for="name">${text("Name", "Nom")}</label>
<input id="name" name="name" autocomplete="name" minlength="2" maxlength="100" required aria-describedby="name-problem">
<p class="problem" id="name-problem" role="status"></p>
<label for="email">${text("Email", "Adresse e-mail")}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required aria-describedby="email-problem">
<p class="problem" id="email-problem" role="status"></p>
<label for="password">${text("Password", "Mot de passe")}</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" required aria-describedby="password-hint password-problem">
<p class="hint" id="password-hint">${text(
    "At least 8 characters with an uppercase letter, a digit and a special character.",
    "Au moins 8 caractères, dont une majuscule, un chiffre et un caractère spécial.",
  )}</p>
<p class="problem" id="password-problem" role="status"></p>
<button>${text("Create the account", "Créer le compte")}</button>
</form>
<p>${text("Already have an account?", "Vous avez déjà un compte ?")} <a href="${signIn}">${text("Sign in", "Se connecter")}</a></p>
</div>`;
}
