import { providerNameOf } from "../../../../core/identity/oauth/names.ts";
import type { OwnPasskey } from "../../../../core/identity/passkeys/schema.ts";
import * as Passkeys from "../../../../core/identity/passkeys/stored.ts";
import type { ListedSession } from "../../../../core/identity/session-list.ts";
import * as SessionList from "../../../../core/identity/session-list.ts";
import type { User } from "../../../../core/identity/user.ts";
import * as Users from "../../../../core/identity/users.ts";
import * as Jobs from "../../../../core/jobs/index.ts";
import { type Text, text } from "../../../../core/kernel/texts/index.ts";
import { type Overview, overview } from "../../../../core/people/requests.ts";
import { alert, day, doneMessage, type Html, html, minute, table, when } from "../../../_page/html.ts";
import { page, redirect, type SignedIn } from "../../../_page/serve.ts";
import { script } from "../../_passkeys.baked.ts";
import { passkeyButton, recoveryCodesBox } from "../../_passkeys.ts";
import { confirmedMessage } from "../_confirmed.ts";

const TITLE = text("Security", "Sécurité");

/** The path of the page. */
export const PAGE = "/dashboard/security";

/** The messages by the name in the redirect's query. */
const messages = {
  address: text("Your email address is confirmed.", "Votre adresse e-mail est confirmée."),
  asked: text(
    "We sent an email to the new address. Open its link or enter its code to confirm the change.",
    "Nous avons envoyé un e-mail à la nouvelle adresse. Ouvrez son lien ou saisissez son code pour confirmer le changement.",
  ),
  letter: text(
    "We sent you an email. Open its link, or enter its code.",
    "Nous vous avons envoyé un e-mail. Ouvrez son lien, ou saisissez son code.",
  ),
  data: text(
    "We are preparing your data. We will notify you when it is ready.",
    "Nous préparons vos données. Nous vous préviendrons quand elles seront prêtes.",
  ),
  code: text(
    "We sent you a text message with a code. Enter the code below.",
    "Nous vous avons envoyé un SMS avec un code. Saisissez le code ci-dessous.",
  ),
  phone: text("Your phone number is confirmed.", "Votre numéro de téléphone est confirmé."),
  password: text(
    "Your password was changed. All other sessions were ended.",
    "Votre mot de passe a été modifié. Toutes les autres sessions ont été fermées.",
  ),
  confirmed: confirmedMessage,
  passkey: text("The passkey was added.", "La clé d'accès a été ajoutée."),
  renamed: text("The passkey was renamed.", "La clé d'accès a été renommée."),
  removed: text(
    "The passkey was removed. Delete it on your device as well, so that it is no longer offered there.",
    "La clé d'accès a été retirée. Supprimez-la aussi sur votre appareil pour qu'elle n'y soit plus proposée.",
  ),
  session: text("The session was ended.", "La session a été fermée."),
  sessions: text("All other sessions were ended.", "Toutes les autres sessions ont été fermées."),
};

/** Redirects to the page with a message. @param done the message's name */
export const back = (done: keyof typeof messages, cookies: readonly string[] = []) =>
  redirect(`${PAGE}?done=${done}`, cookies);

/** Makes the page, with a message or a problem. @param done the message's name from the query */
export async function securityPage(
  call: SignedIn,
  { done, problem }: { readonly done?: string | undefined; readonly problem?: Text } = {},
) {
  const [user, sessions, passkeys, erasure, exported] = await Promise.all([
    Users.readOwn(call.actor),
    SessionList.list(call.actor),
    Passkeys.listOwn(call.actor),
    overview(call.actor),
    Jobs.latestExport(call.actor),
  ]);
  return page(call, {
    title: TITLE,
    script,
    body: (token) => html`<h1>${TITLE}</h1>
${alert(problem)}
${doneMessage(messages, done)}
<p class="hint">${CONFIRMATION}</p>
${address(user, token)}
${phoneSection(user, csrf(token))}
${password(user, token)}
${linkedAccounts(user)}
${passkeySection(passkeys, csrf(token))}
${secondFactor(user)}
${signedIn(sessions, token)}
${dataSection(erasure, exported?.status === "succeeded", csrf(token))}`,
  });
}

