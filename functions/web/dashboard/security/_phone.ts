import type { User } from "../../../../core/identity/user.ts";
import { text } from "../../../../core/kernel/texts/index.ts";
import { type Html, html } from "../../../_page/html.ts";
import { day } from "../../../_page/words.ts";

/** The part of the page that proves the account's phone number. */
export const phoneSection = ({ phone, phoneVerified }: User, csrf: Html): Html => html`
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
${phone !== undefined && phoneVerified === undefined && unconfirmed(csrf)}
</section>`;

const unconfirmed = (csrf: Html): Html => html`
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
