import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import { hasRole, type UserActor } from "../../core/identity/actor.ts";
import { AddressNotAllowed, ApiKeyExpired, ApiKeyRequired } from "../../core/identity/api-keys/errors.ts";
import type * as ApiKey from "../../core/identity/api-keys/open.ts";
import { SessionEnded, StaffSecondFactorRequired, TokenExpired } from "../../core/identity/errors.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import { type ErrorDefinition, Forbidden, fail, Unauthenticated } from "../../core/kernel/errors.ts";
import { KEY_PATTERN } from "../../core/platform/idempotency/errors.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { checkFormToken, checkOrigin } from "./cookies.ts";
import {
  type Credential,
  credentialOf,
  type Holder,
  isSessionForKey,
  recentHolder,
  rememberHolder,
} from "./credential.ts";
import { SignInRequired } from "./envelope.ts";
import { type Prefetch, readsOf, rememberOverLimit } from "./prefetch.ts";
import {
  checkLimit,
  countAddress,
  countCaller,
  countConcurrently,
  countHolder,
  planOf,
} from "./rate-limit.ts";
import { addressOf, header, readsCookies, type State, type Step, stateOf } from "./request.ts";

/**
 * Admits a request, in the order of the specification (spec 1, section 5, rule 4): rate limit, authentication, role.
 *
 * One batch reads the session or key, the account, the idempotency record, and the inputs of the work. A limit per
 * address is counted concurrently, and so is a limit per caller if the credential was valid a moment ago. Any other
 * limit per caller is counted after authentication, so that an invalid credential does not use up another caller's allowance.
 * With `countsConcurrently` that count runs concurrently with the work, and the response waits for it.
 * @param prefetch returns the items that the route's work reads first
 * @param keys opens API keys, if the route accepts them. Other functions do not bundle it
 */
export function admit<R extends RouteSpec>(spec: R, prefetch?: Prefetch<R>, keys?: ApiKeys): Step {
  if (spec.auth === "apiKey" && !keys)
    throw new TypeError(`the chain of ${spec.id} needs \`keys\`, because the route accepts API keys`);
  return admission(spec, prefetch, keys as ApiKeys);
}

/** The functions that open an API key. */
export type ApiKeys = typeof ApiKey;

const admission = <R extends RouteSpec>(spec: R, prefetch: Prefetch<R> | undefined, keys: ApiKeys): Step => ({
  before: async (request) => {
    const { event } = request;
    const state = stateOf(event);
    const credential = await credentialOf(spec, event);
    const reads =
      prefetch && credential && !hasExpired(credential)
        ? await readsOf(spec, prefetch, request, { credential, ip: state.ip })
        : {};
    const [byAddress, byHolder, known] = await Promise.all([
      countAddress(spec, state.ip),
      credential && countHolder(spec, recentHolder(credential)),
      credential && identify(spec, event, { credential, reads, keys }),
    ]);
    const isCounted = byHolder && isHolder(byHolder.holder, known?.actor);
    const count = byAddress ?? (isCounted ? byHolder.decision : countCaller(spec, known?.actor, state.ip));
    if (spec.countsConcurrently && known?.actor) countConcurrently(state, count);
    else
      checkLimit(state, await count, (seconds) => {
        if (credential && prefetch) rememberOverLimit(spec, state.ip, credential, seconds);
      });
    Object.assign(state, known);
    if (event.cookies?.length && readsCookies(spec)) checkOrigin(event);
    if (state.actor && credential?.channel === "web" && credential.from === "cookie")
      await checkFormToken(event, state.actor.sessionId);
    if (state.key) state.keyUseWrite = keys.recordUse(state.key);
    if (spec.auth !== "none")
      authorize(spec, state, state.problem ?? problemOf(spec, event, credential), event, keys);
  },
  // A Lambda may be stopped once it has answered, so the response waits for concurrent writes.
  after: async ({ event }) => {
    const state = stateOf(event);
    await state.keyUseWrite;
    checkLimit(state, await state.pendingCount);
  },
  onError: async (request) => {
    const state = stateOf(request.event);
    await state.keyUseWrite;
    try {
      checkLimit(state, await state.pendingCount);
    } catch (error) {
      request.error = error as Error;
    }
  },
});

const hasExpired = (credential: Credential): boolean => credential.channel !== "apiKey" && credential.expired;

