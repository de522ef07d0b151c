import type { WebActor } from "../../../../core/identity/actor.ts";
import type { ListedSession } from "../../../../core/identity/session-list.ts";
import * as SessionList from "../../../../core/identity/session-list.ts";
import type { User } from "../../../../core/identity/user.ts";
import * as Users from "../../../../core/identity/users.ts";
import * as Jobs from "../../../../core/jobs/index.ts";
import { type Text, text } from "../../../../core/kernel/texts/index.ts";
import { type Overview, overview } from "../../../../core/people/requests.ts";
import { alert, day, type Html, html, minute, table, when } from "../../../_page/html.ts";
import { page, redirect, type Visitor } from "../../../_page/serve.ts";

interface Call extends Visitor {
  readonly actor: WebActor;
}

const TITLE = text("Security", "Sécurité");

/** What was done, by the name in the redirect's query. */
const outcomes: Readonly<Record<string, Text>> = {
  address: text("The address is confirmed.", "L'adresse est confirmée."),
  asked: text(
    "A letter is on its way to the new address: its link or code confirms it.",
    "Un message est en route vers la nouvelle adresse : son lien ou son code la confirme.",
  ),
  letter: text(
    "The letter is on its way. Open its link, or enter its code.",
    "Le message est en route. Ouvrez son lien, ou saisissez son code.",
  ),
  data: text(
    "Your data is being gathered. A message tells when it is ready.",
    "Vos données sont rassemblées. Un message vous dira quand elles sont prêtes.",
  ),
  code: text(
    "A text message with a code is on its way. Enter the code below.",
    "Un SMS avec un code est en route. Saisissez le code ci-dessous.",
  ),
  phone: text("The phone number is confirmed.", "Le numéro de téléphone est confirmé."),
  password: text(
    "The password is another one. Every other session has ended.",
    "Le mot de passe est changé. Toutes les autres sessions sont fermées.",
  ),
  session: text("The session has ended.", "La session est fermée."),
  sessions: text("Every other session has ended.", "Toutes les autres sessions sont fermées."),
};

/** Redirects to the page, which then says what was done. */
export const back = (done: string, cookies: readonly string[] = []) =>
  redirect(`/dashboard/security?done=${done}`, cookies);

/** Makes the page, with what was done or what is wrong. */
export async function securityPage(
  call: Call,
  { done, problem }: { readonly done?: string | undefined; readonly problem?: Text } = {},
) {
  const [user, sessions, erasure, exported] = await Promise.all([
    Users.own(call.actor),
    SessionList.list(call.actor),
    overview(call.actor),
    Jobs.latestExport(call.actor),
  ]);
  const sentence = done !== undefined && Object.hasOwn(outcomes, done) ? outcomes[done] : undefined;
  return page(call, {
    title: TITLE,
    body: (token) => html`<h1>${TITLE}</h1>
${alert(problem)}
${sentence !== undefined && html`<p class="done" role="status">${sentence}</p>`}
${address(user, token)}
${phoneSection(user, csrf(token))}
${password(token)}
${secondFactor(user)}
${signedIn(sessions, token)}
${dataSection(erasure, exported?.status === "succeeded", csrf(token))}`,
  });
}

const PASSWORD = text("Password", "Mot de passe");
const ENTER_CODE = text("Enter its code", "Saisir son code");

const csrf = (token: string): Html => html`<input type="hidden" name="csrfToken" value="${token}">`;

