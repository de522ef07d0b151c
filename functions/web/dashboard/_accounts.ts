import { providerNameOf } from "../../../core/identity/oauth/names.ts";
import * as Providers from "../../../core/identity/oauth/providers.ts";
import * as Users from "../../../core/identity/users.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import { alert, day, doneMessage, type Html, html, table, when } from "../../_page/html.ts";
import { page, type SignedIn } from "../../_page/serve.ts";
import { confirmedMessage } from "./_confirmed.ts";

/** The page of the linked accounts. */

export const PAGE = "/dashboard/accounts";

const TITLE = text("Linked accounts", "Comptes liés");
const UNLINK = text("Unlink", "Délier");

/** The messages by the name in the redirect's query. */
const messages: Readonly<Record<string, Text>> = {
  confirmed: confirmedMessage,
  linked: text("The account is linked.", "Le compte est lié."),
  unlinked: text("The account was unlinked.", "Le compte a été délié."),
};

/** Makes the page, with a message or a problem. @param done the message's name from the query */
export async function accountsPage(
  call: SignedIn,
  { done, problem }: { readonly done?: string | undefined; readonly problem?: Text } = {},
) {
  const { accounts } = await Users.readOwn(call.actor);
  const providers = Providers.list();
  return page(call, {
    title: TITLE,
    formTargets: providers.map(({ origin }) => origin),
    body: (token) => html`<h1>${TITLE}</h1>
${alert(problem)}
${doneMessage(messages, done)}
<p>${text(
      "You can sign in with these accounts. Unlink an account that you do not know, then end all other sessions and change your password.",
      "Vous pouvez vous connecter avec ces comptes. Déliez un compte que vous ne connaissez pas, puis fermez toutes les autres sessions et changez votre mot de passe.",
    )}</p>
<section class="card" aria-labelledby="linked">
<h2 id="linked">${TITLE}</h2>
${
  accounts.length === 0
    ? html`<p>${text("No account is linked.", "Aucun compte n'est lié.")}</p>`
    : table(
        [
          { name: text("Provider", "Fournisseur") },
          { name: when(text("Since", "Depuis")) },
          { name: UNLINK },
        ],
        accounts.map(({ provider, linkedAt }) => [
          providerNameOf(provider),
          day(linkedAt),
          unlinkForm(token, provider),
        ]),
        { label: TITLE },
      )
}
</section>
${providers.length > 0 && linkForms(token, providers)}
<p><a href="/dashboard/security">${text("Back to security", "Retour à la page Sécurité")}</a></p>`,
  });
}

const unlinkForm = (token: string, provider: string): Html => html`<form method="post" action="${PAGE}">
<input type="hidden" name="csrfToken" value="${token}">
<input type="hidden" name="provider" value="${provider}">
<button class="quiet" aria-label="${text(`Unlink ${providerNameOf(provider)}`, `Délier ${providerNameOf(provider)}`)}">${UNLINK}</button>
</form>`;

const linkForms = (
  token: string,
  providers: readonly { readonly id: string; readonly name: string }[],
): Html => html`<section class="card" aria-labelledby="link">
<h2 id="link">${text("Link an account", "Lier un compte")}</h2>
<p class="hint">${text(
  "We ask you to confirm that it is you, unless you have done so in the last five minutes.",
  "Nous vous demandons de confirmer votre identité, sauf si vous l'avez fait dans les cinq dernières minutes.",
)}</p>
${providers.map(
  ({ id, name }) => html`<form class="slim" method="post" action="/api/auth/signin/${id}">
<input type="hidden" name="csrfToken" value="${token}">
<input type="hidden" name="callbackUrl" value="${PAGE}?done=linked">
<button class="quiet">${text(`Link ${name}`, `Lier ${name}`)}</button>
</form>`,
)}
</section>`;
