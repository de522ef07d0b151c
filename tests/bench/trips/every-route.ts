import { routes } from "../../../contract/index.ts";
import type { RouteSpec } from "../../../contract/route.ts";
import type { Role } from "../../../core/identity/actor.ts";
import * as ApiKeys from "../../../core/identity/api-keys/index.ts";
import type { User } from "../../../core/identity/user.ts";
import * as Ids from "../../../core/kernel/ids/index.ts";
import type { Runtime } from "../../../local/runtime.ts";
import { sign } from "../../../sdk/src/signing.ts";
import { onWeb } from "../../support/identity.ts";
import { createUser, deviceTokenOf, refusesSessions, testKeyOf, tokenOf } from "../../support/people.ts";
import { requestsOf, scenes } from "../../support/repeatable.ts";
import { createResources, type Params, resourceKind } from "../../support/resources.ts";
import { sampleOf } from "../../support/sample.ts";
import { send, someAddress } from "../client.ts";
import { fixtures, type Given, reasonNotMeasured } from "./fixtures.ts";
import type { Cost, Recorder } from "./recorder.ts";

/**
 * Calls every route once with a recently used credential: with the request of its scene
 * (`tests/support/repeatable.ts`), a fixture, or the document's example.
 */

type Headers = Readonly<Record<string, string>>;

interface Caller {
  readonly headers: Headers;
  /** Signs a request if its route requires that. */
  readonly sign: (path: string, body: string) => Promise<Headers>;
}

const roleOf = (spec: RouteSpec): Role =>
  scenes[spec.id]?.role ??
  fixtures[spec.id]?.role ??
  (spec.auth === "admin" ? "ADMIN" : (spec.roles?.[0] ?? "PARTICULIER"));

/** Requests that are sent first, so that the caller's credential is cached. */
const greetings: Readonly<Record<string, string>> = {
  session: "/api/auth/me",
  admin: "/api/auth/me",
  mobile: "/api/v1/mobile/user/profile",
  person: "/api/v1/mobile/user/profile",
  apiKey: "/v1/prices",
};

const unsigned = async (): Promise<Headers> => ({});

/** API keys with all scopes, one per user. */
const keys = new WeakMap<User, ReturnType<typeof ApiKeys.create>>();

function keyOf(user: User): ReturnType<typeof ApiKeys.create> {
  const grant = { name: "Bench", mode: "live", plan: "enterprise", scopes: ["*"] } as const;
  const known = keys.get(user) ?? ApiKeys.create(user, grant);
  keys.set(user, known);
  return known;
}

async function callerOf(spec: RouteSpec, user: User): Promise<Caller> {
  if (spec.auth === "signature") return { headers: {}, sign: unsigned };
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` }, sign: unsigned });
  if (spec.auth === "mobile") return bearer(await deviceTokenOf(user));
  if (spec.auth !== "apiKey") return bearer(await tokenOf(user));
  if (refusesSessions(spec)) return bearer(await testKeyOf(user));
  const { secret, signingSecret } = await keyOf(user);
  if (!spec.signed) return bearer(secret);
  return {
    ...bearer(secret),
    sign: (path, body) =>
      sign(signingSecret, {
        method: spec.method,
        path,
        body: new TextEncoder().encode(body),
        timestamp: Math.floor(Date.now() / 1000),
      }),
  };
}

const resources = new WeakMap<User, Promise<Readonly<Record<string, Params>>>>();

/** Returns the user's resources, created once. */
function resourcesOf(user: User): Promise<Readonly<Record<string, Params>>> {
  const known = resources.get(user) ?? createResources(onWeb(user));
  resources.set(user, known);
  return known;
}

const fillPath = (path: string, params: Params = {}): string =>
  path.replace(/\{(\w+)\+?\}/g, (_, name: string) => params[name] ?? "absent");

interface Request {
  readonly path: string;
  readonly body: string | undefined;
}

/** Returns the measured request of a route. */
async function requestOf(spec: RouteSpec, user: User, runtime: Runtime): Promise<Request> {
  const actor = onWeb(user);
  const scene = scenes[spec.id];
  if (scene) {
    const { request } = requestsOf(spec, await scene.prepare(actor, runtime.advance));
    return { path: request.path, body: JSON.stringify(request.body) };
  }
  const of: Given = (await fixtures[spec.id]?.prepare?.({ actor, runtime, spec })) ?? {};
  const needs = spec.path.includes("{") && !of.params;
  const params = of.params ?? (needs ? (await resourcesOf(user))[resourceKind(spec)] : {});
  const sample = spec.request?.body && (sampleOf(spec.request.body) as object);
  const body = sample && JSON.stringify({ ...sample, ...of.body });
  const query = new URLSearchParams(of.query).toString();
  const path = fillPath(spec.path, params);
  return { path: query === "" ? path : `${path}?${query}`, body };
}

async function measureRoute(
  spec: RouteSpec,
  user: User,
  runtime: Runtime,
  recorder: Recorder,
): Promise<Cost> {
  // The preparation may advance the clock by days.
  const { path, body } = await requestOf(spec, user, runtime);
  const caller = await callerOf(spec, user);
  const greeting = greetings[spec.auth];
  if (greeting) await send(runtime.url + greeting, "GET", caller.headers);
  // A plan's burst allows only a few requests.
  if (spec.limit === "plan") await runtime.advance(2);
  const headers = {
    ...(spec.auth !== "none" && caller.headers),
    ...(spec.idempotent && { "idempotency-key": Ids.secret() }),
    ...(await caller.sign(path, body ?? "")),
    "x-forwarded-for": someAddress(),
  };
  const method = spec.method === "ANY" ? "GET" : spec.method;
  return recorder.cost(spec.id, () => send(runtime.url + path, method, headers, body));
}

/** Measures every measurable route that `known` does not contain. */
export async function measureEveryRoute(
  runtime: Runtime,
  recorder: Recorder,
  known: ReadonlySet<string>,
): Promise<Cost[]> {
  const found: Cost[] = [];
  const readers = new Map<Role, User>();
  for (const spec of routes) {
    if (known.has(spec.id) || reasonNotMeasured(spec)) continue;
    const role = roleOf(spec);
    const isRead = spec.method === "GET" && !fixtures[spec.id]?.own;
    const user = (isRead && readers.get(role)) || (await createUser(role));
    if (isRead) readers.set(role, user);
    found.push(await measureRoute(spec, user, runtime, recorder));
  }
  return found;
}