/** States which actions need a recent proof. */
const CONFIRMATION = text(
  "To change your address or password, link or unlink an account, change two-factor authentication, end sessions, or get or delete your data, confirm that it is you: we ask if you have not done so in the last five minutes.",
  "Pour changer votre adresse ou votre mot de passe, lier ou délier un compte, modifier l'authentification à deux facteurs, fermer des sessions, obtenir ou supprimer vos données, confirmez votre identité : nous vous le demandons si vous ne l'avez pas fait dans les cinq dernières minutes.",
);

const PASSWORD = text("Password", "Mot de passe");
const ENTER_CODE = text("Enter the code", "Saisir le code");

const csrf = (token: string): Html => html`<input type="hidden" name="csrfToken" value="${token}">`;

const address = ({ email, emailVerified }: User, token: string): Html => html`
<section class="card" aria-labelledby="address">
<h2 id="address">${text("Email address", "Adresse e-mail")}</h2>
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
<input id="password" name="password" type="password" autocomplete="current-password">
<button class="quiet">${text("Change the address", "Changer l'adresse")}</button>
</form>
<p class="hint">${text(
  "We email a link and a code to the new address. Did you get the email?",
  "Nous envoyons un lien et un code à la nouvelle adresse. Avez-vous reçu l'e-mail ?",
)} <a href="/auth/change-email">${ENTER_CODE}</a></p>
</section>`;

const unconfirmed = (token: string): Html => html`
<form class="slim" method="post" action="/dashboard/security/verification">
${csrf(token)}
<button>${text("Send the confirmation email", "Envoyer l'e-mail de confirmation")}</button>
</form>
<p class="hint">${text("Did you get the email?", "Avez-vous reçu l'e-mail ?")} <a href="/auth/verify-email">${ENTER_CODE}</a></p>`;

const password = ({ accounts }: User, token: string): Html => html`
<section class="card" aria-labelledby="change-password">
<h2 id="change-password">${PASSWORD}</h2>
<form class="slim" method="post" action="/dashboard/security/password">
${csrf(token)}
<label for="currentPassword">${text("Current password", "Mot de passe actuel")}</label>
<input id="currentPassword" name="currentPassword" type="password" autocomplete="current-password" required>
<label for="newPassword">${text("New password", "Nouveau mot de passe")}</label>
<input id="newPassword" name="newPassword" type="password" autocomplete="new-password" minlength="8" required aria-describedby="rule">
<p class="hint" id="rule">${text(
  "At least 8 characters with an uppercase letter, a digit and a special character. All other sessions and all API keys end.",
  "Au moins 8 caractères, dont une majuscule, un chiffre et un caractère spécial. Toutes les autres sessions et toutes les clés d'API prennent fin.",
)}</p>
${accounts.length > 0 && unlinkBox}
<button class="quiet">${text("Change the password", "Changer le mot de passe")}</button>
</form>
<p class="hint">${text("No password yet, or forgotten?", "Pas encore de mot de passe, ou oublié ?")} <a href="/auth/forgot-password">${text("Get a link by email", "Recevoir un lien par e-mail")}</a></p>
</section>`;

const unlinkBox = html`<label><input type="checkbox" name="unlinkAccounts"> ${text(
  "Also unlink all linked accounts",
  "Délier aussi tous les comptes liés",
)}</label>`;

const linkedAccounts = ({ accounts }: User): Html => html`
<section class="card" aria-labelledby="linked-accounts">
<h2 id="linked-accounts">${text("Linked accounts", "Comptes liés")}</h2>
<p>${
  accounts.length === 0
    ? text("You can only sign in here.", "Vous ne pouvez vous connecter qu'ici.")
    : html`${text("You can also sign in with:", "Vous pouvez aussi vous connecter avec :")} ${[...new Set(accounts.map(({ provider }) => providerNameOf(provider)))].join(", ")}`
}</p>
<p><a href="/dashboard/accounts">${text("Manage linked accounts", "Gérer les comptes liés")}</a></p>
</section>`;

