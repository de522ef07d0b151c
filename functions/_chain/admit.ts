import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import { hasRole, type UserActor } from "../../core/identity/actor.ts";
import { AddressNotAllowed, ApiKeyExpired, ApiKeyRequired } from "../../core/identity/api-keys/errors.ts";
import * as ApiKey from "../../core/identity/api-keys/open.ts";
import { checkScope } from "../../core/identity/api-keys/scopes.ts";
import { SessionEnded, TokenExpired } from "../../core/identity/errors.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import {
  type ErrorDefinition,
  Forbidden,
  fail,
  RateLimited,
  Unauthenticated,
} from "../../core/kernel/errors.ts";
import type { KeyMode } from "../../core/kernel/mode.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import { KEY_PATTERN } from "../../core/platform/idempotency/schema.ts";
import type * as RateLimit from "../../core/platform/ratelimit/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { countAddress, countCaller, countHeld } from "./count.ts";
import { type Credential, credentialOf, isSessionForKey, readsCookies } from "./credential.ts";
import { SignInRequired } from "./envelope.ts";
import * as Held from "./held.ts";
import { addressOf, header, type Step } from "./middleware.ts";
import { checkFormToken, checkOrigin } from "./origin.ts";
import { noteRefused, type Prefetch, readsOf } from "./prefetch.ts";
import { type State, stateOf } from "./state.ts";

/**
 * Admission, judged in the order that the specification gives (spec 1, section 5, rule 4): rate limit,
 * authentication, role. What the credential stands for, its account, the idempotency record and what the work is known
 * to read are one batch read; the write of a limit per address goes beside it, and so does that of a limit per caller
 * where the credential held a moment ago.
 * Any other limit per caller is counted once the credential is known to hold: one that no longer does uses up
 * nobody's allowance. A route may have that count go beside its
 * work (`countedBeside`): then the answer waits for it.
 * @param prefetch what the route's work reads first
 */
export const admit = <R extends RouteSpec>(spec: R, prefetch?: Prefetch<R>): Step => ({
  before: async (request) => {
    const { event } = request;
    const state = stateOf(event);
    const credential = await credentialOf(spec, event);
    const reads =
      prefetch && credential && !hasExpired(credential)
        ? await readsOf(spec, prefetch, request, { credential, ip: state.ip })
        : {};
    const [byAddress, byCaller, known] = await Promise.all([
      countAddress(spec, state.ip),
      credential && countHeld(spec, Held.heldOf(credential)),
      credential && identify(spec, event, credential, reads),
    ]);
    const isCounted = byCaller && isOf(byCaller.held, known?.actor);
    const counting = byAddress ?? (isCounted ? byCaller.decision : countCaller(spec, known?.actor, state.ip));
    if (spec.countedBeside && known?.actor) countBeside(state, counting);
    else
      checkLimit(state, await counting, (seconds) => {
        if (credential && prefetch) noteRefused(spec, state.ip, credential, seconds);
      });
    Object.assign(state, known);
    if (event.cookies?.length && readsCookies(spec)) checkOrigin(event);
    if (state.actor && credential?.door === "web" && credential.from === "cookie")
      await checkFormToken(event, state.actor.sessionId);
    if (state.key) state.noted = ApiKey.noteUse(state.key);
    if (spec.auth !== "none")
      authorize(spec, state, state.problem ?? problemOf(spec, event, credential), event);
  },
  // Beside the work, not before it; but a Lambda that has answered may be stopped.
  after: async ({ event }) => {
    const state = stateOf(event);
    await state.noted;
    checkLimit(state, await state.counting);
  },
  onError: async (request) => {
    const state = stateOf(request.event);
    await state.noted;
    try {
      checkLimit(state, await state.counting);
    } catch (error) {
      request.error = error as Error;
    }
  },
});

type Counted = RateLimit.Decision | undefined;

function countBeside(state: State, decision: Counted | Promise<Counted>): void {
  state.counting = Promise.resolve(decision);
  // Its failure is met where the answer waits for it.
  state.counting.catch(() => undefined);
}

/** @param refused is told how many seconds a caller who is over the limit has to wait. @throws RATE_LIMITED */
function checkLimit(state: State, decision: Counted, refused?: (seconds: number) => void): void {
  if (!decision) return;
  state.limit = decision;
  if (decision.allowed) return;
  refused?.(decision.retryAfterSeconds ?? 1);
  throw fail(RateLimited, { details: { retryAfter: decision.retryAfterSeconds } });
}

