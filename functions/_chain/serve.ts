import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { bodyText } from "../../contract/public/schemas.ts";
import {
  type Family,
  type ProofRule,
  type ResultOf,
  type RouteSpec,
  successStatus,
} from "../../contract/route.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import { translateDeletedNames } from "../../core/identity/names.ts";
import * as LedgerClock from "../../core/kernel/clock/ledger.ts";
import { env } from "../../core/kernel/env.ts";
import { fail } from "../../core/kernel/errors.ts";
import { same } from "../../core/kernel/texts/index.ts";
import { AlreadyProcessed } from "../../core/platform/idempotency/errors.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import { log } from "../../core/platform/log.ts";
import * as Table from "../../core/platform/table/index.ts";
import { type ApiKeys, admit } from "./admit.ts";
import { type Call, Reply } from "./call.ts";
import { strict } from "./envelope.ts";
import { input } from "./input.ts";
import { type Handler, outerChain } from "./outer.ts";
import type { Prefetch } from "./prefetch.ts";
import { cookiesOf, header, readerOf, type State, type Step, stateOf, textOf, versionOf } from "./request.ts";

/**
 * The chain of a request. Each step is a file in this folder, in this order.
 *
 * 1. `outer.ts`, for every handler: correlation id, `observe.ts` (log line, metrics), `headers.ts`, `envelope.ts`
 *    (errors), `edge.ts` (rejects requests that bypass our distribution)
 * 2. `admit.ts`: `credential.ts`, `prefetch.ts`, `rate-limit.ts`, `cookies.ts` (CSRF), role; then `signed.ts`
 * 3. `input.ts`: parameters, query and body by the route's schemas; then `form.ts` or `proof.ts`
 * 4. the handler, with idempotency; then the response, checked against the contract
 *
 * All steps share `request.ts`. `public-api.ts` has the additional steps of the public API. `stream.ts`, `receive.ts` and
 * `socket.ts` make handlers of other kinds, and `fallback.ts` answers requests that no route serves.
 */

export type Rendered<R extends RouteSpec> = ResultOf<R> | Reply<ResultOf<R>>;

export type Run<R extends RouteSpec, T> = (call: Call<R, T>) => Promise<T>;

/** Work whose first reads are known from the credential and the request, and are made together with the credential's. */
export interface Prefetching<R extends RouteSpec, T> {
  readonly reads: Prefetch<R>;
  readonly run: Run<R, T>;
}

/** Makes the response body from the work's result. */
export type Render<R extends RouteSpec, T> = (
  result: T,
  call: Pick<Call<R, T>, "actor" | "reader">,
) => Rendered<R>;

/**
 * Makes the Lambda handler that serves a route. The chain around `run` does everything that routes share; `run` gets
 * parsed input and a typed actor and calls core.
 *
 * A route with `idempotent: true` has two parts: `run` does the work and returns the result, which is recorded under the
 * client's key; `render` makes the body. A repeated request only renders.
 */
export const serve = makeServe<Plain & { readonly family: Exclude<Family, "public" | "mcp"> }>();

/** A route that needs no step of its own. */
export type Plain = RouteSpec & { readonly signed?: false; readonly proof?: NoProof };

/** A route without a recent proof. */
export type NoProof = Extract<ProofRule, { readonly notNeeded: string }>;

/** Makes the handler of a route. */
interface Serve<S extends RouteSpec> {
  <const R extends S>(spec: R, run: Run<R, Rendered<R>> | Prefetching<R, Rendered<R>>): Handler;
  <const R extends S, T>(spec: R, run: Run<R, T> | Prefetching<R, T>, render: Render<R, T>): Handler;
}

/** Makes a `serve` for one kind of route. @param stepsOf returns the extra steps of these routes */
/* @__NO_SIDE_EFFECTS__ */
export function makeServe<S extends RouteSpec>(stepsOf: (spec: S) => Extras = () => ({})): Serve<S> {
  return <const R extends S, T>(
    spec: R,
    run: Run<R, T> | Prefetching<R, T>,
    render: Render<R, T> = (result) => result as Rendered<R>,
  ) => chain(spec, run, render, stepsOf(spec));
}

/** Additions of some kinds of routes to the chain. */
export interface Extras {
  readonly afterAdmission?: Step[];
  readonly afterInput?: Step[];
  /** Steps that run before all others, and after the error envelope. */
  readonly outermost?: Step[];
  /** Runs before the work, but not before the replay of a repeated request. */
  readonly beforeWork?: (event: APIGatewayProxyEventV2) => Promise<void>;
  /** Reads the objects of the fields that the request expands, and returns a function that inserts them into the body. */
  readonly expand?: (
    fields: readonly string[],
    actor: UserActor,
    body: unknown,
  ) => Promise<(body: unknown) => unknown>;
  /** Opens API keys, if the routes accept them. */
  readonly keys?: ApiKeys;
  /** Makes the last change of the body. */
  readonly finish?: (event: APIGatewayProxyEventV2, body: unknown) => unknown;
}