const secondFactor = ({ secondFactorAt }: User): Html => html`
<section class="card" aria-labelledby="second-factor">
<h2 id="second-factor">${text("Two-factor authentication", "Authentification à deux facteurs")}</h2>
<p>${
  secondFactorAt === undefined
    ? text(
        "Off: you sign in with your password alone.",
        "Désactivée : votre mot de passe suffit pour vous connecter.",
      )
    : html`${text("On since", "Activée depuis le")} ${day(secondFactorAt)}${text(
        ": every sign-in with your password also requires a code or a passkey.",
        " : chaque connexion avec votre mot de passe demande aussi un code ou une clé d'accès.",
      )}`
}</p>
<p><a href="/dashboard/two-factor">${
  secondFactorAt === undefined
    ? text("Set up two-factor authentication", "Configurer l'authentification à deux facteurs")
    : text("Manage two-factor authentication", "Gérer l'authentification à deux facteurs")
}</a></p>
</section>`;

const passkeyColumns = [
  { name: text("Passkey", "Clé d'accès") },
  { name: when(text("Added", "Ajoutée")) },
  { name: when(text("Last used", "Dernière utilisation")) },
  { name: text("Change", "Modifier") },
];

const passkeySection = (passkeys: readonly OwnPasskey[], csrf: Html): Html => html`
<section class="card" aria-labelledby="passkeys">
<h2 id="passkeys">${text("Passkeys", "Clés d'accès")}</h2>
<p>${text(
  "A passkey signs you in with your fingerprint, your face or a PIN, without a password, and confirms sensitive actions. With a passkey, your password alone no longer signs you in.",
  "Une clé d'accès vous connecte avec votre empreinte, votre visage ou un code PIN, sans mot de passe, et confirme les actions sensibles. Avec une clé d'accès, votre mot de passe seul ne suffit plus pour vous connecter.",
)}</p>
${
  passkeys.length > 0 &&
  table(
    passkeyColumns,
    passkeys.map((one) => passkeyRow(one, csrf)),
    { label: text("Passkeys", "Clés d'accès") },
  )
}
${passkeyButton("register", {
  next: "/dashboard/security?done=passkey",
  button: text("Add a passkey", "Ajouter une clé d'accès"),
  inside: html`<label for="passkeyName">${text("Name, such as the device", "Nom, par exemple l'appareil")}</label>
<input id="passkeyName" name="name" maxlength="60" autocomplete="off" required>`,
})}
${recoveryCodesBox}
${passkeys.length > 0 && renewCodes}
</section>`;

const renewCodes = html`<p class="hint">${text(
  "A recovery code replaces a lost passkey.",
  "Un code de secours remplace une clé d'accès perdue.",
)} <a href="/dashboard/two-factor#recovery">${text("Create new recovery codes", "Créer de nouveaux codes de secours")}</a></p>`;

