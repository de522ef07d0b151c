import { type Html, html } from "../../_page/html.ts";
import { alert } from "../../_page/refusal.ts";

/** Pages that letters lead to. */

/** What a form has of the letter that led to it. */
interface Shown {
  readonly csrf: string;
  readonly token: string | undefined;
  readonly problem?: string | undefined;
}

const hidden = ({ csrf, token }: Shown): Html => html`<input type="hidden" name="csrfToken" value="${csrf}">
${token !== undefined && html`<input type="hidden" name="token" value="${token}">`}`;

const card = (title: string, body: Html): Html => html`<div class="card narrow">
<h1>${title}</h1>
${body}
</div>`;

const PASSWORD_RULE = "At least 8 characters with an uppercase letter, a digit and a special character.";

export const forgotView = (csrf: string): Html =>
  card(
    "Forgot your password?",
    html`<p>We write to you how to choose a new one.</p>
<form method="post" action="/auth/forgot-password">
<input type="hidden" name="csrfToken" value="${csrf}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required>
<button>Send the letter</button>
</form>
<p><a href="/auth/signin">Back to sign in</a></p>`,
  );

export const sentView = card(
  "Look into your mail",
  html`<p>If this address has an account, a letter is on its way to it. Its link holds for 30 minutes.</p>
<p class="hint">Nothing there? Look among what your mail program takes for advertising, or
<a href="/auth/forgot-password">ask again</a>.</p>`,
);

export const resetView = (shown: Shown): Html =>
  card(
    "Choose a new password",
    html`${alert(shown.problem)}
<p>Every session and every API key of the account ends with the old one.</p>
<form method="post" action="/auth/reset-password">
${hidden(shown)}
<label for="newPassword">New password</label>
<input id="newPassword" name="newPassword" type="password" autocomplete="new-password" minlength="8" required aria-describedby="rule">
<p class="hint" id="rule">${PASSWORD_RULE}</p>
<button>Set the password</button>
</form>
<p><a href="/auth/forgot-password">Ask for a new link</a></p>`,
  );

export const resetDone = card(
  "The password is another one",
  html`<p>You are signed out everywhere.</p>
<p><a class="button" href="/auth/signin">Sign in</a></p>`,
);

interface Confirming extends Shown {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly button: string;
}

/** A form that uses a letter: its link's token, or its code typed in. */
export const confirmView = (shown: Confirming): Html =>
  card(
    shown.title,
    html`${alert(shown.problem)}
<p>${shown.lead}</p>
<form method="post" action="${shown.action}">
${hidden(shown)}
${
  shown.token === undefined &&
  html`<label for="code">Code of the letter</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" maxlength="7" required>`
}
<button>${shown.button}</button>
</form>
<p><a href="/dashboard/security">Back to security</a></p>`,
  );

export const unlockView = (shown: Shown): Html =>
  card(
    "Sign in from here",
    html`${alert(shown.problem)}
<p>Strangers try passwords on your account, so tries from unknown addresses are refused for a while. Are you signing in from here
yourself?</p>
<form method="post" action="/auth/unlock">
${hidden(shown)}
<button>It is me: let me sign in from here</button>
</form>
<p class="hint">If you are not trying to sign in, close this page. Your password still holds.</p>`,
  );

export const unlockDone = card(
  "You can sign in from here",
  html`<p>What strangers try elsewhere no longer keeps you from it.</p>
<p><a class="button" href="/auth/signin">Sign in</a></p>`,
);
