import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { bodyText } from "../../contract/public/amount.ts";
import { type ResultOf, type RouteSpec, successStatus } from "../../contract/route.ts";
import { shownIn } from "../../core/identity/names.ts";
import * as LedgerClock from "../../core/kernel/clock/ledger.ts";
import { env } from "../../core/kernel/env.ts";
import { fail } from "../../core/kernel/errors.ts";
import { type Reader, same } from "../../core/kernel/texts/index.ts";
import { AlreadyProcessed } from "../../core/platform/idempotency/errors.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import { log } from "../../core/platform/log.ts";
import * as Table from "../../core/platform/table/index.ts";
import { admit } from "./admit.ts";
import { type Call, Reply } from "./call.ts";
import { correlated } from "./correlated.ts";
import { cursor, withCursor } from "./cursor.ts";
import { throughTheEdge } from "./edge.ts";
import { envelope, strict } from "./envelope.ts";
import { type Expanders, expansions } from "./expand.ts";
import { headers } from "./headers.ts";
import { input, textOf } from "./input.ts";
import { cookiesOf, header, type Step } from "./middleware.ts";
import { observe } from "./observe.ts";
import type { Prefetch } from "./prefetch.ts";
import { readerOf } from "./reader.ts";
import { type State, stateOf } from "./state.ts";
import { versionOf } from "./version.ts";

/** A Lambda handler behind API Gateway's HTTP API, payload format 2.0. */
export type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

export type Rendered<R extends RouteSpec> = ResultOf<R> | Reply<ResultOf<R>>;

/**
 * A route whose requests are neither signed nor confirmed; of those, `signed.ts` and `step-up.ts` make the
 * handlers.
 */
type Unsigned = RouteSpec & { readonly signed?: false; readonly stepUp?: never };

/** Does the work of a call. */
export type Run<R extends RouteSpec, T> = (call: Call<R, T>) => Promise<T>;
/** Work whose first reads are known from the credential and the request: they are read together with the credential. */
export interface Prefetching<R extends RouteSpec, T> {
  readonly reads: Prefetch<R>;
  readonly run: Run<R, T>;
}
/** Makes the body of what the work gave. */
export type Render<R extends RouteSpec, T> = (
  result: T,
  reader: Reader,
  call: Pick<Call<R, T>, "actor">,
) => Rendered<R>;

/**
 * Makes the Lambda handler that serves a route. The chain around `run` does all that routes share; `run` gets
 * parsed input and a typed actor and calls core.
 *
 * A route with `idempotent: true` splits in two: `run` does the work and gives the result that is kept under
 * the client's key, `render` makes the body of it. A repeated request is answered by `render` alone.
 */
export const serve = serving<Unsigned>();

/** Makes the handlers of one kind of routes. */
export interface Serve<S extends RouteSpec> {
  <const R extends S>(spec: R, run: Run<R, Rendered<R>> | Prefetching<R, Rendered<R>>): Handler;
  <const R extends S, T>(spec: R, run: Run<R, T> | Prefetching<R, T>, render: Render<R, T>): Handler;
}

/** @param more what is checked of these routes alone */
export function serving<S extends RouteSpec>(more: (spec: S) => More = () => ({})): Serve<S> {
  return <const R extends S, T>(
    spec: R,
    run: Run<R, T> | Prefetching<R, T>,
    render: Render<R, T> = (result) => result as Rendered<R>,
  ) => chain(spec, run, render, more(spec));
}

/**
 * The chain around the work.
 * @param more.admitted what is checked of a request once it is admitted, before its input
 * @param more.informed what is checked once its input is known
 * @param more.refused what is made of an error's response
 * @param more.expanders what finds what the answer's fields name
 */
export function chain<R extends RouteSpec, T>(
  spec: R,
  work: Run<R, T> | Prefetching<R, T>,
  render: Render<R, T>,
  { admitted = [], informed = [], refused = [], expanders }: More = {},
): Handler {
  const { run, reads } = typeof work === "function" ? { run: work, reads: undefined } : work;
  const answer = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const claim = claimOf<T>(spec, event);
    const call = callOf<R, T>(spec, event, claim);
    const state = stateOf(event);
    const { rendered, replayed, expanding } = await within(state, async () => {
      const { result, replayed } = claim
        ? await Idempotency.once(claim, state.idempotencyItem, () => run(call))
        : { result: await run(call), replayed: false };
      const rendered = render(result, call.reader, call);
      const { expand = [], actor } = state;
      const expanding =
        expanders && actor && expand.length > 0
          ? await expansions(
              spec,
              expand,
              expanders,
              actor,
              rendered instanceof Reply ? rendered.body : rendered,
            )
          : undefined;
      return { rendered, replayed, expanding };
    });
    state.replayed = replayed;
    if (replayed && spec.family === "payments") checkPreference(event, rendered);
    return respond(spec, event, rendered, expanding);
  };
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context>({
    executionMode: correlated(),
  })
    .use(observe(spec))
    .use([headers(spec), ...refused])
    .use(envelope(spec))
    .use(throughTheEdge)
    .use([admit(spec, reads), ...admitted])
    .use([input(spec), cursor(spec), ...informed])
    .handler(answer) as unknown as Handler;
}

