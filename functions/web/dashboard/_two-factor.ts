import type { Setup } from "../../../core/identity/second-factor/index.ts";
import * as Qr from "../../../core/platform/qr.ts";
import { type Html, html, raw } from "../../_page/html.ts";

/** What the page of the second factor shows, in each of its states. */

const PATH = "/dashboard/two-factor";

export const heading = html`<h1>Second factor</h1>
<p>With it, signing in takes a code of an authenticator app beside the password. It stays on when the password is changed or reset.</p>`;

export const alert = (message: string): Html => html`<p class="alert" role="alert">${message}</p>`;

const form = (token: string, action: string, button: string, inside?: Html): Html => html`
<form method="post" action="${PATH}">
<input type="hidden" name="csrfToken" value="${token}">
<input type="hidden" name="action" value="${action}">
${inside ?? false}
<button>${button}</button>
</form>`;

const codeField = (action: string, label: string): Html => html`<label for="code-${action}">${label}</label>
<input id="code-${action}" name="code" autocomplete="one-time-code" spellcheck="false" maxlength="40" required>`;

export const off = (token: string): Html => html`<section class="card narrow">
<h2>It is off</h2>
${form(token, "begin", "Set it up")}
</section>`;

export const on = (token: string, codesLeft: number): Html => html`<section class="card narrow">
<h2>It is on</h2>
<p>${codesLeft} of 10 recovery codes are left.</p>
${form(token, "renew", "New recovery codes", codeField("renew", "Code"))}
</section>
<section class="card narrow">
<h2>Switch it off</h2>
${form(token, "disable", "Switch it off", codeField("disable", "Code or recovery code"))}
</section>`;

/** @param setup what was just begun; left out where it was seen before and a wrong code came since */
export const verifying = async (token: string, setup?: Setup): Promise<Html> => html`
<section class="card narrow">
<h2>Add it to your authenticator</h2>
${
  setup &&
  html`<p>Scan this with an authenticator app, or enter the key by hand.</p>
<div role="img" aria-label="QR code of the key">${raw(await Qr.svg(setup.otpauthUrl))}</div>
<p>Key: <code>${setup.secret}</code></p>`
}
<p>Then enter the code that it shows, within 10 minutes.</p>
${form(token, "verify", "Switch it on", codeField("verify", "Code"))}
${form(token, "begin", "Begin again")}
</section>`;

export const codes = (recoveryCodes: readonly string[]): Html => html`<section class="card narrow">
<h2>Your recovery codes</h2>
<p>Each signs you in once where you do not have your authenticator. Keep them where only you find them: they are not shown again.</p>
<ul>${recoveryCodes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a href="${PATH}">I have kept them</a></p>
</section>`;
