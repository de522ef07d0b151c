import type { WebActor } from "../../../../core/identity/actor.ts";
import type { ListedSession } from "../../../../core/identity/session-list.ts";
import * as SessionList from "../../../../core/identity/session-list.ts";
import type { User } from "../../../../core/identity/user.ts";
import * as Users from "../../../../core/identity/users.ts";
import type { Client } from "../../../_chain/call.ts";
import { type Html, html } from "../../../_page/html.ts";
import { page } from "../../../_page/index.ts";
import { alert } from "../../../_page/refusal.ts";
import { table } from "../../../_page/table.ts";
import { day, minute } from "../../../_page/words.ts";

/** The page of an account's security. */

interface Call {
  readonly actor: WebActor;
  readonly client: Client;
}

/** What is said once something is done, by the name that its redirect carries. */
const said: Readonly<Record<string, string>> = {
  address: "The address is confirmed.",
  asked: "A letter is on its way to the new address: its link or code confirms it.",
  letter: "The letter is on its way. Open its link, or enter its code.",
  password: "The password is another one. Every other session has ended.",
  session: "The session has ended.",
  sessions: "Every other session has ended.",
};

/** The page, with what was done or what is wrong. */
export async function securityPage(
  call: Call,
  { done, problem }: { readonly done?: string | undefined; readonly problem?: string } = {},
) {
  const [user, sessions] = await Promise.all([Users.own(call.actor), SessionList.list(call.actor)]);
  const sentence = done !== undefined && Object.hasOwn(said, done) ? said[done] : undefined;
  return page(call, {
    title: "Security",
    body: (token) => html`<h1>Security</h1>
${alert(problem)}
${sentence !== undefined && html`<p class="done" role="status">${sentence}</p>`}
${address(user, token)}
${password(token)}
${secondFactor(user)}
${signedIn(sessions, token)}`,
  });
}

const csrf = (token: string): Html => html`<input type="hidden" name="csrfToken" value="${token}">`;

const address = ({ email, emailVerified }: User, token: string): Html => html`
<section class="card" aria-labelledby="address">
<h2 id="address">E-mail address</h2>
<p>${email}<br><span class="hint">${
  emailVerified === undefined ? "Not confirmed yet" : html`Confirmed on ${day(emailVerified)}`
}</span></p>
${emailVerified === undefined && unconfirmed(token)}
<form class="slim" method="post" action="/dashboard/security/email">
${csrf(token)}
<label for="newEmail">New address</label>
<input id="newEmail" name="newEmail" type="email" autocomplete="email" maxlength="254" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button class="quiet">Change the address</button>
</form>
<p class="hint">A letter to the new address confirms it. Has it come? <a href="/auth/change-email">Enter its code</a></p>
</section>`;

const unconfirmed = (token: string): Html => html`
<form class="slim" method="post" action="/dashboard/security/verification">
${csrf(token)}
<button>Send the letter that confirms it</button>
</form>
<p class="hint">Has it come? <a href="/auth/verify-email">Enter its code</a></p>`;

const password = (token: string): Html => html`
<section class="card" aria-labelledby="change-password">
<h2 id="change-password">Password</h2>
<form class="slim" method="post" action="/dashboard/security/password">
${csrf(token)}
<label for="currentPassword">Present password</label>
<input id="currentPassword" name="currentPassword" type="password" autocomplete="current-password" required>
<label for="newPassword">New password</label>
<input id="newPassword" name="newPassword" type="password" autocomplete="new-password" minlength="8" required aria-describedby="rule">
<p class="hint" id="rule">At least 8 characters with an uppercase letter, a digit and a special character. Every other session and every
API key ends with the old one.</p>
<button class="quiet">Change the password</button>
</form>
<p class="hint">No password yet, or forgotten? <a href="/auth/forgot-password">Have a letter sent</a></p>
</section>`;

const secondFactor = ({ secondFactorAt }: User): Html => html`
<section class="card" aria-labelledby="second-factor">
<h2 id="second-factor">Second factor</h2>
<p>${
  secondFactorAt === undefined
    ? "Off: the password alone signs in."
    : html`On since ${day(secondFactorAt)}: signing in takes a code of your authenticator.`
}</p>
<p><a href="/dashboard/two-factor">${
  secondFactorAt === undefined ? "Set up the second factor" : "Change the second factor"
}</a></p>
</section>`;

const columns = [
  { name: "Where" },
  { name: "Address" },
  { name: "Since" },
  { name: "Last active" },
  { name: "End" },
];

const signedIn = (sessions: readonly ListedSession[], token: string): Html => html`
<section class="card" aria-labelledby="sessions">
<h2 id="sessions">Signed in</h2>
${table(
  columns,
  sessions.map((one) => row(one, token)),
  { label: "Sessions" },
)}
${
  sessions.length > 1 &&
  html`<form class="slim" method="post" action="/dashboard/security/sessions/end-others">
${csrf(token)}
<button class="quiet">End every other session</button>
</form>`
}
</section>`;

const row = ({ id, name, ip, createdAt, lastActive, isCurrent }: ListedSession, token: string) => [
  name,
  ip,
  minute(createdAt),
  minute(lastActive),
  isCurrent
    ? "This one"
    : html`<form method="post" action="/dashboard/security/sessions">
${csrf(token)}
<input type="hidden" name="id" value="${id}">
<button class="quiet" aria-label="End ${name}">End</button>
</form>`,
];
