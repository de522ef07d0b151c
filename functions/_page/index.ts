import type { WebActor } from "../../core/identity/actor.ts";
import { type Client, Reply } from "../_chain/call.ts";
import { tokenFor } from "../_chain/csrf.ts";
import { type Document, document } from "./document.ts";
import type { Html } from "./html.ts";

/** Pages as responses of routes. */

interface Visitor {
  readonly actor: WebActor | undefined;
  readonly client: Client;
}

export interface Page extends Omit<Document, "body"> {
  /** What it shows; a page with forms of its own gets the visitor's form token for them. */
  readonly body: Html | ((token: string) => Html);
}

/** A page as this visitor sees it. */
export async function page({ actor, client }: Visitor, { body, ...rest }: Page): Promise<Reply<string>> {
  const hasForms = actor !== undefined || typeof body === "function";
  const { token, cookies } = hasForms ? await tokenFor({ actor, client }) : { token: "", cookies: [] };
  const shown = document(
    { ...rest, body: typeof body === "function" ? body(token) : body },
    client.path,
    actor ? { name: actor.name, token } : {},
  );
  return new Reply(shown.body, { headers: shown.headers, cookies });
}
