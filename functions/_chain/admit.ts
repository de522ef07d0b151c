import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { SESSION_COOKIE } from "../../contract/cookies.ts";
import type { Limit, RouteSpec } from "../../contract/route.ts";
import { hasRole, type KeyGrant } from "../../core/identity/actor.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import { allows } from "../../core/identity/api-keys/scopes.ts";
import type { AccessClaims } from "../../core/identity/schema.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import * as Tokens from "../../core/identity/tokens.ts";
import { Forbidden, fail, RateLimited, Unauthenticated } from "../../core/kernel/errors.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import { callerOfIp } from "../../core/platform/ratelimit/caller.ts";
import * as RateLimit from "../../core/platform/ratelimit/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { SignInRequired } from "./envelope.ts";
import { cookiesOf, header, type Step } from "./middleware.ts";
import { checkFormToken, checkOrigin } from "./origin.ts";
import { type State, stateOf } from "./state.ts";

/**
 * Admission, in the order that the specification gives (spec 1, section 5, rule 4): rate limit, authentication, role.
 * What needs the table is read in one round trip: the limit's write, and beside it one batch read of session, user and
 * idempotency record. The outcomes are then judged in order, so a caller over the limit learns nothing else.
 */
export const admit = (spec: RouteSpec): Step => ({
  before: async ({ event }) => {
    const state = stateOf(event);
    const credential = takesToken(spec) ? credentialOf(event) : undefined;
    const claims = credential && (await Tokens.verifyAccess(credential.token));
    const [decision, known, keyed] = await Promise.all([
      spec.limit && RateLimit.take(spec.limit, callerOf(spec.limit, state, claims)),
      claims && identify(spec, event, claims),
      spec.auth === "apiKey" ? ApiKeys.actorOf(keyOf(event)) : undefined,
    ]);

    if (decision) {
      state.limit = decision;
      if (!decision.allowed) {
        throw fail(RateLimited, { details: { retryAfter: decision.retryAfterSeconds } });
      }
    }
    if (keyed) state.actor = keyed;
    if (event.cookies?.length && spec.auth !== "apiKey") checkOrigin(event);
    if (credential && known?.actor) {
      state.actor = known.actor;
      state.credential = credential.from;
      if (known.idempotencyItem) state.idempotencyItem = known.idempotencyItem;
      if (credential.from === "cookie") await checkFormToken(event, known.actor.sessionId);
    }
    if (spec.auth !== "none") authorize(spec, state, event);
  },
});

/** Developers' keys and providers' signatures are other credentials: an access token beside them says nothing. */
const takesToken = ({ auth }: RouteSpec): boolean => auth !== "apiKey" && auth !== "signature";

/** The API key of a request: many MCP clients can send one as a bearer token alone. */
const keyOf = (event: APIGatewayProxyEventV2): string => header(event, "x-api-key") ?? bearerOf(event) ?? "";

const bearerOf = (event: APIGatewayProxyEventV2): string | undefined =>
  /^Bearer +(\S+)$/i.exec(header(event, "authorization") ?? "")?.[1];

interface Credential {
  readonly token: string;
  readonly from: "bearer" | "cookie";
}

/** The access token of a request: an Authorization header says it explicitly, so it wins over the cookie. */
function credentialOf(event: APIGatewayProxyEventV2): Credential | undefined {
  const bearer = bearerOf(event);
  if (bearer !== undefined) return { token: bearer, from: "bearer" };
  const cookie = cookiesOf(event)[SESSION_COOKIE];
  return cookie ? { token: cookie, from: "cookie" } : undefined;
}

const callerOf = (limit: Limit, state: State, claims: AccessClaims | undefined): string =>
  limit.by === "actor" && claims ? `user:${claims.sub}` : callerOfIp(state.ip);

/** Reads whether the token's session still lives, who the user is now, and what the idempotency key did before. */
async function identify(spec: RouteSpec, event: APIGatewayProxyEventV2, claims: AccessClaims) {
  const key = spec.idempotent ? header(event, "idempotency-key") : undefined;
  const record = key === undefined ? [] : [Idempotency.keyOf(claims.sub, spec.id, key)];
  const [session, user, idempotencyItem] = await Table.getMany([...Sessions.keysFor(claims), ...record]);
  return { actor: Sessions.actorFrom(claims, session, user), idempotencyItem };
}

/** @throws UNAUTHORIZED, FORBIDDEN, or the redirect to sign-in that the route asks for */
function authorize(spec: RouteSpec, { actor }: State, event: APIGatewayProxyEventV2): void {
  if (!actor) {
    if (spec.signInAt) throw new SignInRequired(spec.signInAt, event.rawPath);
    throw fail(Unauthenticated);
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
