import type * as z from "zod";
import type { Role } from "../core/identity/actor.ts";
import type { Scope } from "../core/identity/api-keys/schema.ts";
import type { ErrorDefinition } from "../core/kernel/errors.ts";
import type { Credential } from "../core/platform/table/schema.ts";

/**
 * A route: what one endpoint takes and gives. Stacks, local router, OpenAPI document, endpoint list, contract
 * tests and the handlers' types all derive from these values; there is no second list of endpoints.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "ANY";

/**
 * Which credential a route asks for.
 * - `none`: nobody in particular. A credential that comes along is read if it is good and ignored otherwise.
 * - `session`: a web session, by cookie or bearer token. `admin`: the same, of an ADMIN.
 * - `mobile`: a mobile access token. `apiKey`: a developer's key. `signature`: a provider's signature of
 *   the body.
 */
export type Auth = "none" | "session" | "mobile" | "admin" | "apiKey" | "signature";

/** Which envelope errors come in (DESIGN section 4, Errors). */
export type Family = "admin" | "auth" | "defi" | "inbound" | "mcp" | "mobile" | "payments" | "public" | "web";

/**
 * At most `max` requests in any window of `windowSeconds`, counted per client IP or per account, whichever of
 * its sessions and keys calls.
 */
export interface Limit {
  /** Routes that name the same bucket share one count. */
  readonly bucket: string;
  readonly max: number;
  readonly windowSeconds: number;
  readonly by: "ip" | "actor";
  /** The variable that may set another `max`. */
  readonly setting?: string;
}

/**
 * How long the distribution, and whatever is before it, may give an answer again, to everybody. So it depends on
 * the path and on what `request` names of the query, and on nothing else that a caller sends; and it has no header
 * that is true of one request alone. An answer to a request with a credential, and an error, is never kept.
 */
export interface Cache {
  readonly seconds: number;
  /**
   * Whether it tells of its caller's limit all the same, for the specification wants that of every answer. Behind the
   * distribution it tells how much the limit is, which is everybody's, and the distribution the rest: of a limit that nothing
   * was used of. Without one it tells what is left of its caller's, and may be kept by that caller alone.
   */
  readonly tellsLimit?: boolean;
}

/**
 * Whether the caller confirms a request on the device: always, above a worth of `STEP_UP_ABOVE_EUR` (of `amount` and
 * `currency` in its body), or in cases of which `when` tells people and which the handler knows: it then calls
 * `call.confirm()`.
 */
export type StepUp = "always" | "above-100-eur" | { readonly when: string };

/** `erase`: find files by how their keys begin, and delete every version of them. */
export type IdentityAccess = "read" | "write" | "delete" | "erase";

/** What a Lambda may do: the only grants that its role gets. */
export interface Grants {
  /** Of all items but secret ones. What the chain itself does comes with the route: see `contract/table-access.ts`. */
  readonly table?: "read" | "write";
  /** The kinds of secret items that `table` is of, too. Left out: none. */
  readonly credentials?: readonly Credential[] | "all";
  /** Queues that it sends to, by name (`contract/queues.ts`). */
  readonly queues?: readonly string[];
  /** Secrets that it reads, by name (`contract/secrets.ts`), beside those that its `auth` needs. */
  readonly secrets?: readonly string[];
  /** Whether it sends to WebSocket connections. */
  readonly connections?: boolean;
  /** Files: to give links to them, to keep them too, or to find and delete them as well. */
  readonly objects?: "read" | "write" | "erase";
  /** What it does with the files of documents of identity: `read` is to give links to them, too. */
  readonly identityFiles?: readonly IdentityAccess[];
}

export interface ResponseSpec {
  readonly description: string;
  /** The body's schema; left out where there is no body or it is not JSON. */
  readonly body?: z.ZodType;
  /** `application/json` unless told. */
  readonly contentType?: string;
  /** Whether it may come as an event stream as well (`text/event-stream`), a body in each event. */
  readonly streamed?: boolean;
  /** Headers worth naming in the API document, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RequestSpec {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** What `/v1` takes, of a route of the public API whose `body` in `/v2` takes more: all that it lets pass, that does too. */
  readonly stable?: z.ZodType;
  /** Media types that the body may come in; `application/json` alone unless told. */
  readonly contentTypes?: readonly string[];
  /** Largest body in bytes; 64 KiB unless told. Above it: 413. */
  readonly maxBodyBytes?: number;
  /** Whether the handler reads the body itself, as it came: the schema only tells what one looks like. */
  readonly raw?: boolean;
  /** The fields of a `multipart/form-data`, files among them, which it takes beside or in place of `body`. */
  readonly form?: z.ZodType;
  /** What a body beyond `maxBodyBytes`, or a file of a form, is told; BODY_TOO_LARGE unless told. */
  readonly tooLarge?: ErrorDefinition;
}

