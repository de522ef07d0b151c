import type { Setup } from "../../../core/identity/second-factor/index.ts";
import * as Qr from "../../../core/platform/qr.ts";
import { type Html, html, raw } from "../../_page/html.ts";

/** What the page of the second factor shows, in each of its states. */

const PATH = "/dashboard/two-factor";

export const heading = html`<h1>Second factor</h1>
<p>With it, signing in takes a code of an authenticator app beside the password. It stays on when the password is changed or reset.</p>`;

export const footing = html`<p><a href="/dashboard/security">Back to security</a></p>`;

interface Asked {
  readonly action: string;
  readonly button: string;
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

const codeField = (action: string, label: string): Html => html`<label for="code-${action}">${label}</label>
<input id="code-${action}" name="code" autocomplete="one-time-code" spellcheck="false" maxlength="40" required>`;

export const off = (token: string): Html => html`<section class="card" aria-labelledby="state">
<h2 id="state">It is off</h2>
<p>You need an authenticator app on a phone or a computer.</p>
${form(token, { action: "begin", button: "Set it up" })}
</section>`;

export const on = (
  token: string,
  codesLeft: number,
): Html => html`<section class="card" aria-labelledby="state">
<h2 id="state">It is on</h2>
<p>Every way in asks for a code.</p>
</section>
<section class="card" aria-labelledby="recovery">
<h2 id="recovery">Recovery codes</h2>
<p>${codesLeft} of 10 recovery codes are left. New ones take the place of all of them.</p>
${form(token, {
  action: "renew",
  button: "New recovery codes",
  inside: codeField("renew", "Code or recovery code"),
  isQuiet: true,
})}
</section>
<section class="card" aria-labelledby="off">
<h2 id="off">Switch it off</h2>
<p>The password alone signs in again.</p>
${form(token, {
  action: "disable",
  button: "Switch it off",
  inside: codeField("disable", "Code or recovery code"),
  isQuiet: true,
})}
</section>`;

/** As people type it: in groups of four. Authenticators leave the spaces out. */
const grouped = (secret: string): string => secret.replace(/.{4}(?=.)/g, "$& ");

/** @param setup what was just begun; left out where it was seen before and a wrong code came since */
export const verifying = async (token: string, setup?: Setup): Promise<Html> => html`
<section class="card" aria-labelledby="add">
<h2 id="add">Add it to your authenticator</h2>
${
  setup &&
  html`<p>Scan this with an authenticator app.</p>
<div class="slim" role="img" aria-label="QR code of the key">${raw(await Qr.svg(setup.otpauthUrl))}</div>
<p>On this device? <a href="${setup.otpauthUrl}">Open it in the authenticator</a></p>
<p>Or enter the key by hand: <code>${grouped(setup.secret)}</code></p>`
}
<p>Then enter the code that it shows, within 10 minutes.</p>
${form(token, { action: "verify", button: "Switch it on", inside: codeField("verify", "Code") })}
${form(token, { action: "begin", button: "Begin again", isQuiet: true })}
</section>`;

export const codes = (
  recoveryCodes: readonly string[],
): Html => html`<section class="card" aria-labelledby="codes">
<h2 id="codes">Your recovery codes</h2>
<p>Each signs you in once where you do not have your authenticator. Keep them where only you find them: they are not shown again.</p>
<ul>${recoveryCodes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a href="${PATH}">I have kept them</a></p>
</section>`;
