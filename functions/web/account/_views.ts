import type { WebActor } from "../../../core/identity/actor.ts";
import { InvalidMailLink } from "../../../core/identity/mail-links/errors.ts";
import { type Shown, shownOfLetter } from "../../../core/identity/mail-links/schema.ts";
import { type ErrorDefinition, fail } from "../../../core/kernel/errors.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import { alert, type Html, html } from "../../_page/html.ts";
import { page, redirect, refusalOf, type Visitor } from "../../_page/serve.ts";

/** Pages that letters lead to. */

/** What a form has of the letter that led to it. */
interface FormInput {
  readonly csrf: string;
  readonly token: string | undefined;
  readonly problem?: Text | undefined;
}

const hidden = ({
  csrf,
  token,
}: FormInput): Html => html`<input type="hidden" name="csrfToken" value="${csrf}">
${token !== undefined && html`<input type="hidden" name="token" value="${token}">`}`;

const card = (title: Text, body: Html): Html => html`<div class="card narrow">
<h1>${title}</h1>
${body}
</div>`;

/** What pages are called, which is their heading too. */
export const titles = {
  forgot: text("Forgot your password?", "Mot de passe oublié ?"),
  sent: text("Look into your mail", "Consultez vos e-mails"),
  reset: text("Choose a new password", "Choisir un nouveau mot de passe"),
  resetDone: text("The password is another one", "Le mot de passe est changé"),
  unlock: text("Sign in from here", "Se connecter d'ici"),
  unlockDone: text("You can sign in from here", "Vous pouvez vous connecter d'ici"),
};

const SIGN_IN = text("Sign in", "Se connecter");
const PASSWORD_RULE = text(
  "At least 8 characters with an uppercase letter, a digit and a special character.",
  "Au moins 8 caractères, dont une majuscule, un chiffre et un caractère spécial.",
);

export const forgotView = (csrf: string): Html =>
  card(
    titles.forgot,
    html`<p>${text(
      "We write to you how to choose a new one.",
      "Nous vous écrivons comment en choisir un nouveau.",
    )}</p>
<form method="post" action="/auth/forgot-password">
<input type="hidden" name="csrfToken" value="${csrf}">
<label for="email">${text("E-mail", "Adresse e-mail")}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required>
<button>${text("Send the letter", "Envoyer le message")}</button>
</form>
<p><a href="/auth/signin">${text("Back to sign in", "Retour à la connexion")}</a></p>`,
  );

export const sentView = card(
  titles.sent,
  html`<p>${text(
    "If this address has an account, a letter is on its way to it. Its link holds for 30 minutes.",
    "Si cette adresse a un compte, un message est en route vers elle. Son lien est valable 30 minutes.",
  )}</p>
<p class="hint">${text(
    "Nothing there? Look among what your mail program takes for advertising, or",
    "Rien reçu ? Regardez dans les courriers indésirables, ou",
  )}
<a href="/auth/forgot-password">${text("ask again", "redemandez-le")}</a>.</p>`,
);

export const resetView = (shown: FormInput): Html =>
  card(
    titles.reset,
    html`${alert(shown.problem)}
<p>${text(
      "Every session and every API key of the account ends with the old one.",
      "Toutes les sessions et toutes les clés d'API du compte prennent fin avec l'ancien.",
    )}</p>
<form method="post" action="/auth/reset-password">
${hidden(shown)}
<label for="newPassword">${text("New password", "Nouveau mot de passe")}</label>
<input id="newPassword" name="newPassword" type="password" autocomplete="new-password" minlength="8" required aria-describedby="rule">
<p class="hint" id="rule">${PASSWORD_RULE}</p>
<button>${text("Set the password", "Enregistrer le mot de passe")}</button>
</form>
<p><a href="/auth/forgot-password">${text("Ask for a new link", "Demander un nouveau lien")}</a></p>`,
  );

export const resetDone = card(
  titles.resetDone,
  html`<p>${text("You are signed out everywhere.", "Vous êtes déconnecté partout.")}</p>
<p><a class="button" href="/auth/signin">${SIGN_IN}</a></p>`,
);

