import { passkeyOrigin } from "../../core/identity/passkeys/relying-party.ts";
import { type Text, text } from "../../core/kernel/texts/index.ts";
import { type Html, html } from "../_page/html.ts";

/** The buttons that use passkeys. `_passkeys.baked.ts` is their script, without which they stay hidden. */

interface Box {
  /** Where the browser goes afterwards: a path of this site. */
  readonly next: string;
  readonly button: Text;
  /** Whether the browser may offer passkeys in the field for the user name. */
  readonly offersAutofill?: boolean;
}

/** Makes the button of one use of passkeys. The reasons for a failure that only the browser knows are in its attributes. */
export const passkeyButton = (
  use: "sign-in" | "prove",
  { next, button, offersAutofill = false }: Box,
): Html => html`<div class="slim" data-passkey data-next="${next}" data-autofill="${offersAutofill ? "1" : "0"}" hidden
data-canceled="${text(
  "No passkey was used. Try again, or choose another way.",
  "Aucune clé d'accès n'a été utilisée. Réessayez, ou choisissez un autre moyen.",
)}"
data-domain="${text(
  `Passkeys work only at ${passkeyOrigin()}. Open this page there: a passkey belongs to a domain, not to an IP address.`,
  `Les clés d'accès ne fonctionnent qu'à l'adresse ${passkeyOrigin()}. Ouvrez-y cette page : une clé d'accès appartient à un domaine, pas à une adresse IP.`,
)}"
data-failed="${text(
  "The passkey could not be used. Try again in a moment.",
  "La clé d'accès n'a pas pu être utilisée. Réessayez dans un instant.",
)}">
<button class="quiet" type="button" value="${use}">${button}</button>
<p class="problem" role="status"></p>
</div>`;