const passkeyRow = ({ id, name, createdAt, lastUsedAt }: OwnPasskey, csrf: Html) => [
  name,
  minute(createdAt),
  lastUsedAt === null ? text("Not used yet", "Pas encore utilisée") : minute(lastUsedAt),
  html`<form method="post" action="/dashboard/security/passkeys">
${csrf}
<input type="hidden" name="id" value="${id}">
<input name="name" value="${name}" maxlength="60" aria-label="${text("New name", "Nouveau nom")}" required>
<button class="quiet" name="action" value="rename">${text("Rename", "Renommer")}</button>
<button class="quiet" name="action" value="remove" aria-label="${text(`Remove the passkey: ${name}`, `Retirer la clé d'accès : ${name}`)}">${text("Remove", "Retirer")}</button>
</form>`,
];

const END = text("End", "Fermer");

const columns = [
  { name: text("Device", "Appareil") },
  { name: text("Address", "Adresse") },
  { name: when(text("Since", "Depuis")) },
  { name: when(text("Last active", "Dernière activité")) },
  { name: END },
];

const signedIn = (sessions: readonly ListedSession[], token: string): Html => html`
<section class="card" aria-labelledby="sessions">
<h2 id="sessions">${text("Active sessions", "Sessions actives")}</h2>
${table(
  columns,
  sessions.map((one) => row(one, token)),
  { label: text("Sessions", "Sessions") },
)}
${
  sessions.length > 1 &&
  html`<form class="slim" method="post" action="/dashboard/security/sessions/end-others">
${csrf(token)}
<button class="quiet">${text("End all other sessions", "Fermer toutes les autres sessions")}</button>
</form>`
}
</section>`;

const row = ({ id, name, ip, createdAt, lastActive, isCurrent }: ListedSession, token: string) => [
  name,
  ip,
  minute(createdAt),
  minute(lastActive),
  isCurrent
    ? text("This session", "Cette session")
    : html`<form method="post" action="/dashboard/security/sessions">
${csrf(token)}
<input type="hidden" name="id" value="${id}">
<button class="quiet" aria-label="${text(`End the session: ${name.en}`, `Fermer la session : ${name.fr}`)}">${END}</button>
</form>`,
];

const phoneSection = ({ phone, phoneVerified }: User, csrf: Html): Html => html`
<section class="card" aria-labelledby="phone">
<h2 id="phone">${text("Phone number", "Numéro de téléphone")}</h2>
${
  phone === undefined
    ? html`<p>${text(
        "You have no phone number yet. Add one in the app, so that others can pay you with it.",
        "Vous n'avez pas encore de numéro. Ajoutez-en un dans l'application pour que l'on puisse vous payer avec ce numéro.",
      )}</p>`
    : html`<p>${phone}<br><span class="hint">${
        phoneVerified === undefined
          ? text(
              "Not confirmed yet: others cannot use it to pay you",
              "Pas encore confirmé : on ne peut pas vous payer avec ce numéro",
            )
          : html`${text("Others can use it to pay you. Confirmed on", "On peut vous payer avec ce numéro. Confirmé le")} ${day(phoneVerified)}`
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
<label for="code">${text("Code from the text message", "Code reçu par SMS")}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" maxlength="7" required>
<button class="quiet">${text("Confirm the number", "Confirmer le numéro")}</button>
</form>`;

/** Makes the section for export and deletion of the user's data. @param ready whether a file is ready to download */
const dataSection = ({ graceDays, blockers }: Overview, ready: boolean, csrf: Html): Html => html`
<section class="card" aria-labelledby="data">
<h2 id="data">${text("Your data", "Vos données")}</h2>
<p>${text(
  "All data of your account in one machine-readable file. We notify you when it is ready.",
  "Toutes les données de votre compte en un fichier lisible par des programmes. Nous vous prévenons quand il est prêt.",
)}</p>
<form class="slim" method="post" action="/dashboard/security/export">
${csrf}
<label for="exportPassword">${PASSWORD}</label>
<input id="exportPassword" name="password" type="password" autocomplete="current-password">
<button class="quiet">${
  ready
    ? text("Download your data", "Télécharger vos données")
    : text("Request your data", "Demander vos données")
}</button>
</form>
<h3>${text("Delete the account", "Supprimer le compte")}</h3>
<p>${text(
  `All sessions and API keys end immediately. After ${graceDays} days, we delete the account and your data. Sign in before then to cancel. Records that the law requires us to retain remain, without your name.`,
  `Toutes les sessions et clés d'API prennent fin immédiatement. Après ${graceDays} jours, nous supprimons le compte et vos données. Connectez-vous avant pour annuler. Les données que la loi nous oblige à conserver restent, sans votre nom.`,
)}</p>
${blockers.length === 0 ? deleteForm(csrf) : html`<ul>${blockers.map(({ message }) => html`<li>${message}</li>`)}</ul>`}
</section>`;

const deleteForm = (csrf: Html): Html => html`
<form class="slim" method="post" action="/dashboard/security/erasure">
${csrf}
<label for="erasurePassword">${PASSWORD}</label>
<input id="erasurePassword" name="password" type="password" autocomplete="current-password">
<button class="quiet">${text("Delete the account", "Supprimer le compte")}</button>
</form>`;