interface Confirming extends FormInput {
  readonly title: Text;
  readonly lead: Text;
  readonly action: string;
  readonly button: Text;
}

/** A form that uses a letter: its link's token, or its code typed in. */
const confirmView = (shown: Confirming): Html =>
  card(
    shown.title,
    html`${alert(shown.problem)}
<p>${shown.lead}</p>
<form method="post" action="${shown.action}">
${hidden(shown)}
${
  shown.token === undefined &&
  html`<label for="code">${text("Code of the letter", "Code du message")}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" maxlength="7" required>`
}
<button>${shown.button}</button>
</form>
<p><a href="/dashboard/security">${text("Back to security", "Retour à la sécurité")}</a></p>`,
  );

export const unlockView = (shown: FormInput): Html =>
  card(
    titles.unlock,
    html`${alert(shown.problem)}
<p>${text(
      "Strangers try passwords on your account, so tries from unknown addresses are refused for a while. Are you signing in from here yourself?",
      "Des inconnus essaient des mots de passe sur votre compte : les tentatives depuis des adresses inconnues sont refusées pour un temps. Est-ce bien vous qui vous connectez d'ici ?",
    )}</p>
<form method="post" action="/auth/unlock">
${hidden(shown)}
<button>${text("It is me: let me sign in from here", "C'est moi : laissez-moi me connecter d'ici")}</button>
</form>
<p class="hint">${text(
      "If you are not trying to sign in, close this page. Your password still holds.",
      "Si vous n'essayez pas de vous connecter, fermez cette page. Votre mot de passe reste valable.",
    )}</p>`,
  );

export const unlockDone = card(
  titles.unlockDone,
  html`<p>${text(
    "What strangers try elsewhere no longer keeps you from it.",
    "Ce que des inconnus essaient ailleurs ne vous en empêche plus.",
  )}</p>
<p><a class="button" href="/auth/signin">${SIGN_IN}</a></p>`,
);

interface Call extends Visitor {
  readonly actor: WebActor;
}

/** What such a page says. */
export interface Words {
  readonly title: Text;
  readonly lead: Text;
  readonly button: Text;
}

export const verifyWords = ({ email }: WebActor): Words => ({
  title: text("Confirm your address", "Confirmer votre adresse"),
  lead: text(`This confirms that ${email} is yours.`, `Ceci confirme que ${email} est bien à vous.`),
  button: text("Confirm the address", "Confirmer l'adresse"),
});

export const changeWords = ({ email }: WebActor): Words => ({
  title: text("Confirm your new address", "Confirmer votre nouvelle adresse"),
  lead: text(
    `From then on the account of ${email} has the address that the letter came to.`,
    `Le compte de ${email} aura alors l'adresse à laquelle le message est arrivé.`,
  ),
  button: text("Take the new address", "Adopter la nouvelle adresse"),
});

export const confirmPage = (call: Call, words: Words, token: string | undefined, problem?: Text) =>
  page(call, {
    title: words.title,
    body: (csrf) => confirmView({ ...words, csrf, token, problem, action: call.client.path }),
    isSecretAddress: true,
  });

/** Does what the form asks for: then on to the page of security, or the form again. */
export async function confirmed(
  call: Call & { readonly body: { readonly token?: string | undefined; readonly code?: string | undefined } },
  {
    words,
    refusals = [],
    confirm,
  }: {
    readonly words: Words;
    readonly refusals?: readonly ErrorDefinition[];
    readonly confirm: (shown: Shown) => Promise<unknown>;
  },
) {
  const { token, code } = call.body;
  const given = token === undefined ? { code: code?.replaceAll(" ", "") } : { token };
  const shown = shownOfLetter.safeParse(given).data;
  const work = shown ? confirm(shown) : Promise.reject(fail(InvalidMailLink));
  const problem = await refusalOf(work, [InvalidMailLink, ...refusals]);
  if (problem !== undefined) return confirmPage(call, words, token, problem);
  return redirect("/dashboard/security?done=address");
}
