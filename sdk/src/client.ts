import createFetchClient, { type FetchResponse, type MaybeOptionalInit } from "openapi-fetch";
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import { errorOf } from "./errors.ts";
import { type ItemOf, Listing, type ListPath, type Page, type QueryOf } from "./listing.ts";
import type { paths } from "./schema.ts";
import { type SendOptions, sender } from "./sending.ts";

export interface ClientOptions extends SendOptions {
  /** The platform's address, `https://host`. Without a default, because this host receives the API key. */
  readonly baseUrl: string | undefined;
}

/** The body of an operation's successful response. */
export type Answer<P extends keyof paths, M extends HttpMethod & keyof paths[P]> = NonNullable<
  FetchResponse<paths[P][M] & Record<string | number, unknown>, object, "application/json">["data"]
>;

/** The options of a call, optional if the operation requires none. */
type CallOptions<I> = RequiredKeysOf<I> extends never ? [I?] : [I];

type Call<M extends HttpMethod> = <
  P extends PathsWithMethod<paths, M>,
  I extends MaybeOptionalInit<paths[P], M>,
>(
  path: P,
  ...init: CallOptions<I>
) => Promise<Answer<P, M & keyof paths[P]>>;

/** Calls the API. Each method returns the response body, or throws a `SvcError`. */
export interface Client {
  readonly get: Call<"get">;
  /** Sends its own `Idempotency-Key` at all attempts, unless `headers` has yours. */
  readonly post: Call<"post">;
  readonly put: Call<"put">;
  /**
   * Returns all items of a list, read page by page: `for await (const one of svc.list(path))`.
   * @param query the operation's query; `limit` is the size of a page
   */
  list<P extends ListPath>(path: P, query?: QueryOf<P>): Listing<ItemOf<P>>;
}

/**
 * Creates a client. It has no state except its options, and can be shared.
 * @throws TypeError if `baseUrl` is not an HTTP address
 */
export function createClient({ baseUrl: address, ...options }: ClientOptions): Client {
  const baseUrl = validAddress(address);
  const send = sender(options);
  const inner = createFetchClient<paths>({
    baseUrl,
    fetch: async (request) => {
      const response = await send(request);
      if (!response.ok) throw await errorOf(response);
      return response;
    },
  });
  const caller =
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
  const get = caller("GET");
  return {
    get: get as Client["get"],
    post: caller("POST") as Client["post"],
    put: caller("PUT") as Client["put"],
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
function validAddress(address: string | undefined): string {
  if (address === undefined || address === "")
    throw new TypeError("createClient needs baseUrl, the platform's address, but it is undefined or empty");
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address))
    throw new TypeError(`createClient needs baseUrl as https://host, got "${address}"`);
  return address;
}

interface Init {
  readonly headers?: HeadersInit;
  readonly parseAs?: "stream";
  readonly [more: string]: unknown;
}