const address = ({ email, emailVerified }: User, token: string): Html => html`
<section class="card" aria-labelledby="address">
<h2 id="address">${text("E-mail address", "Adresse e-mail")}</h2>
<p>${email}<br><span class="hint">${
  emailVerified === undefined
    ? text("Not confirmed yet", "Pas encore confirmée")
    : html`${text("Confirmed on", "Confirmée le")} ${day(emailVerified)}`
}</span></p>
${emailVerified === undefined && unconfirmed(token)}
<form class="slim" method="post" action="/dashboard/security/email">
${csrf(token)}
<label for="newEmail">${text("New address", "Nouvelle adresse")}</label>
<input id="newEmail" name="newEmail" type="email" autocomplete="email" maxlength="254" required>
<label for="password">${PASSWORD}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button class="quiet">${text("Change the address", "Changer l'adresse")}</button>
</form>
<p class="hint">${text(
  "A letter to the new address confirms it. Has it come?",
  "Un message à la nouvelle adresse la confirme. Est-il arrivé ?",
)} <a href="/auth/change-email">${ENTER_CODE}</a></p>
</section>`;

const unconfirmed = (token: string): Html => html`
<form class="slim" method="post" action="/dashboard/security/verification">
${csrf(token)}
<button>${text("Send the letter that confirms it", "Envoyer le message qui la confirme")}</button>
</form>
<p class="hint">${text("Has it come?", "Est-il arrivé ?")} <a href="/auth/verify-email">${ENTER_CODE}</a></p>`;

const password = (token: string): Html => html`
<section class="card" aria-labelledby="change-password">
<h2 id="change-password">${PASSWORD}</h2>
<form class="slim" method="post" action="/dashboard/security/password">
${csrf(token)}
<label for="currentPassword">${text("Present password", "Mot de passe actuel")}</label>
<input id="currentPassword" name="currentPassword" type="password" autocomplete="current-password" required>
<label for="newPassword">${text("New password", "Nouveau mot de passe")}</label>
<input id="newPassword" name="newPassword" type="password" autocomplete="new-password" minlength="8" required aria-describedby="rule">
<p class="hint" id="rule">${text(
  "At least 8 characters with an uppercase letter, a digit and a special character. Every other session and every API key ends with the old one.",
  "Au moins 8 caractères, dont une majuscule, un chiffre et un caractère spécial. Toutes les autres sessions et toutes les clés d'API prennent fin avec l'ancien.",
)}</p>
<button class="quiet">${text("Change the password", "Changer le mot de passe")}</button>
</form>
<p class="hint">${text("No password yet, or forgotten?", "Pas encore de mot de passe, ou oublié ?")} <a href="/auth/forgot-password">${text("Have a letter sent", "Recevoir un message")}</a></p>
</section>`;

const secondFactor = ({ secondFactorAt }: User): Html => html`
<section class="card" aria-labelledby="second-factor">
<h2 id="second-factor">${text("Second factor", "Second facteur")}</h2>
<p>${
  secondFactorAt === undefined
    ? text("Off: the password alone signs in.", "Désactivé : le mot de passe suffit pour se connecter.")
    : html`${text("On since", "Activé depuis le")} ${day(secondFactorAt)}${text(
        ": signing in takes a code of your authenticator.",
        " : la connexion demande un code de votre application.",
      )}`
}</p>
<p><a href="/dashboard/two-factor">${
  secondFactorAt === undefined
    ? text("Set up the second factor", "Configurer le second facteur")
    : text("Change the second factor", "Modifier le second facteur")
}</a></p>
</section>`;

const END = text("End", "Fermer");

const columns = [
  { name: text("Where", "Appareil") },
  { name: text("Address", "Adresse") },
  { name: when(text("Since", "Depuis")) },
  { name: when(text("Last active", "Dernière activité")) },
  { name: END },
];

const signedIn = (sessions: readonly ListedSession[], token: string): Html => html`
<section class="card" aria-labelledby="sessions">
<h2 id="sessions">${text("Signed in", "Connexions")}</h2>
${table(
  columns,
  sessions.map((one) => row(one, token)),
  { label: text("Sessions", "Sessions") },
)}
${
  sessions.length > 1 &&
  html`<form class="slim" method="post" action="/dashboard/security/sessions/end-others">
${csrf(token)}
<button class="quiet">${text("End every other session", "Fermer toutes les autres sessions")}</button>
</form>`
}
</section>`;