/** Makes the whole chain of a route. */
export function chain<R extends RouteSpec, T>(
  spec: R,
  work: Run<R, T> | Prefetching<R, T>,
  render: Render<R, T> = (result) => result as Rendered<R>,
  {
    afterAdmission = [],
    afterInput = [],
    outermost = [],
    beforeWork,
    expand: expansions,
    finish = (_, body) => body,
    keys,
  }: Extras = {},
): Handler {
  const { run, reads } = typeof work === "function" ? { run: work, reads: undefined } : work;
  const answer = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const claim = claimOf<T>(spec, event);
    const call = callOf<R, T>(spec, event, claim);
    const state = stateOf(event);
    const { expand = [], actor } = state;
    const { rendered, replayed, expanding } = await inContext(state, async () => {
      const work = async () => {
        await beforeWork?.(event);
        // A proof of the request changes its actor.
        return run({ ...call, actor: state.actor } as Call<R, T>);
      };
      const { result, replayed } = claim
        ? await Idempotency.once(claim, state.idempotencyItem, work)
        : { result: await work(), replayed: false };
      const rendered = render(result, call);
      const expanding =
        expansions && actor && expand.length > 0
          ? await expansions(expand, actor, bodyOf(rendered))
          : undefined;
      return { rendered, replayed, expanding };
    });
    state.replayed = replayed;
    if (replayed && spec.family === "payments") checkPreference(event, bodyOf(rendered));
    return respond(spec, event, rendered, (body) => finish(event, expanding ? expanding(body) : body));
  };
  return outerChain(spec, { outermost })
    .use([admit(spec, reads, keys), ...afterAdmission])
    .use([input(spec), ...afterInput])
    .handler(answer) as unknown as Handler;
}

/** Runs the work with the clock of the caller's ledger and the items that were read ahead for it. */
function inContext<T>({ key, prefetched }: State, work: () => Promise<T>): Promise<T> {
  const timed = () => LedgerClock.under(key?.sandbox?.aheadMs ?? 0, work);
  return prefetched ? Table.withPrefetched(prefetched, timed) : timed();
}

/** Returns the claim of the client's idempotency key. Keys belong to an actor, so an anonymous caller has none. */
function claimOf<T>(spec: RouteSpec, event: APIGatewayProxyEventV2): Idempotency.Claim<T> | undefined {
  const { actor, params, query, body } = stateOf(event);
  const key = header(event, "idempotency-key");
  if (!spec.idempotent || key === undefined || !actor) return undefined;
  return Idempotency.claim<T>(Idempotency.ownerOf(actor), spec.id, key, { params, query, body });
}

/**
 * Rejects a repeated payment request with 409 (spec 3, section 7) and the ids of the first result, unless the client
 * asks for the first response (`Prefer: return=representation`, RFC 7240).
 * @throws ALREADY_PROCESSED
 */
function checkPreference(event: APIGatewayProxyEventV2, body: unknown): void {
  if (/(^|[,;\s])return=representation($|[,;\s])/i.test(header(event, "prefer") ?? "")) return;
  const data = (body as { readonly data?: Readonly<Record<string, unknown>> }).data ?? {};
  const fields = ["id", "sessionId", "requestId"].flatMap((field) => {
    const message = data[field];
    return typeof message === "string" ? [{ field, message: same(message) }] : [];
  });
  throw fail(AlreadyProcessed, { details: { fields } });
}

/** Returns the handler's argument, from the results of the steps. */
export function callOf<R extends RouteSpec, T>(
  spec: R,
  event: APIGatewayProxyEventV2,
  idempotency: Idempotency.Claim<T> | undefined,
): Call<R, T> {
  const { actor, params, query, body, form, confirm, outgoing, ip, requestId } = stateOf(event);
  const { http } = event.requestContext;
  const call = {
    ...{ actor, params, query, body, form, idempotency, confirm, outgoing },
    reader: readerOf(event, spec),
    client: {
      ip,
      requestId,
      userAgent: http.userAgent ?? "",
      cookies: cookiesOf(event),
      headers: event.headers as Record<string, string>,
      method: http.method,
      path: event.rawPath,
      // Streaming functions are deployed before the distribution, so in a stage without a domain its address is unknown.
      origin: env("PUBLIC_URL", ""),
      get rawBody() {
        return textOf(event);
      },
    },
  };
  // The schemas of R made these values, so they have the types that R states.
  return call as unknown as Call<R, T>;
}

const bodyOf = (rendered: unknown): unknown => (rendered instanceof Reply ? rendered.body : rendered);

function respond(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
  rendered: unknown,
  finish: (body: unknown) => unknown,
): APIGatewayProxyStructuredResultV2 {
  const reply = rendered instanceof Reply ? rendered : new Reply(rendered);
  const statusCode = reply.status ?? successStatus(spec);
  const declared = spec.responses[statusCode];
  if (!declared)
    throw new TypeError(`route ${spec.id} answered ${statusCode}, which its contract does not declare`);
  const contentType = declared.contentType ?? "application/json";
  const body = declared.body ? finish(parseBody(spec, declared.body, reply.body)) : reply.body;
  const text = contentType === "application/json" ? bodyText(body, versionOf(event)) : String(body);
  return {
    statusCode,
    headers: { ...(body !== undefined && { "content-type": contentType }), ...reply.headers },
    ...(reply.cookies.length > 0 && { cookies: [...reply.cookies] }),
    ...(body !== undefined && { body: translateDeletedNames(text, readerOf(event, spec).language) }),
  };
}

/** Returns the body as the contract states it. Drops undeclared fields, so that none leaks. */
function parseBody(
  spec: RouteSpec,
  schema: NonNullable<RouteSpec["responses"][number]["body"]>,
  body: unknown,
): unknown {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  log.error("response: body does not match the route's contract, fix the view or the contract", {
    route: spec.id,
    issues: parsed.error.issues,
  });
  if (strict())
    throw new TypeError(`the response of ${spec.id} does not match its contract: ${parsed.error.message}`);
  return body;
}