const hasExpired = (credential: Credential): boolean => credential.door !== "apiKey" && credential.expired;

/** Whether it is for this very caller that a request was counted, and by the plan that it has. */
const isOf = ({ userId, mode, plan }: Held.Held, actor: UserActor | undefined): boolean =>
  actor?.userId === userId && actor.mode === mode && planOf(actor) === plan;

const planOf = (actor: UserActor) => (actor.door === "apiKey" ? actor.apiKey.plan : undefined);

type Known = Pick<State, "actor" | "key" | "signingItem" | "idempotencyItem" | "problem" | "prefetched">;

/**
 * Reads whether the credential still holds, whose it is now, what the idempotency key did before, and what the work is
 * going to read.
 */
async function identify(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
  credential: Credential,
  reads: Table.Reads,
): Promise<Known> {
  if (hasExpired(credential)) return {};
  const [keys, owner] =
    credential.door === "apiKey"
      ? [ApiKey.keysFor(credential.presented), ownerOf(credential.presented)]
      : [Sessions.keysFor(credential.claims), credential.claims.sub];
  const idempotencyKey = spec.idempotent ? header(event, "idempotency-key") : undefined;
  // One that is malformed is refused with the input, once the caller is admitted.
  const isKey = idempotencyKey !== undefined && KEY_PATTERN.test(idempotencyKey);
  const record = isKey ? Idempotency.keyOf(owner, spec.id, idempotencyKey) : undefined;
  const signing =
    spec.signed && credential.door === "apiKey" ? ApiKey.signingKeyOf(credential.presented) : undefined;
  const more = [record, signing].filter((one) => one !== undefined);
  const [items, found, prefetched] = await Table.prefetch(keys, more, reads);
  const idempotencyItem = record && found[0];
  const signingItem = signing && found[more.indexOf(signing)];
  const known = opened(credential, items);
  const actor = known.actor;
  Held.note(credential, actor && { userId: actor.userId, mode: actor.mode, plan: planOf(actor) });
  return actor ? { ...known, signingItem, idempotencyItem, prefetched } : known;
}

/** What a credential stands for, by the items at its keys. */
function opened(
  credential: Credential,
  items: readonly (Table.Item | undefined)[],
): Pick<State, "actor" | "key" | "problem"> {
  if (credential.door === "apiKey") {
    const key = ApiKey.open(credential.presented, items);
    if (key) return { actor: key.actor, key };
    return ApiKey.hasExpired(credential.presented, items) ? { problem: ApiKeyExpired } : {};
  }
  const actor = Sessions.actorFrom(items[0], items[1]);
  return actor?.door === credential.door ? { actor } : {};
}

const ownerOf = ({ ownerId: userId, mode }: { ownerId: string; mode: KeyMode }): string =>
  Idempotency.ownerOf({ userId, mode });

/** Why a request without an actor is refused. A client learns whether to refresh or to sign in again. */
function problemOf(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
  credential: Credential | undefined,
): ErrorDefinition {
  if (!credential && isSessionForKey(spec, event)) return ApiKeyRequired;
  if (credential === undefined || credential.door === "apiKey") return Unauthenticated;
  return hasExpired(credential) ? TokenExpired : SessionEnded;
}

/** @throws UNAUTHORIZED, FORBIDDEN, or the redirect to sign-in that the route asks for */
function authorize(
  spec: RouteSpec,
  { actor, key, ip }: State,
  problem: ErrorDefinition,
  event: APIGatewayProxyEventV2,
): void {
  if (!actor) {
    if (spec.signInAt) throw new SignInRequired(spec.signInAt, addressOf(event));
    throw fail(problem);
  }
  if (key && !ApiKey.allowsAddress(key, ip)) throw fail(AddressNotAllowed);
  checkKey(spec, actor);
  const allowed = spec.auth === "admin" ? ([] as const) : spec.roles;
  if (allowed && !hasRole(actor, allowed)) throw fail(Forbidden);
}

/** @throws FORBIDDEN for a key that has not the route's scope. A session may do whatever its account may. */
function checkKey({ scope }: RouteSpec, actor: UserActor): void {
  if (scope !== undefined && actor.door === "apiKey") checkScope(actor.apiKey, scope);
}
