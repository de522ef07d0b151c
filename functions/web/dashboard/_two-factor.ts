import type { Setup, State } from "../../../core/identity/second-factor/index.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import * as Qr from "../../../core/platform/qr-svg.ts";
import { type Html, html, raw } from "../../_page/html.ts";

/** What the page of the second factor shows, in each of its states. */

const PATH = "/dashboard/two-factor";

export const TITLE = text("Second factor", "Second facteur");

export const heading = html`<h1>${TITLE}</h1>
<p>${text(
  "With it, signing in takes a code of an authenticator app beside the password. It stays on when the password is changed or reset.",
  "Avec lui, la connexion demande un code d'une application d'authentification en plus du mot de passe. Il reste actif quand le mot de passe est changé ou réinitialisé.",
)}</p>`;

export const footing = html`<p><a href="/dashboard/security">${text("Back to security", "Retour à la sécurité")}</a></p>`;

const SWITCH_OFF = text("Switch it off", "Le désactiver");
const CODE_OR_RECOVERY = text("Code or recovery code", "Code ou code de secours");

interface Asked {
  readonly action: string;
  readonly button: Text;
  readonly inside?: Html;
  /** Whether it stands behind another one. */
  readonly isQuiet?: boolean;
}

const form = (token: string, { action, button, inside, isQuiet = false }: Asked): Html => html`
<form class="slim" method="post" action="${PATH}">
<input type="hidden" name="csrfToken" value="${token}">
<input type="hidden" name="action" value="${action}">
${inside ?? false}
<button${isQuiet && raw(' class="quiet"')}>${button}</button>
</form>`;

const codeField = (action: string, label: Text): Html => html`<label for="code-${action}">${label}</label>
<input id="code-${action}" name="code" autocomplete="one-time-code" spellcheck="false" maxlength="40" required>`;

const passwordField = html`<label for="password">${text("Password", "Mot de passe")}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`;

export const standing = (token: string, { isOn, codesLeft, hasPassword }: State): Html =>
  isOn ? on(token, codesLeft) : off(token, hasPassword);

const off = (token: string, hasPassword: boolean): Html => html`<section class="card" aria-labelledby="state">
<h2 id="state">${text("It is off", "Il est désactivé")}</h2>
<p>${text(
  "You need an authenticator app on a phone or a computer.",
  "Il vous faut une application d'authentification sur un téléphone ou un ordinateur.",
)}</p>
${form(token, {
  action: "begin",
  button: text("Set it up", "Le configurer"),
  ...(hasPassword && { inside: passwordField }),
})}
</section>`;

const on = (token: string, codesLeft: number): Html => html`<section class="card" aria-labelledby="state">
<h2 id="state">${text("It is on", "Il est activé")}</h2>
<p>${text("Every way in asks for a code.", "Toute connexion demande un code.")}</p>
</section>
<section class="card" aria-labelledby="recovery">
<h2 id="recovery">${text("Recovery codes", "Codes de secours")}</h2>
<p>${text(
  `${codesLeft} of 10 recovery codes are left. New ones take the place of all of them.`,
  `Il reste ${codesLeft} codes de secours sur 10. De nouveaux codes les remplacent tous.`,
)}</p>
${form(token, {
  action: "renew",
  button: text("New recovery codes", "De nouveaux codes de secours"),
  inside: codeField("renew", CODE_OR_RECOVERY),
  isQuiet: true,
})}
</section>
<section class="card" aria-labelledby="off">
<h2 id="off">${SWITCH_OFF}</h2>
<p>${text("The password alone signs in again.", "Le mot de passe suffit de nouveau pour se connecter.")}</p>
${form(token, {
  action: "disable",
  button: SWITCH_OFF,
  inside: codeField("disable", CODE_OR_RECOVERY),
  isQuiet: true,
})}
</section>`;

/** As people type it: in groups of four. Authenticators leave the spaces out. */
const grouped = (secret: string): string => secret.replace(/.{4}(?=.)/g, "$& ");

/** @param setup what was just begun; left out where it was seen before and a wrong code came since */
export const verifying = async (token: string, setup?: Setup): Promise<Html> => html`
<section class="card" aria-labelledby="add">
<h2 id="add">${text("Add it to your authenticator", "L'ajouter à votre application d'authentification")}</h2>
${
  setup &&
  html`<p>${text(
    "Scan this with an authenticator app.",
    "Scannez ceci avec une application d'authentification.",
  )}</p>
<div class="slim" role="img" aria-label="${text("QR code of the key", "Code QR de la clé")}">${raw(await Qr.svg(setup.otpauthUrl))}</div>
<p>${text("On this device?", "Sur cet appareil ?")} <a href="${setup.otpauthUrl}">${text("Open it in the authenticator", "L'ouvrir dans l'application")}</a></p>
<p>${text("Or enter the key by hand:", "Ou saisissez la clé à la main :")} <code>${grouped(setup.secret)}</code></p>`
}
<p>${text(
  "Then enter the code that it shows, within 10 minutes.",
  "Saisissez ensuite le code qui s'affiche, dans les 10 minutes.",
)}</p>
${form(token, { action: "verify", button: text("Switch it on", "L'activer"), inside: codeField("verify", text("Code", "Code")) })}
<p><a href="${PATH}">${text("Begin again", "Recommencer")}</a></p>
</section>`;

export const codes = (
  recoveryCodes: readonly string[],
): Html => html`<section class="card" aria-labelledby="codes">
<h2 id="codes">${text("Your recovery codes", "Vos codes de secours")}</h2>
<p>${text(
  "Each signs you in once where you do not have your authenticator. Keep them where only you find them: they are not shown again.",
  "Chacun vous connecte une fois quand vous n'avez pas votre application. Gardez-les où vous seul les trouvez : ils ne seront plus affichés.",
)}</p>
<ul>${recoveryCodes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a href="${PATH}">${text("I have kept them", "Je les ai mis en lieu sûr")}</a></p>
</section>`;
