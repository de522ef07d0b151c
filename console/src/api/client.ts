import createFetchClient from "openapi-fetch";
import type { PathsWithMethod } from "openapi-typescript-helpers";
import { OFFLINE, Problem, pageLanguage, problemOf } from "./problem.ts";
import { askForProof } from "./proof.ts";
import type { components, paths } from "./schema.ts";

/**
 * The only way to the platform. A request whose session has expired renews it once; one that needs a recent proof asks the
 * user and is repeated, with the same idempotency key, so that it is executed once.
 */

export type Schemas = components["schemas"];
export type { paths };
/** An object of a list of the developer API. */
export type Listed<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": { data: readonly (infer One)[] } } } } };
}
  ? One
  : never;
export type GetPath = PathsWithMethod<paths, "get">;

/** What the user is told when the session cannot be renewed. Set by the shell, so that this module knows no pages. */
let onSignedOut: () => void = () => undefined;
export const whenSignedOut = (run: () => void): void => {
  onSignedOut = run;
};

let renewal: Promise<boolean> | undefined;

/** Renews the session by its refresh cookie. Requests that expire together share one renewal. */
function renew(): Promise<boolean> {
  renewal ??= fetch("/api/auth/refresh", { method: "POST" })
    .then(({ ok }) => ok)
    .catch(() => false)
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

/** Sends a request, and repeats it after a renewal of the session or a proof. */
async function send(request: Request): Promise<Response> {
  const copy = () => request.clone();
  let response = await fetch(copy());
  if (response.status === 401 && !request.url.includes("/api/auth/")) {
    if (await renew()) response = await fetch(copy());
    if (response.status === 401) onSignedOut();
  }
  while (response.status === 403) {
    const { code, details } = await problemOf(response);
    if (code !== "STEP_UP_REQUIRED" || !(await askForProof(details))) break;
    response = await fetch(copy());
  }
  return response;
}

const csrfToken = (): string | undefined => /(?:^|; )__Host-svc_csrf=([^;]*)/.exec(document.cookie)?.[1];

export const client = createFetchClient<paths>({ baseUrl: "", fetch: send });

client.use({
  onRequest({ request }) {
    request.headers.set("accept-language", document.documentElement.lang);
    // Forms with files carry the double-submit token; JSON is checked by its origin.
    if (request.headers.get("content-type")?.startsWith("multipart/") !== true) return;
    const token = csrfToken();
    if (token) request.headers.set("x-csrf-token", token);
  },
  async onResponse({ response }) {
    if (!response.ok) throw await problemOf(response);
  },
});

/** Returns the data of a response. Errors are thrown as `Problem` before. */
export async function dataOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  try {
    return (await answer).data as T;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(OFFLINE.in(pageLanguage()), { code: "OFFLINE" });
  }
}
