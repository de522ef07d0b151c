import type { WebActor } from "../../../core/identity/actor.ts";
import { InvalidMailLink } from "../../../core/identity/mail-links/errors.ts";
import { type Shown, shownOfLetter } from "../../../core/identity/mail-links/schema.ts";
import type { ErrorDefinition } from "../../../core/kernel/errors.ts";
import { fail } from "../../../core/kernel/errors.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import { Reply } from "../../_chain/call.ts";
import { page, type Visitor } from "../../_page/index.ts";
import { refusalOf } from "../../_page/refusal.ts";
import { confirmView } from "./_views.ts";

/** Pages that confirm an address, and their forms. */

interface Call extends Visitor {
  readonly actor: WebActor;
}

/** What such a page says. */
export interface Words {
  readonly title: Text;
  readonly lead: Text;
  readonly button: Text;
}

export const verifyWords = ({ email }: WebActor): Words => ({
  title: text("Confirm your address", "Confirmer votre adresse"),
  lead: text(`This confirms that ${email} is yours.`, `Ceci confirme que ${email} est bien à vous.`),
  button: text("Confirm the address", "Confirmer l'adresse"),
});

export const changeWords = ({ email }: WebActor): Words => ({
  title: text("Confirm your new address", "Confirmer votre nouvelle adresse"),
  lead: text(
    `From then on the account of ${email} has the address that the letter came to.`,
    `Le compte de ${email} aura alors l'adresse à laquelle le message est arrivé.`,
  ),
  button: text("Take the new address", "Adopter la nouvelle adresse"),
});

export const confirmPage = (call: Call, words: Words, token: string | undefined, problem?: Text) =>
  page(call, {
    title: words.title,
    body: (csrf) => confirmView({ ...words, csrf, token, problem, action: call.client.path }),
    isSecretAddress: true,
  });

/** Does what the form asks for: then on to the page of security, or the form again. */
export async function confirmed(
  call: Call & { readonly body: { readonly token?: string | undefined; readonly code?: string | undefined } },
  {
    words,
    refusals = [],
    confirm,
  }: {
    readonly words: Words;
    readonly refusals?: readonly ErrorDefinition[];
    readonly confirm: (shown: Shown) => Promise<unknown>;
  },
) {
  const { token, code } = call.body;
  const given = token === undefined ? { code: code?.replaceAll(" ", "") } : { token };
  const shown = shownOfLetter.safeParse(given).data;
  const work = shown ? confirm(shown) : Promise.reject(fail(InvalidMailLink));
  const problem = await refusalOf(work, [InvalidMailLink, ...refusals]);
  if (problem !== undefined) return confirmPage(call, words, token, problem);
  return new Reply(undefined, { status: 302, headers: { location: "/dashboard/security?done=address" } });
}
