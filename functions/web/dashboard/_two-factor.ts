import type { Setup, State } from "../../../core/identity/second-factor/index.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import * as Qr from "../../../core/platform/qr-svg.ts";
import { type Html, html, raw } from "../../_page/html.ts";
import { confirmedMessage } from "./_confirmed.ts";

/** The page of the second factor, in each of its states. */

export const PATH = "/dashboard/two-factor";

export const TITLE = text("Two-factor authentication", "Authentification à deux facteurs");

export const heading = html`<h1>${TITLE}</h1>
<p>${text(
  "With two-factor authentication, you sign in with your password and a code from an authenticator app, or with a passkey. It stays on if you change or reset your password.",
  "Avec l'authentification à deux facteurs, vous vous connectez avec votre mot de passe et un code d'une application d'authentification, ou avec une clé d'accès. Elle reste active si vous changez ou réinitialisez votre mot de passe.",
)}</p>`;

/** The message to a user who returns after a proof. */
export const confirmed = html`<p class="done" role="status">${confirmedMessage}</p>`;

export const footer = html`<p><a href="/dashboard/security">${text("Back to security", "Retour à la page Sécurité")}</a></p>`;

const SWITCH_OFF = text("Turn off", "Désactiver");
const CODE_OR_RECOVERY = text("Code or recovery code", "Code ou code de secours");

interface Form {
  readonly action: string;
  readonly button: Text;
  readonly inside?: Html;
  /** Whether it is less prominent than another form. */
  readonly isQuiet?: boolean;
}

const form = (token: string, { action, button, inside, isQuiet = false }: Form): Html => html`
<form class="slim" method="post" action="${PATH}">
<input type="hidden" name="csrfToken" value="${token}">
<input type="hidden" name="action" value="${action}">
${inside ?? false}
<button${isQuiet && raw(' class="quiet"')}>${button}</button>
</form>`;

const codeField = (
  action: string,
  label: Text,
  isRequired = false,
): Html => html`<label for="code-${action}">${label}</label>
<input id="code-${action}" name="code" autocomplete="one-time-code" spellcheck="false" maxlength="40"${isRequired && raw(" required")}>`;

const passwordField = html`<label for="password">${text("Password", "Mot de passe")}</label>
<input id="password" name="password" type="password" autocomplete="current-password">`;

export const stateView = (token: string, { isOn, isRequired, codesLeft, hasPassword }: State): Html =>
  isOn
    ? on(token, codesLeft)
    : html`${off(token, isRequired, hasPassword)}${isRequired && recovery(token, codesLeft)}`;

/** @param hasPasskeys whether the account has passkeys, which are a second factor without an authenticator */
const off = (
  token: string,
  hasPasskeys: boolean,
  hasPassword: boolean,
): Html => html`<section class="card" aria-labelledby="state">
<h2 id="state">${
  hasPasskeys ? text("On, with your passkeys", "Activée, avec vos clés d'accès") : text("Off", "Désactivée")
}</h2>
<p>${text(
  "You need an authenticator app on a phone or a computer.",
  "Il vous faut une application d'authentification sur un téléphone ou un ordinateur.",
)}</p>
${form(token, {
  action: "begin",
  button: text("Set up", "Configurer"),
  ...(hasPassword && { inside: passwordField }),
})}
</section>`;

const on = (token: string, codesLeft: number): Html => html`<section class="card" aria-labelledby="state">
<h2 id="state">${text("On", "Activée")}</h2>
<p>${text(
  "Every sign-in with your password requires a code or a passkey.",
  "Toute connexion avec votre mot de passe demande un code ou une clé d'accès.",
)}</p>
</section>
${recovery(token, codesLeft)}
<section class="card" aria-labelledby="off">
<h2 id="off">${SWITCH_OFF}</h2>
<p>${text(
  "Removes your authenticator app. Without passkeys, you will sign in with your password alone.",
  "Retire votre application d'authentification. Sans clé d'accès, votre mot de passe suffira pour vous connecter.",
)}</p>
${form(token, {
  action: "disable",
  button: SWITCH_OFF,
  inside: codeField("disable", CODE_OR_RECOVERY),
  isQuiet: true,
})}
</section>`;

const recovery = (token: string, codesLeft: number): Html => html`
<section class="card" aria-labelledby="recovery">
<h2 id="recovery">${text("Recovery codes", "Codes de secours")}</h2>
<p>${text(
  `${codesLeft} of 10 recovery codes are left. New codes replace all of them.`,
  `Il reste ${codesLeft} codes de secours sur 10. De nouveaux codes les remplacent tous.`,
)}</p>
${form(token, {
  action: "renew",
  button: text("Create new recovery codes", "Créer de nouveaux codes de secours"),
  inside: codeField("renew", CODE_OR_RECOVERY),
  isQuiet: true,
})}
</section>`;

/** Formats a secret in groups of four. Authenticator apps ignore the spaces. */
const groupedByFour = (secret: string): string => secret.replace(/.{4}(?=.)/g, "$& ");

/** Makes the form for the first code. @param setup the new secret; undefined after a wrong code, as the user has seen it */
export const verifyView = async (token: string, setup?: Setup): Promise<Html> => html`
<section class="card" aria-labelledby="add">
<h2 id="add">${text("Add your account to the authenticator app", "Ajouter votre compte à l'application d'authentification")}</h2>
${
  setup &&
  html`<p>${text(
    "Scan this code with your authenticator app.",
    "Scannez ce code avec votre application d'authentification.",
  )}</p>
<div class="slim" role="img" aria-label="${text("QR code of the key", "Code QR de la clé")}">${raw(await Qr.svg(setup.otpauthUrl))}</div>
<p>${text("Is the app on this device?", "L'application est-elle sur cet appareil ?")} <a href="${setup.otpauthUrl}">${text("Open the app", "Ouvrir l'application")}</a></p>
<p>${text("Or enter the key manually:", "Ou saisissez la clé manuellement :")} <code>${groupedByFour(setup.secret)}</code></p>`
}
<p>${text(
  "Then enter the code from the app within 10 minutes.",
  "Saisissez ensuite le code de l'application dans les 10 minutes.",
)}</p>
${form(token, { action: "verify", button: text("Turn on", "Activer"), inside: codeField("verify", text("Code", "Code"), true) })}
<p><a href="${PATH}">${text("Start over", "Recommencer")}</a></p>
</section>`;

export const recoveryCodesView = (
  recoveryCodes: readonly string[],
): Html => html`<section class="card" aria-labelledby="codes">
<h2 id="codes">${text("Your recovery codes", "Vos codes de secours")}</h2>
<p>${text(
  "Each code replaces your authenticator app or a lost passkey once. Store them in a safe place: they are not shown again.",
  "Chaque code remplace une fois votre application ou une clé d'accès perdue. Conservez-les en lieu sûr : ils ne seront plus affichés.",
)}</p>
<ul>${recoveryCodes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a href="${PATH}">${text("I have saved them", "Je les ai enregistrés")}</a></p>
</section>`;
