import { register } from "../../contract/web.ts";
import { safePath } from "../../core/identity/oauth/callback-url.ts";
import { Reply } from "../_chain/call.ts";
import { html } from "../_page/html.ts";
import { page } from "../_page/index.ts";
import { serve } from "../_page/serve.ts";

/** Posts the form as JSON and puts each refusal beside its field. */
const SCRIPT = `
const form = document.querySelector("form");
const alertBox = document.querySelector(".alert");
const button = form.querySelector("button");
const say = (field, text) => {
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
  for (const field of ["name", "email", "password"]) say(field, "");
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
    const placed = fields.filter(({ field, message }) => say(field, message));
    if (placed.length > 0) return form.elements.namedItem(placed[0].field).focus();
    alertBox.textContent = problem.message ?? problem.error;
    alertBox.hidden = false;
  } catch {
    alertBox.textContent = "The platform does not answer. Try again in a moment.";
    alertBox.hidden = false;
  } finally {
    button.disabled = false;
  }
});
`;

export const handler = serve(register, async (call) => {
  const { query, actor } = call;
  const callbackUrl = safePath(query.callbackUrl ?? "/dashboard");
  if (actor) return new Reply(undefined, { status: 302, headers: { location: callbackUrl } });
  return page(call, { title: "Create an account", body: view(callbackUrl), script: SCRIPT });
});

function view(callbackUrl: string) {
  const signIn = `/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`;
  return html`<div class="card narrow">
<h1>Create an account</h1>
<noscript><p class="alert">This form needs JavaScript. Without it, sign in with a provider instead.</p></noscript>
<p class="alert" role="alert" hidden></p>
<form method="post" action="/api/auth/register" data-next="${callbackUrl}">
<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" minlength="2" maxlength="100" required aria-describedby="name-problem">
<p class="problem" id="name-problem" role="status"></p>
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required aria-describedby="email-problem">
<p class="problem" id="email-problem" role="status"></p>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" required aria-describedby="password-hint password-problem">
<p class="hint" id="password-hint">At least 8 characters with an uppercase letter, a digit and a special character.</p>
<p class="problem" id="password-problem" role="status"></p>
<button>Create the account</button>
</form>
<p>Already have one? <a href="${signIn}">Sign in</a></p>
</div>`;
}
