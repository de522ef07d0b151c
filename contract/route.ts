import type * as z from "zod";
import type { Role } from "../core/identity/actor.ts";
import type { Scope } from "../core/identity/api-keys/schema.ts";
import type { ErrorDefinition } from "../core/kernel/errors.ts";
import type { Credential } from "../core/platform/table/schema.ts";

/**
 * A route: the interface of one endpoint. Stacks, local router, OpenAPI documents, endpoint list, contract tests and
 * the handlers' types derive from these values; there is no second list of endpoints.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "ANY";

/**
 * The credential that a route requires.
 * - `none`: none. A valid credential is read if there is one, an invalid one is ignored.
 * - `session`: a web session, by cookie or bearer token. `admin`: the same, of an ADMIN.
 * - `mobile`: a mobile access token. `person`: a mobile access token or a web session.
 * - `apiKey`: a developer's key. `signature`: a provider's signature of the body.
 */
export type Auth = "none" | "session" | "mobile" | "person" | "admin" | "apiKey" | "signature";

/** Decides the envelope of errors (DESIGN section 4, Errors). */
export type Family = "admin" | "auth" | "defi" | "inbound" | "mcp" | "mobile" | "payments" | "public" | "web";

/**
 * At most `max` requests in any window of `windowSeconds`, counted per client IP, or per account over all its sessions
 * and keys.
 */
export interface Limit {
  /** Routes with the same bucket share one count. */
  readonly bucket: string;
  readonly max: number;
  readonly windowSeconds: number;
  readonly by: "ip" | "actor";
  /** The environment variable that overrides `max`. */
  readonly setting?: string;
}

/**
 * How long CloudFront and caches in front of it may reuse a response for all callers. It may depend on the path and on
 * the query parameters of `request` only, and must have no header for a single request. Responses to requests with a
 * credential, and errors, are never cached.
 */
export interface Cache {
  readonly seconds: number;
  /**
   * Whether the response has headers about the caller's limit, because the specification requires them. CloudFront
   * caches the limit and adds an unused count; without CloudFront the real count is sent, and only the caller may cache
   * the response.
   */
  readonly includesLimit?: boolean;
}

/**
 * When a request needs a recent proof of who acts (`core/identity/proof`): always, above the allowance for unconfirmed
 * transfers, or if the handler calls `call.confirm()`, in the case that `when` describes. `accepts` names the field of the
 * request that is a proof as well: the handler verifies it and then calls `call.confirm(method)`, always. A route that touches
 * credentials, secrets, exports or money and needs none states the reason in `notNeeded` (`check.ts`).
 */
export type ProofRule =
  | "always"
  | "above-allowance"
  | { readonly when: string }
  | { readonly accepts: string }
  | { readonly notNeeded: string };

/** Returns whether a route can require a recent proof. */
export const requiresProof = ({ proof }: { readonly proof?: ProofRule | undefined }): boolean =>
  proof !== undefined && !(typeof proof === "object" && "notNeeded" in proof);

/**
 * An access to identity documents. `read` and `write` apply to checked files, `submit` and `inspect` to files before their check. `list`
 * finds out which files exist, `erase` finds files by prefix and deletes every version of them.
 */
export type IdentityAccess = "read" | "write" | "submit" | "inspect" | "list" | "delete" | "erase";

/** The grants of a Lambda. Its role has no others. */
export interface Grants {
  /** Access to all items except secret ones. `contract/table-access.ts` adds what the handler chain needs. */
  readonly table?: "read" | "write";
  /** The kinds of secret items that `table` covers as well. Defaults to none. */
  readonly credentials?: readonly Credential[] | "all";
  /** Whether it starts sessions, and may write their secrets. */
  readonly startsSessions?: boolean;
  /** Whether it adds, uses or removes passkeys, and may write them. */
  readonly writesPasskeys?: boolean;
  /** Queues that it sends to (`contract/queues.ts`). */
  readonly queues?: readonly string[];
  /** Secrets that it reads (`contract/secrets.ts`), in addition to those that its `auth` needs. */
  readonly secrets?: readonly string[];
  /** Whether it sends to WebSocket connections. */
  readonly connections?: boolean;
  /** Files: create links to them; also store them; also find and delete them. */
  readonly objects?: "read" | "write" | "erase";
  /** Files of identity documents. `read` includes links to them, and `submit` links for uploads. */
  readonly identityFiles?: readonly IdentityAccess[];
}

export interface ResponseSpec {
  readonly description: string;
  /** The schema of a JSON body. */
  readonly body?: z.ZodType;
  /** Defaults to `application/json`. */
  readonly contentType?: string;
  /** Whether it may also be an event stream (`text/event-stream`) with a body in each event. */
  readonly streamed?: boolean;
  /** Headers for the API document, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RequestSpec {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body of `/v1`, if `body` is that of `/v2` and accepts more. `body` must accept all that this does. */
  readonly stable?: z.ZodType;
  /** Media types of the body. Defaults to `application/json`. */
  readonly contentTypes?: readonly string[];
  /** Maximum size of the body. Defaults to 64 KiB. */
  readonly maxBodyBytes?: number;
  /** Whether the handler reads the body itself. The schema is then for the documents only. */
  readonly raw?: boolean;
  /** The fields of a `multipart/form-data`, accepted in addition to or instead of `body`. */
  readonly form?: z.ZodType;
  /** The error for a body beyond `maxBodyBytes`, or a file of a form. Defaults to BODY_TOO_LARGE. */
  readonly tooLarge?: ErrorDefinition;
}