/** Does work by the clock of its caller's ledger, with what was read ahead for it. */
function within<T>({ key, prefetched }: State, work: () => Promise<T>): Promise<T> {
  const timed = () => LedgerClock.under(key?.sandbox?.aheadMs ?? 0, work);
  return prefetched ? Table.withPrefetched(prefetched, timed) : timed();
}

interface More {
  readonly admitted?: Step[];
  readonly informed?: Step[];
  readonly refused?: Step[];
  readonly expanders?: Expanders;
}

/** The claim of the client's key. A caller whom nobody knows has none: keys belong to an actor. */
function claimOf<T>(spec: RouteSpec, event: APIGatewayProxyEventV2): Idempotency.Claim<T> | undefined {
  const { actor, params, query, body } = stateOf(event);
  const key = event.headers?.["idempotency-key"];
  if (!spec.idempotent || key === undefined || !actor) return undefined;
  return Idempotency.claim<T>(Idempotency.ownerOf(actor), spec.id, key, { params, query, body });
}

/**
 * The payments routes answer a repeated request with 409 (spec 3, section 7) that names the first one's
 * result, unless the client prefers the first answer (RFC 7240): who lost it may need what it said.
 * @throws ALREADY_PROCESSED
 */
function checkPreference(event: APIGatewayProxyEventV2, rendered: unknown): void {
  const prefers = /(^|[,;\s])return=representation($|[,;\s])/i.test(header(event, "prefer") ?? "");
  if (prefers) return;
  const body = rendered instanceof Reply ? rendered.body : rendered;
  const data = (body as { readonly data?: Readonly<Record<string, unknown>> }).data ?? {};
  const fields = ["id", "sessionId", "requestId"].flatMap((field) => {
    const message = data[field];
    return typeof message === "string" ? [{ field, message: same(message) }] : [];
  });
  throw fail(AlreadyProcessed, { details: { fields } });
}

/** What a handler is called with, of what the chain has learnt. */
export function callOf<R extends RouteSpec, T>(
  spec: R,
  event: APIGatewayProxyEventV2,
  idempotency: Idempotency.Claim<T> | undefined,
): Call<R, T> {
  const { actor, params, query, body, form, confirm, outgoing, ip, requestId } = stateOf(event);
  const { http } = event.requestContext;
  const call: Call<RouteSpec> = {
    actor: actor as never,
    params: params as never,
    query: query as never,
    body: body as never,
    form: form as never,
    idempotency: idempotency as never,
    reader: readerOf(event, spec),
    confirm: confirm as never,
    outgoing: outgoing as never,
    client: {
      ip,
      requestId,
      userAgent: http.userAgent ?? "",
      cookies: cookiesOf(event),
      headers: event.headers as Record<string, string>,
      method: http.method,
      path: event.rawPath,
      // Functions that stream are made before the distribution that leads to them: without a domain they do
      // not know its address.
      origin: env("PUBLIC_URL", ""),
      get rawBody() {
        return textOf(event);
      },
    },
  };
  // The schemas of R made these values, so they are of the types that R states.
  return call as Call<R, T>;
}

function respond(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
  rendered: unknown,
  expanding: (shown: unknown) => unknown = (body) => body,
): APIGatewayProxyStructuredResultV2 {
  const reply = rendered instanceof Reply ? rendered : new Reply(rendered);
  const statusCode = reply.status ?? successStatus(spec);
  const declared = spec.responses[statusCode];
  if (!declared)
    throw new TypeError(`route ${spec.id} answered ${statusCode}, which its contract does not name`);
  const isJson = (declared.contentType ?? "application/json") === "application/json";
  const body = declared.body
    ? withCursor(spec, event, expanding(shown(spec, declared.body, reply.body)))
    : reply.body;
  return {
    statusCode,
    headers: {
      ...(body !== undefined && { "content-type": declared.contentType ?? "application/json" }),
      ...reply.headers,
    },
    ...(reply.cookies.length > 0 && { cookies: [...reply.cookies] }),
    ...(body !== undefined && {
      body: shownIn(isJson ? bodyText(body, versionOf(event)) : String(body), readerOf(event, spec).language),
    }),
  };
}

/**
 * The body as the contract states it: what it does not name is left out, so that nothing leaks by accident.
 */
function shown(
  spec: RouteSpec,
  schema: NonNullable<RouteSpec["responses"][number]["body"]>,
  body: unknown,
): unknown {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  log.error("a response breaks its contract", { route: spec.id, issues: parsed.error.issues });
  if (strict())
    throw new TypeError(`the response of ${spec.id} breaks its contract: ${parsed.error.message}`);
  return body;
}