export interface RouteSpec {
  /** Its name everywhere: file under `functions/`, Lambda, operationId, log field, metric dimension. */
  readonly id: string;
  readonly method: Method;
  /** As API Gateway writes it: `{id}` for a segment, `{rest+}` for all that follow. */
  readonly path: `/${string}`;
  readonly family: Family;
  readonly summary: string;
  /** Markdown, for decisions where the specification is silent. */
  readonly description?: string;
  readonly auth: Auth;
  /**
   * What an API key must be allowed to do (`core/identity/api-keys/schema.ts`); only for `auth: "apiKey"`.
   */
  readonly scope?: Scope;
  /**
   * Whether a web access token does as well as a key, with the free plan's limits; only for `auth: "apiKey"`.
   */
  readonly orSession?: boolean;
  /**
   * Whether the request is signed with the key's signing secret, and has an `Idempotency-Key`; only for
   * `auth: "apiKey"`.
   */
  readonly signed?: boolean;
  /** The header that has the provider's signature; only for `auth: "signature"`. */
  readonly signatureHeader?: string;
  /** Whether it takes a confirmation; only for `auth: "mobile"`. */
  readonly stepUp?: StepUp;
  /** Roles that may call it; ADMIN always may. Left out: every role. */
  readonly roles?: readonly Role[];
  /** `plan`: what the caller's plan allows. */
  readonly limit?: Limit | "plan";
  /**
   * Whether a caller is counted beside the work and not before it: a round trip less. Only of a limit by actor,
   * where the work changes nothing but notes of the call itself: that of a caller over the limit is done in vain.
   */
  readonly countedBeside?: boolean;
  /** Why it has no limit: what `auth: "signature"` has in a limit's place, for nobody counts its callers. */
  readonly unlimited?: string;
  /** Whether an `Idempotency-Key` makes a retry harmless: the first answer is replayed for 7 days. */
  readonly idempotent?: boolean;
  /** How long a good answer may be kept, for everybody: only of a GET that anybody may call. Left out: by nobody. */
  readonly cache?: Cache;
  /** Where a browser without a session is sent (302) instead of a 401. */
  readonly signInAt?: `/${string}`;
  readonly request?: RequestSpec;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /**
   * In `/v2`, fields of its objects that `expand[]` replaces by what they name, how that looks, and the scope that a key
   * needs to read it; only of a GET of the public API.
   */
  readonly expands?: Readonly<Record<string, { readonly scope: Scope; readonly body: z.ZodType }>>;
  /**
   * Refusals in the words of a protocol that it speaks instead of its family's envelope, by their status.
   */
  readonly refusals?: Readonly<Record<number, ResponseSpec>>;
  /**
   * What errors of core call otherwise than this route does, by core's name; only of the public API, where every other
   * name is core's in snake_case.
   */
  readonly names?: Readonly<Record<string, string>>;
  /** Errors it can give beside those that its auth, limit and input imply. */
  readonly errors?: readonly ErrorDefinition[];
  readonly grants?: Grants;
  readonly memoryMb?: number;
  /**
   * Its answer is written while it is made: it stands behind a Function URL, which waits up to 15 minutes,
   * and has no path parameters.
   */
  readonly stream?: boolean;
  readonly timeoutSeconds?: number;
  /** Concurrency set aside for this function alone, where a burst elsewhere must not starve it. */
  readonly reservedConcurrency?: number;
  /** That it will go: since when that is known, and from when on it is gone (ISO 8601 dates), and where that is told. */
  readonly deprecated?: { readonly since: string; readonly sunset: string; readonly see: string };
}

/**
 * Where a route is served: one of `/v1` also at `/v2`, by the same handler (spec 1, section 9). What tells of a
 * version, such as its document, is of that version alone.
 */
export const pathsOf = ({
  path,
  family,
}: {
  readonly path: string;
  readonly family?: Family;
}): readonly string[] =>
  path.startsWith("/v1/") && family !== "web" ? [path, `/v2/${path.slice("/v1/".length)}`] : [path];

/** States a route. */
/* @__NO_SIDE_EFFECTS__ */
export function route<const R extends RouteSpec>(spec: R): R {
  return spec;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Success = 200 | 201 | 202 | 204 | 302;

export type ParamsOf<R extends RouteSpec> = R["request"] extends { params: infer P } ? Parsed<P> : undefined;
export type QueryOf<R extends RouteSpec> = R["request"] extends { query: infer Q } ? Parsed<Q> : undefined;
export type BodyOf<R extends RouteSpec> = R["request"] extends { body: infer B } ? Parsed<B> : undefined;

export type FormOf<R extends RouteSpec> = R["request"] extends { form: infer F } ? Parsed<F> : undefined;

/** The body of a successful response, as the handler gives it. */
export type ResultOf<R extends RouteSpec> = {
  [S in keyof R["responses"] & Success]: R["responses"][S] extends { body: infer B }
    ? B extends z.ZodType
      ? z.input<B>
      : undefined
    : R["responses"][S] extends { contentType: string }
      ? string
      : undefined;
}[keyof R["responses"] & Success];

/** The status that a handler's plain result is sent with: the route's first one below 400. */
export const successStatus = (spec: RouteSpec): number => {
  const status = Object.keys(spec.responses)
    .map(Number)
    .find((s) => s < 400);
  if (status === undefined) throw new TypeError(`route ${spec.id} names no successful response`);
  return status;
};

export const DEFAULT_MAX_BODY_BYTES = 64 * 1024;

/**
 * The most characters of a parameter, whatever its schema says: names of things become keys of the table,
 * which end at 1,024 bytes.
 */
export const MAX_PARAMETER_LENGTH = { path: 256, query: 2048 } as const;

/** The file that serves a route: `defi.wallets.create` is `functions/defi/wallets/create.ts`. */
export const handlerFile = (spec: Pick<RouteSpec, "id">): string =>
  `functions/${spec.id.replaceAll(".", "/")}.ts`;
