import { CONSOLE_PATH } from "../../../contract/console.ts";
import type { WebActor } from "../../../core/identity/actor.ts";
import { InvalidMailLink } from "../../../core/identity/mail-links/errors.ts";
import { type LinkProof, linkProof } from "../../../core/identity/mail-links/schema.ts";
import { type ErrorDefinition, fail } from "../../../core/kernel/errors.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import { alert, type Html, html } from "../../_page/html.ts";
import { page, problemOf, redirect, type SignedIn } from "../../_page/serve.ts";

/** Pages that our emails link to. */

/** The screen that shows the address. */
const PROFILE = `${CONSOLE_PATH}/settings?section=profile`;

/** The input of a form: the token of the email's link, and the problem of the last attempt. */
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

/** The pages' titles, which are also their headings. */
export const titles = {
  forgot: text("Forgot your password?", "Mot de passe oublié ?"),
  sent: text("Check your email", "Consultez vos e-mails"),
  reset: text("Choose a new password", "Choisir un nouveau mot de passe"),
  resetDone: text("Your password was changed", "Votre mot de passe a été modifié"),
  undo: text("Undo the change of your email address", "Annuler le changement d'adresse e-mail"),
  undone: text("The change was undone", "Le changement est annulé"),
  unlock: text("Sign in from this device", "Se connecter depuis cet appareil"),
  unlockDone: text("You can sign in from this device", "Vous pouvez vous connecter depuis cet appareil"),
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
      "We will email you a link to choose a new one.",
      "Nous vous enverrons par e-mail un lien pour en choisir un nouveau.",
    )}</p>
<form method="post" action="/auth/forgot-password">
<input type="hidden" name="csrfToken" value="${csrf}">
<label for="email">${text("Email", "Adresse e-mail")}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required>
<button>${text("Send the email", "Envoyer l'e-mail")}</button>
</form>
<p><a href="/auth/signin">${text("Back to sign in", "Retour à la connexion")}</a></p>`,
  );

export const sentView = card(
  titles.sent,
  html`<p>${text(
    "If this address has an account, we sent an email to it. Its link is valid for 30 minutes.",
    "Si un compte existe pour cette adresse, nous y avons envoyé un e-mail. Son lien est valable 30 minutes.",
  )}</p>
<p class="hint">${text(
    "No email? Check your spam folder, or",
    "Rien reçu ? Regardez dans les courriers indésirables, ou",
  )}
<a href="/auth/forgot-password">${text("request it again", "redemandez-le")}</a>.</p>`,
);

export const resetView = (shown: FormInput): Html =>
  card(
    titles.reset,
    html`${alert(shown.problem)}
<p>${text(
      "This ends all sessions and API keys of the account.",
      "Toutes les sessions et toutes les clés d'API du compte prendront fin.",
    )}</p>
<form method="post" action="/auth/reset-password">
${hidden(shown)}
<label for="newPassword">${text("New password", "Nouveau mot de passe")}</label>
<input id="newPassword" name="newPassword" type="password" autocomplete="new-password" minlength="8" required aria-describedby="rule">
<p class="hint" id="rule">${PASSWORD_RULE}</p>
<label><input type="checkbox" name="unlinkAccounts" aria-describedby="linked"> ${text(
      "Also unlink Google and GitHub accounts",
      "Délier aussi les comptes Google et GitHub",
    )}</label>
<p class="hint" id="linked">${text(
      "Choose this if someone else may have linked an account to sign in to yours.",
      "Choisissez cette option si quelqu'un d'autre a pu lier un compte pour se connecter au vôtre.",
    )}</p>
<button>${text("Save the password", "Enregistrer le mot de passe")}</button>
</form>
<p><a href="/auth/forgot-password">${text("Request a new link", "Demander un nouveau lien")}</a></p>`,
  );

export const resetDone = card(
  titles.resetDone,
  html`<p>${text("You are signed out on all devices.", "Vous êtes déconnecté de tous vos appareils.")}</p>
<p><a class="button" href="/auth/signin">${SIGN_IN}</a></p>`,
);

interface ConfirmForm extends FormInput {
  readonly title: Text;
  readonly lead: Text;
  readonly action: string;
  readonly button: Text;
}

/** Makes a form that confirms an address: with the link's token, or with a field for the code. */
const confirmView = (shown: ConfirmForm): Html =>
  card(
    shown.title,
    html`${alert(shown.problem)}
<p>${shown.lead}</p>
<form method="post" action="${shown.action}">
${hidden(shown)}
${
  shown.token === undefined &&
  html`<label for="code">${text("Code from the email", "Code reçu par e-mail")}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" maxlength="7" required>`
}
<button>${shown.button}</button>
</form>
<p><a href="${PROFILE}">${text("Back to the profile", "Retour au profil")}</a></p>`,
  );

export const undoView = (shown: FormInput): Html =>
  card(
    titles.undo,
    html`${alert(shown.problem)}
