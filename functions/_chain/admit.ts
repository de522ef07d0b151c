import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import { hasRole, type KeyGrant, type UserActor } from "../../core/identity/actor.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import { allows } from "../../core/identity/api-keys/scopes.ts";
import { SessionEnded, TokenExpired } from "../../core/identity/errors.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import {
  type ErrorDefinition,
  Forbidden,
  fail,
  RateLimited,
  Unauthenticated,
} from "../../core/kernel/errors.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import { callerOfIp } from "../../core/platform/ratelimit/caller.ts";
import * as RateLimit from "../../core/platform/ratelimit/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { type Credential, credentialOf, readsCookies } from "./credential.ts";
import { SignInRequired } from "./envelope.ts";
import { header, type Step } from "./middleware.ts";
import { checkFormToken, checkOrigin } from "./origin.ts";
import { type State, stateOf } from "./state.ts";

/**
 * Admission, judged in the order that the specification gives (spec 1, section 5, rule 4): rate limit, authentication,
 * role. Session, user and idempotency record are one batch read; the write of a limit per address goes beside it. A
 * limit per caller is counted once the session is known to live: a credential that no longer holds uses up nobody's
 * allowance.
 */
export const admit = (spec: RouteSpec): Step => ({
  before: async ({ event }) => {
    const state = stateOf(event);
    const credential = await credentialOf(spec, event);
    const { limit } = spec;
    const [byAddress, known] = await Promise.all([
      limit?.by === "ip" ? RateLimit.take(limit, callerOfIp(state.ip)) : undefined,
      credential && identify(spec, event, credential),
    ]);
    const decision = byAddress ?? (limit && (await RateLimit.take(limit, callerOf(known?.actor, state))));
    if (decision) {
      state.limit = decision;
      if (!decision.allowed) {
        throw fail(RateLimited, { details: { retryAfter: decision.retryAfterSeconds } });
      }
    }
    if (event.cookies?.length && readsCookies(spec)) checkOrigin(event);
    if (known?.actor) {
      state.actor = known.actor;
      if (known.idempotencyItem) state.idempotencyItem = known.idempotencyItem;
      if (credential?.door === "web" && credential.from === "cookie")
        await checkFormToken(event, known.actor.sessionId);
    }
    if (spec.auth !== "none") authorize(spec, state.actor, problemOf(credential), event);
  },
});

/** Who a limit per caller is counted for. Nobody in particular is counted by address. */
const callerOf = (actor: UserActor | undefined, { ip }: State): string =>
  actor ? `user:${actor.userId}` : callerOfIp(ip);

interface Known {
  readonly actor: UserActor | undefined;
  readonly idempotencyItem?: Table.Item | undefined;
}

/** Reads whether the credential still holds, who the user is now, and what the idempotency key did before. */
async function identify(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
  credential: Credential,
): Promise<Known> {
  if (credential.door === "apiKey") return { actor: await ApiKeys.actorOf(credential.secret) };
  if (credential.door === "mobile" && credential.expired) return { actor: undefined };
  const { claims, door } = credential;
  const key = spec.idempotent ? header(event, "idempotency-key") : undefined;
  const record = key === undefined ? [] : [Idempotency.keyOf(claims.sub, spec.id, key)];
  const [session, user, idempotencyItem] = await Table.getMany([...Sessions.keysFor(claims), ...record]);
  const actor = Sessions.actorFrom(session, user);
  return { actor: actor?.door === door ? actor : undefined, idempotencyItem };
}

/** Why a request without an actor is refused. A mobile client learns whether to refresh or to sign in again. */
function problemOf(credential: Credential | undefined): ErrorDefinition {
  if (credential?.door !== "mobile") return Unauthenticated;
  return credential.expired ? TokenExpired : SessionEnded;
}

/** @throws UNAUTHORIZED, FORBIDDEN, or the redirect to sign-in that the route asks for */
function authorize(
  spec: RouteSpec,
  actor: UserActor | undefined,
  problem: ErrorDefinition,
  event: APIGatewayProxyEventV2,
): void {
  if (!actor) {
    if (spec.signInAt) throw new SignInRequired(spec.signInAt, event.rawPath);
    throw fail(problem);
  }
  if (actor.door === "apiKey") checkKey(spec, actor.apiKey);
  const allowed = spec.auth === "admin" ? ([] as const) : spec.roles;
  if (allowed && !hasRole(actor, allowed)) throw fail(Forbidden);
}

/** @throws FORBIDDEN for a key that has not the route's scope */
function checkKey({ scope }: RouteSpec, apiKey: KeyGrant): void {
  if (scope === undefined || allows(apiKey, scope)) return;
  throw fail(Forbidden, { message: `This API key needs the scope ${scope}.`, details: { scope } });
}