export interface RouteSpec {
  /** Its name everywhere: file under `functions/`, Lambda, operationId, log field, metric dimension. */
  readonly id: string;
  readonly method: Method;
  /** In the syntax of API Gateway: `{id}` for a segment, `{rest+}` for all that follow. */
  readonly path: `/${string}`;
  readonly family: Family;
  readonly summary: string;
  /** Markdown, for decisions that the specification leaves open. */
  readonly description?: string;
  readonly auth: Auth;
  /** The scope that an API key needs (`core/identity/api-keys/schema.ts`); only for `auth: "apiKey"`. */
  readonly scope?: Scope;
  /** Whether a web session works as well, with limits of its own; only for `auth: "apiKey"`. */
  readonly orSession?: boolean;
  /** Whether requests must be signed and have an `Idempotency-Key`; only for `auth: "apiKey"`. */
  readonly signed?: boolean;
  /** The header with the provider's signature; only for `auth: "signature"`. */
  readonly signatureHeader?: string;
  /** When it needs a recent proof of who acts; only for routes with a session. */
  readonly proof?: ProofRule;
  /**
   * Whether its proof must be by a passkey or second factor from before, in the 24 hours after a reset of the credentials
   * (`core/identity/after-reset.ts`).
   */
  readonly waitsAfterReset?: true;
  /** Roles that may call it, besides ADMIN. Defaults to every role. */
  readonly roles?: readonly Role[];
  /** `plan`: the limits of the caller's plan. */
  readonly limit?: Limit | "plan";
  /**
   * Whether the request is counted concurrently with its work, which saves a round trip. Only for a limit by actor,
   * and work that may be done in vain.
   */
  readonly countsConcurrently?: boolean;
  /** Why a route with `auth: "signature"` has no limit. */
  readonly unlimited?: string;
  /** Whether an `Idempotency-Key` makes retries safe: the first response is replayed for 7 days. */
  readonly idempotent?: boolean;
  /** How long a successful response may be cached for all callers. Only for a GET without a credential. */
  readonly cache?: Cache;
  /** Where a browser without a session is redirected, instead of a 401. */
  readonly signInAt?: `/${string}`;
  readonly request?: RequestSpec;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /**
   * Fields that `expand[]` replaces by full objects in `/v2`, with their schemas and the scopes that read them. Only for
   * routes of the public API that return objects.
   */
  readonly expands?: Readonly<Record<string, { readonly scope: Scope; readonly body: z.ZodType }>>;
  /** Error responses of the protocol that it speaks instead of its family's envelope, by status. */
  readonly refusals?: Readonly<Record<number, ResponseSpec>>;
  /**
   * Field names of core's errors that this route names differently, by core's name. Only for the public API, where all
   * other names are core's in snake_case.
   */
  readonly names?: Readonly<Record<string, string>>;
  /** Errors that it can return in addition to those that its auth, limit and input imply. */
  readonly errors?: readonly ErrorDefinition[];
  readonly grants?: Grants;
  readonly memoryMb?: number;
  /** Whether its response is streamed, by a Function URL, for up to 15 minutes. It has no path parameters then. */
  readonly stream?: boolean;
  readonly timeoutSeconds?: number;
  /** Concurrency reserved for this function, so that a burst elsewhere does not starve it. */
  readonly reservedConcurrency?: number;
  /** The announcement and the end of a deprecated route (ISO 8601 dates), and where they are explained. */
  readonly deprecated?: { readonly since: string; readonly sunset: string; readonly see: string };
}

/**
 * Returns the paths of a route. One of `/v1` is also served at `/v2` by the same handler (spec 1, section 9), except
 * pages and documents, which belong to one version.
 */
export const pathsOf = ({
  path,
  family,
}: {
  readonly path: string;
  readonly family?: Family;
}): readonly string[] =>
  path.startsWith("/v1/") && family !== "web" ? [path, `/v2/${path.slice("/v1/".length)}`] : [path];

/* @__NO_SIDE_EFFECTS__ */
export function route<const R extends RouteSpec>(spec: R): R {
  return spec;
}

/** Returns whether an export of a module is a route. */
export const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === "object" &&
  value !== null &&
  ["family", "id", "method", "path", "responses"].every((field) => field in value);

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Success = 200 | 201 | 202 | 204 | 302;

export type ParamsOf<R extends RouteSpec> = R["request"] extends { params: infer P } ? Parsed<P> : undefined;
export type QueryOf<R extends RouteSpec> = R["request"] extends { query: infer Q } ? Parsed<Q> : undefined;
export type BodyOf<R extends RouteSpec> = R["request"] extends { body: infer B } ? Parsed<B> : undefined;
export type FormOf<R extends RouteSpec> = R["request"] extends { form: infer F } ? Parsed<F> : undefined;

/** The body of a successful response, as the handler returns it. */
export type ResultOf<R extends RouteSpec> = {
  [S in keyof R["responses"] & Success]: R["responses"][S] extends { body: infer B }
    ? B extends z.ZodType
      ? z.input<B>
      : undefined
    : R["responses"][S] extends { contentType: string }
      ? string
      : undefined;
}[keyof R["responses"] & Success];

/** Returns the status for a handler's plain result: the route's first one below 400. */
export const successStatus = (spec: RouteSpec): number => {
  const status = Object.keys(spec.responses)
    .map(Number)
    .find((s) => s < 400);
  if (status === undefined) throw new TypeError(`route ${spec.id} names no successful response`);
  return status;
};

export const DEFAULT_MAX_BODY_BYTES = 64 * 1024;

/** The maximum length of a parameter with any schema. Ids become keys of the table, which have 1,024 bytes. */
export const MAX_PARAMETER_LENGTH = { path: 256, query: 2048 } as const;

/** Returns the file that serves a route: `defi.wallets.create` is `functions/defi/wallets/create.ts`. */
export const handlerFile = (spec: Pick<RouteSpec, "id">): string =>
  `functions/${spec.id.replaceAll(".", "/")}.ts`;
