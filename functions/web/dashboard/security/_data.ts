import { text } from "../../../../core/kernel/texts/index.ts";
import type { Overview } from "../../../../core/people/requests.ts";
import { type Html, html } from "../../../_page/html.ts";

/** What the page says of a person's data: it can be fetched, and deleted. */

const PASSWORD = text("Password", "Mot de passe");

/** @param ready whether there is a file to be downloaded */
export const dataSection = ({ graceDays, blockers }: Overview, ready: boolean, csrf: Html): Html => html`
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