/** Returns whether a request was counted for this actor by its current plan. */
const isHolder = ({ userId, mode, plan }: Holder, actor: UserActor | undefined): boolean =>
  actor?.userId === userId && actor.mode === mode && planOf(actor) === plan;

interface Identification {
  readonly credential: Credential;
  readonly reads: Table.Reads;
  readonly keys: ApiKeys;
}

/** Reads the credential's items, the idempotency record, the signing secret, and the inputs of the work. */
async function identify(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
  { credential, reads, keys: apiKeys }: Identification,
): Promise<Pick<State, "actor" | "key" | "signingItem" | "idempotencyItem" | "problem" | "prefetched">> {
  if (hasExpired(credential)) return {};
  const [keys, owner] =
    credential.channel === "apiKey"
      ? [apiKeys.keysFor(credential.presented), ownerOf(credential)]
      : [Sessions.keysFor(credential.claims), credential.claims.sub];
  const idempotencyKey = spec.idempotent ? header(event, "idempotency-key") : undefined;
  // A malformed key is rejected with the input, once the caller is admitted.
  const isKey = idempotencyKey !== undefined && KEY_PATTERN.test(idempotencyKey);
  const record = isKey ? Idempotency.keyOf(owner, spec.id, idempotencyKey) : undefined;
  const signing =
    spec.signed && credential.channel === "apiKey" ? apiKeys.signingKeyOf(credential.presented) : undefined;
  const more = [record, signing].filter((one) => one !== undefined);
  const [items, found, prefetched] = await Table.prefetch(keys, more, reads);
  const idempotencyItem = record && found[0];
  const signingItem = signing && found[more.indexOf(signing)];
  const known = actorFrom(credential, items, apiKeys);
  const actor = known.actor;
  rememberHolder(credential, actor && { userId: actor.userId, mode: actor.mode, plan: planOf(actor) });
  return actor ? { ...known, signingItem, idempotencyItem, prefetched } : known;
}

/** Returns the actor of a credential, given the items at its keys. */
function actorFrom(
  credential: Credential,
  items: readonly (Table.Item | undefined)[],
  keys: ApiKeys,
): Pick<State, "actor" | "key" | "problem"> {
  if (credential.channel === "apiKey") {
    const key = keys.open(credential.presented, items);
    if (key) return { actor: key.actor, key };
    return keys.hasExpired(credential.presented, items) ? { problem: ApiKeyExpired } : {};
  }
  const actor = Sessions.actorFrom(credential.claims, items);
  return actor?.channel === credential.channel ? { actor } : {};
}

const ownerOf = ({ presented: { ownerId, mode } }: Extract<Credential, { channel: "apiKey" }>): string =>
  Idempotency.ownerOf({ userId: ownerId, mode });

/** Returns why a request has no actor, so that a client knows whether to refresh or to sign in again. */
function problemOf(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
  credential: Credential | undefined,
): ErrorDefinition {
  if (!credential && isSessionForKey(spec, event)) return ApiKeyRequired;
  if (credential === undefined || credential.channel === "apiKey") return Unauthenticated;
  return hasExpired(credential) ? TokenExpired : SessionEnded;
}

/** @throws UNAUTHORIZED, FORBIDDEN, or the redirect to sign-in that the route asks for */
function authorize(
  spec: RouteSpec,
  { actor, key, ip }: State,
  problem: ErrorDefinition,
  event: APIGatewayProxyEventV2,
  keys: ApiKeys,
): void {
  if (!actor) {
    if (spec.signInAt) throw new SignInRequired(spec.signInAt, addressOf(event));
    throw fail(problem);
  }
  if (key && !keys.allowsAddress(key, ip)) throw fail(AddressNotAllowed);
  // A session may do whatever its account may; only keys have scopes.
  if (spec.scope !== undefined && actor.channel === "apiKey") keys.checkScope(actor.apiKey, spec.scope);
  const allowed = spec.auth === "admin" ? ([] as const) : spec.roles;
  if (allowed && !hasRole(actor, allowed)) {
    const role = actor.channel === "apiKey" ? undefined : actor.withheldRole;
    throw fail(role && hasRole({ ...actor, role }, allowed) ? StaffSecondFactorRequired : Forbidden);
  }
}
