import createFetchClient, { type FetchResponse, type MaybeOptionalInit } from "openapi-fetch";
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import { errorOf } from "./errors.ts";
import { type ItemOf, Listing, type ListPath, type Page, type QueryOf } from "./listing.ts";
import type { paths } from "./schema.ts";
import { type SendOptions, sender } from "./sending.ts";

export interface ClientOptions extends SendOptions {
  /** Where the platform is: `https://host`. There is none by itself: whoever is there gets the key. */
  readonly baseUrl: string | undefined;
}

/** What an operation answers. */
export type Answer<P extends keyof paths, M extends HttpMethod & keyof paths[P]> = NonNullable<
  FetchResponse<paths[P][M] & Record<string | number, unknown>, object, "application/json">["data"]
>;

/** Options of a call: left out where an operation needs none. */
type Given<I> = RequiredKeysOf<I> extends never ? [I?] : [I];

type Call<M extends HttpMethod> = <
  P extends PathsWithMethod<paths, M>,
  I extends MaybeOptionalInit<paths[P], M>,
>(
  path: P,
  ...init: Given<I>
) => Promise<Answer<P, M & keyof paths[P]>>;

/** Calls the API. Each method gives the answer's body, or throws a `SvcError`. */
export interface Client {
  readonly get: Call<"get">;
  /** With an `Idempotency-Key` of its own, the same at each try, unless `headers` has yours. */
  readonly post: Call<"post">;
  readonly put: Call<"put">;
  /**
   * All that a list has, read page by page as it is walked: `for await (const one of svc.list(path))`.
   * @param query as the operation takes it; `limit` is how many a page has
   */
  list<P extends ListPath>(path: P, query?: QueryOf<P>): Listing<ItemOf<P>>;
}

/**
 * Makes a client. It keeps no state but its options: share it, or make many.
 * @throws TypeError where `baseUrl` is no address of the web
 */
export function createClient({ baseUrl: told, ...options }: ClientOptions): Client {
  const baseUrl = addressOf(told);
  const send = sender(options);
  const inner = createFetchClient<paths>({
    baseUrl,
    fetch: async (request) => {
      const response = await send(request);
      if (!response.ok) throw await errorOf(response);
      return response;
    },
  });
  const calling =
    (method: "GET" | "POST" | "PUT") =>
    async (path: string, init: Init = {}) => {
      const call = inner[method] as unknown as (path: string, init: Init) => Promise<{ response: Response }>;
      const headers = new Headers(init.headers);
      if (method !== "GET" && !headers.has("idempotency-key"))
        headers.set("idempotency-key", crypto.randomUUID());
      const { response } = await call(path, { ...init, headers, parseAs: "stream" });
      if (!response.ok) throw await errorOf(response);
      return response.status === 204 ? undefined : response.json();
    };
  const get = calling("GET");
  return {
    get: get as Client["get"],
    post: calling("POST") as Client["post"],
    put: calling("PUT") as Client["put"],
    list: (path, query) =>
      new Listing(
        (cursor) =>
          get(path, { params: { query: { ...query, ...(cursor !== undefined && { cursor }) } } }) as Promise<
            Page<never>
          >,
      ),
  };
}

/** @throws TypeError */
function addressOf(told: string | undefined): string {
  if (told === undefined || told === "")
    throw new TypeError("createClient needs baseUrl, the platform's address: it is undefined or empty");
  if (!/^https?:\/\/[^/]/i.test(told) || !URL.canParse(told))
    throw new TypeError(`createClient needs baseUrl as https://host, not "${told}"`);
  return told;
}

interface Init {
  readonly headers?: HeadersInit;
  readonly parseAs?: "stream";
  readonly [more: string]: unknown;
}
