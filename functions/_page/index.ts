import type { WebActor } from "../../core/identity/actor.ts";
import type { Reader } from "../../core/kernel/texts/index.ts";
import { type Client, Reply } from "../_chain/call.ts";
import { tokenFor } from "../_chain/csrf.ts";
import { type Document, document } from "./document.ts";
import type { Html } from "./html.ts";

/** Pages as responses of routes. */

/** Of a call, what a page must know. */
export interface Visitor {
  readonly actor: WebActor | undefined;
  readonly client: Client;
  readonly reader: Reader;
}

export interface Page extends Omit<Document, "body" | "languageToken"> {
  /** What it shows; a page with forms of its own gets the visitor's form token for them. */
  readonly body: Html | ((token: string) => Html);
}

/** A page as this visitor sees it. */
export async function page(
  { actor, client, reader }: Visitor,
  { body, ...rest }: Page,
): Promise<Reply<string>> {
  const hasForms = actor !== undefined || typeof body === "function";
  const { token, cookies } = hasForms ? await tokenFor({ actor, client }) : { token: "", cookies: [] };
  // The answer to a form is not there to be looked at again, nor is an address whose rest is a secret.
  const isThere = client.method === "GET" && rest.isSecretAddress !== true;
  const shown = document(
    {
      ...rest,
      body: typeof body === "function" ? body(token) : body,
      languageToken: isThere ? token : undefined,
    },
    client.path,
    actor ? { name: actor.name, token } : {},
    reader,
  );
  return new Reply(shown.body, { headers: shown.headers, cookies });
}