const row = ({ id, name, ip, createdAt, lastActive, isCurrent }: ListedSession, token: string) => [
  name,
  ip,
  minute(createdAt),
  minute(lastActive),
  isCurrent
    ? text("This one", "Celle-ci")
    : html`<form method="post" action="/dashboard/security/sessions">
${csrf(token)}
<input type="hidden" name="id" value="${id}">
<button class="quiet" aria-label="${text(`End ${name.en}`, `Fermer ${name.fr}`)}">${END}</button>
</form>`,
];

const phoneSection = ({ phone, phoneVerified }: User, csrf: Html): Html => html`
<section class="card" aria-labelledby="phone">
<h2 id="phone">${text("Phone number", "Numéro de téléphone")}</h2>
${
  phone === undefined
    ? html`<p>${text(
        "The account has none. The app gives it one; then others can pay you by it.",
        "Le compte n'en a pas. L'application lui en donne un ; on peut alors vous payer par ce numéro.",
      )}</p>`
    : html`<p>${phone}<br><span class="hint">${
        phoneVerified === undefined
          ? text(
              "Not confirmed yet: nobody can pay you by it",
              "Pas encore confirmé : personne ne peut vous payer par ce numéro",
            )
          : html`${text("You can be paid by it. Confirmed on", "On peut vous payer par ce numéro. Confirmé le")} ${day(phoneVerified)}`
      }</span></p>`
}
${phone !== undefined && phoneVerified === undefined && unconfirmedPhone(csrf)}
</section>`;

const unconfirmedPhone = (csrf: Html): Html => html`
<form class="slim" method="post" action="/dashboard/security/phone/code">
${csrf}
<button>${text("Send a code by text message", "Envoyer un code par SMS")}</button>
</form>
<form class="slim" method="post" action="/dashboard/security/phone">
${csrf}
<label for="code">${text("Code of the text message", "Code du SMS")}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" maxlength="7" required>
<button class="quiet">${text("Confirm the number", "Confirmer le numéro")}</button>
</form>`;

/** The export and deletion of a user's data. @param ready whether there is a file to download */
const dataSection = ({ graceDays, blockers }: Overview, ready: boolean, csrf: Html): Html => html`
<section class="card" aria-labelledby="data">
<h2 id="data">${text("Your data", "Vos données")}</h2>
<p>${text(
  "All that is kept of your account, as one file that programs can read. A message tells when it is ready.",
  "Tout ce qui est conservé de votre compte, en un fichier lisible par des programmes. Un message vous dit quand il est prêt.",
)}</p>
<form class="slim" method="post" action="/dashboard/security/export">
${csrf}
<label for="exportPassword">${PASSWORD}</label>
<input id="exportPassword" name="password" type="password" autocomplete="current-password">
<button class="quiet">${
  ready
    ? text("Download your data", "Télécharger vos données")
    : text("Ask for your data", "Demander vos données")
}</button>
</form>
<h3>${text("Delete the account", "Supprimer le compte")}</h3>
<p>${text(
  `Every session and API key ends at once, and after ${graceDays} days the account and your data are deleted. Signing in before calls it off. What the law has us keep stays, without your name.`,
  `Toutes les sessions et clés d'API prennent fin tout de suite, et après ${graceDays} jours le compte et vos données sont supprimés. Une connexion avant annule tout. Ce que la loi nous oblige à garder reste, sans votre nom.`,
)}</p>
${blockers.length === 0 ? deleting(csrf) : html`<ul>${blockers.map(({ message }) => html`<li>${message}</li>`)}</ul>`}
</section>`;

const deleting = (csrf: Html): Html => html`
<form class="slim" method="post" action="/dashboard/security/erasure">
${csrf}
<label for="erasurePassword">${PASSWORD}</label>
<input id="erasurePassword" name="password" type="password" autocomplete="current-password">
<button class="quiet">${text("Delete the account", "Supprimer le compte")}</button>
</form>`;