<p>${text(
      "The email address of your account was changed. If this was not you, restore the former address: the one that received our email.",
      "L'adresse e-mail de votre compte a été changée. Si ce n'était pas vous, rétablissez l'ancienne adresse, celle qui a reçu notre e-mail.",
    )}</p>
<p>${text(
      "This ends all sessions and API keys and the password, and removes what was added since to sign in. You then choose a new password.",
      "Toutes les sessions et clés d'API prendront fin, le mot de passe ne sera plus valable, et les moyens de connexion ajoutés depuis seront supprimés. Vous choisirez ensuite un nouveau mot de passe.",
    )}</p>
<form method="post" action="/auth/undo-email-change">
${hidden(shown)}
<button>${text("Restore the former address", "Rétablir l'ancienne adresse")}</button>
</form>
<p class="hint">${text(
      "If you changed the address yourself, close this page.",
      "Si vous avez changé l'adresse vous-même, fermez cette page.",
    )}</p>`,
  );

export const undoneView = (email: string): Html =>
  card(
    titles.undone,
    html`<p>${text(
      `Your account has the address ${email} again, and everyone is signed out.`,
      `Votre compte a de nouveau l'adresse ${email}, et toutes les sessions sont fermées.`,
    )}</p>
<p>${text(
      "Now choose a new password. There you can also unlink linked accounts that you do not know. Then check your webhooks and payments.",
      "Choisissez maintenant un nouveau mot de passe. Vous pourrez aussi y délier les comptes liés que vous ne connaissez pas. Vérifiez ensuite vos webhooks et vos paiements.",
    )}</p>
<p><a class="button" href="/auth/forgot-password">${titles.reset}</a></p>`,
  );

export const unlockView = (shown: FormInput): Html =>
  card(
    titles.unlock,
    html`${alert(shown.problem)}
<p>${text(
      "There were many failed sign-ins to your account, so sign-ins from unknown addresses are blocked for a while. Are you trying to sign in?",
      "Il y a eu de nombreux échecs de connexion à votre compte : les connexions depuis des adresses inconnues sont temporairement bloquées. Est-ce bien vous qui essayez de vous connecter ?",
    )}</p>
<form method="post" action="/auth/unlock">
${hidden(shown)}
<button>${text("Yes, allow sign-in from this device", "Oui, autoriser la connexion depuis cet appareil")}</button>
</form>
<p class="hint">${text(
      "If you are not trying to sign in, close this page. Your password has not changed.",
      "Si vous n'essayez pas de vous connecter, fermez cette page. Votre mot de passe n'a pas changé.",
    )}</p>`,
  );

export const unlockDone = card(
  titles.unlockDone,
  html`<p>${text(
    "Failed sign-ins from other addresses no longer block you here.",
    "Les échecs de connexion depuis d'autres adresses ne vous bloquent plus ici.",
  )}</p>
<p><a class="button" href="/auth/signin">${SIGN_IN}</a></p>`,
);

/** The texts of a page that confirms an address. */
export interface ConfirmTexts {
  readonly title: Text;
  readonly lead: Text;
  readonly button: Text;
}

export const verifyTexts = ({ email }: WebActor): ConfirmTexts => ({
  title: text("Confirm your email address", "Confirmer votre adresse e-mail"),
  lead: text(
    `This confirms that the address ${email} is yours.`,
    `Vous confirmez ainsi que l'adresse ${email} est bien la vôtre.`,
  ),
  button: text("Confirm the address", "Confirmer l'adresse"),
});

export const changeTexts = ({ email }: WebActor): ConfirmTexts => ({
  title: text("Confirm your new email address", "Confirmer votre nouvelle adresse e-mail"),
  lead: text(
    `This changes the email address of the account ${email} to the address that received our email.`,
    `L'adresse e-mail du compte ${email} sera remplacée par celle qui a reçu notre e-mail.`,
  ),
  button: text("Change the address", "Changer l'adresse"),
});

export const confirmPage = (call: SignedIn, texts: ConfirmTexts, token: string | undefined, problem?: Text) =>
  page(call, {
    title: texts.title,
    body: (csrf) => confirmView({ ...texts, csrf, token, problem, action: call.client.path }),
    isSecretAddress: true,
  });

/** Confirms an address by the form. Redirects to the profile, or shows the form with the problem. */
export async function confirmAddress(
  call: SignedIn & {
    readonly body: { readonly token?: string | undefined; readonly code?: string | undefined };
  },
  {
    texts,
    expected = [],
    confirm,
  }: {
    readonly texts: ConfirmTexts;
    readonly expected?: readonly ErrorDefinition[];
    readonly confirm: (shown: LinkProof) => Promise<unknown>;
  },
) {
  const { token, code } = call.body;
  const sent = token === undefined ? { code: code?.replaceAll(" ", "") } : { token };
  const shown = linkProof.safeParse(sent).data;
  const work = shown ? confirm(shown) : Promise.reject(fail(InvalidMailLink));
  const problem = await problemOf(work, [InvalidMailLink, ...expected]);
  if (problem !== undefined) return confirmPage(call, texts, token, problem);
  return redirect(PROFILE);
}
