import { randomInt } from "node:crypto";
import { gzipSync } from "node:zlib";
import { CSRF_COOKIE } from "../../contract/cookies.ts";
import type { RouteSpec } from "../../contract/route.ts";
import type { WebActor } from "../../core/identity/actor.ts";
import { type ErrorDefinition, isAnyOf, RateLimited } from "../../core/kernel/errors.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import type { Reader, Text } from "../../core/kernel/texts/index.ts";
import { type Client, Reply } from "../_chain/call.ts";
import { tokenFor } from "../_chain/cookies.ts";
import type { Handler } from "../_chain/outer.ts";
import { cookiesOf, header, readerOf, type Step, type StepRequest, stateOf } from "../_chain/request.ts";
import { chain, type NoProof, type Rendered, type Run } from "../_chain/serve.ts";
import { acceptsPage, DOCTYPE, type Document, document, PAGE_NOT_FOUND, problemPage } from "./document.ts";
import type { Html } from "./html.ts";

/** As `_chain/serve.ts`, but a browser gets errors as pages. Separate, so that other functions do not bundle pages. */
export const serve = <const R extends RouteSpec & { readonly proof?: NoProof }>(
  spec: R,
  run: Run<R, Rendered<R>>,
): Handler => chain(spec, run, undefined, { outermost: [compressed, problemAsPage(spec)] });

/** How many bytes a page's length may differ by, so that it does not reveal the form token (BREACH). */
const PADDING = 100;

/**
 * Compresses a page. Other responses are compressed by the distribution where it caches them; it cannot compress what it does
 * not cache.
 */
const compress = ({ event, response }: StepRequest): void => {
  if (typeof response?.body !== "string" || !response.body.startsWith(DOCTYPE)) return;
  response.headers = { ...response.headers, vary: "origin, accept-language, accept-encoding" };
  if (!header(event, "accept-encoding")?.includes("gzip")) return;
  const padding = `<!-- ${Ids.secret(PADDING).slice(randomInt(PADDING))} -->`;
  response.body = gzipSync(response.body + padding).toString("base64");
  response.isBase64Encoded = true;
  response.headers["content-encoding"] = "gzip";
};

const compressed: Step = { after: compress, onError: compress };

const problemAsPage = (spec: RouteSpec): Step => ({
  onError: ({ event, response, error: thrown }) => {
    if (!response?.body || !acceptsPage(event)) return;
    const { error, requestId } = JSON.parse(response.body) as { error: string; requestId?: string };
    const status = response.statusCode ?? 500;
    const shown = problemPage(event.rawPath, {
      status,
      // The envelope has the specification's fixed message for a rate limit.
      message: status === 404 ? PAGE_NOT_FOUND : isAnyOf(thrown, [RateLimited]) ? thrown.text : error,
      requestId,
      reader: readerOf(event, spec),
      // The form token is checked when a form sends it back.
      account: { name: stateOf(event).actor?.name, token: cookiesOf(event)[CSRF_COOKIE] },
    });
    Object.assign(response, { body: shown.body, headers: { ...response.headers, ...shown.headers } });
  },
});

/** The part of a call that a page needs. */
export interface Visitor {
  readonly actor: WebActor | undefined;
  readonly client: Client;
  readonly reader: Reader;
}

export interface SignedIn extends Visitor {
  readonly actor: WebActor;
}

interface Page extends Omit<Document, "body" | "languageToken"> {
  /** The content. A page with forms gets the visitor's form token. */
  readonly body: Html | ((token: string) => Html);
}

export async function page(
  { actor, client, reader }: Visitor,
  { body, ...rest }: Page,
): Promise<Reply<string>> {
  const hasForms = actor !== undefined || typeof body === "function";
  const { token, cookies } = hasForms ? await tokenFor({ actor, client }) : { token: "", cookies: [] };
  // The response to a form, or at a secret address, cannot be requested again in another language.
  const isRepeatable = client.method === "GET" && rest.isSecretAddress !== true;
  const shown = document(
    {
      ...rest,
      body: typeof body === "function" ? body(token) : body,
      languageToken: isRepeatable ? token : undefined,
    },
    client.path,
    actor ? { name: actor.name, token } : {},
    reader,
  );
  return new Reply(shown.body, { headers: shown.headers, cookies });
}

/** Redirects a browser. */
export const redirect = (location: string, cookies: readonly string[] = []): Reply<undefined> =>
  new Reply(undefined, { status: 302, headers: { location }, cookies });

/** Waits for a form's work. @returns the message of an expected error; undefined on success. @throws any other error */
export async function problemOf(
  work: Promise<unknown>,
  expected: readonly ErrorDefinition[],
): Promise<Text | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (isAnyOf(error, expected)) return error.text;
    throw error;
  }
}
