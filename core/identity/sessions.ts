import { timingSafeEqual } from "node:crypto";
import * as Clock from "../kernel/clock/index.ts";
import { envInt } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { DAY_SECONDS, toIso } from "../kernel/time.ts";
import { log } from "../platform/log.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { listAll } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import {
  type Account,
  isStaffRole,
  mobileActor,
  type PersonActor,
  type ProofMethod,
  staffNeedsSecondFactor,
  strongMethods,
  type WebActor,
  webActor,
} from "./actor.ts";
import * as DeviceKeys from "./device-keys.ts";
import { session, sessionSecret, userProfile } from "./entity.ts";
import { AccountBlocked, InvalidCredentials, SessionEnded, TwoFactorRequired } from "./errors.ts";
import * as Events from "./events.ts";
import { ACCESS_TOKEN_SECONDS } from "./schema.ts";
import * as Stamp from "./stamp.ts";
import * as Throttle from "./throttle.ts";
import * as Tokens from "./tokens.ts";
import { type AuthenticatedUser, fromItem, type Holder, holderFrom, type User } from "./user.ts";

/**
 * Sessions. Every authenticated request reads the session's item, so a deletion is effective at the next request. Only sign-in
 * and refresh write `lastActive`, so that a request costs no write.
 *
 * This file contains the functions for all sessions, and the web sessions, which store the hash of their current refresh token
 * (`refresh.ts`). Device sessions are in `devices/`.
 */

/** Web refresh tokens, and sessions without a refresh, last 30 days (spec 1, section 2.3). */
const REFRESH_TOKEN_SECONDS = 30 * DAY_SECONDS;

/** The maximum lifetime of a web session, including all its refreshes. */
const absoluteSeconds = (): number => envInt("SESSION_ABSOLUTE_DAYS", 90) * DAY_SECONDS;

type Session = ReturnType<typeof session.parse>;
export type WebSession = Extract<Session, { kind: "web" }>;

/** The IP address and user agent of the request that starts or refreshes a session. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

/** The tokens of a session. They are returned only once. */
export interface Started {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** In seconds. */
  readonly expiresIn: typeof ACCESS_TOKEN_SECONDS;
  readonly refreshExpiresIn: number;
  readonly sessionId: string;
}

/** Returns the attributes of a client that a session stores. */
export const clientOf = ({ ip, userAgent }: Client): Client => ({ ip, userAgent: userAgent.slice(0, 256) });

/** The attributes of a web session that change with each new pair of tokens. */
type TokenLifetime = Pick<WebSession, "accessIssuedAt" | "ttl">;

/** Returns the latest possible end of a web session in UNIX seconds. */
const latestEnd = (createdAt: string): number => Math.floor(Date.parse(createdAt) / 1000) + absoluteSeconds();

/** Returns the lifetime of tokens that are issued now. @param createdAt when the session started */
export function newLifetime(createdAt: string): TokenLifetime {
  const now = Clock.nowSeconds();
  return { accessIssuedAt: now, ttl: Math.min(now + REFRESH_TOKEN_SECONDS, latestEnd(createdAt)) };
}

/** Signs the tokens of a session. @param former the refresh token that they replace. A retry with it gets the same tokens */
export async function signTokens(
  user: User,
  ref: Tokens.SessionRef,
  { accessIssuedAt, ttl }: TokenLifetime,
  former?: string,
): Promise<Started> {
  const issue = former === undefined ? undefined : Tokens.issueAfter(former, accessIssuedAt);
  const [accessToken, refreshToken] = await Promise.all([
    Tokens.signAccess(user, ref, issue),
    Tokens.signRefresh(ref, ttl, issue),
  ]);
  const refreshExpiresIn = ttl - Clock.nowSeconds();
  return { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS, refreshExpiresIn, sessionId: ref.sid };
}

/** Returns the identification of a new session of a user, with a new secret. */
export const newRef = (userId: string): Tokens.SessionRef => ({
  sub: userId,
  sid: Ids.create("session"),
  sec: Ids.secret(16),
});

/** Returns the write of a new session's secret. @param ttl the latest possible end of the session, in UNIX seconds */
export const secretWrite = ({ sub: userId, sid: sessionId, sec }: Tokens.SessionRef, ttl: number) => ({
  put: sessionSecret.item({ userId, sessionId, hash: Tokens.hash(sec), ttl }),
  where: Where.absent,
});

/** Returns the attributes of a new session about its sign-in, which counts as a proof. */
export const signInProof = ({ amr = [], authenticatedAt = Clock.nowSeconds() }: AuthenticatedUser) => ({
  authenticatedAt,
  amr: [...amr],
});

/**
 * Returns the write that rejects a sign-in if the credentials have changed, the account is blocked, or an enabled second
 * factor was not proven. It also cancels a requested erasure. Every new session commits this write, so no authentication method
 * bypasses it.
 */
export function assertSignInProven({
  userId,
  securityStamp,
  secondFactorProven,
  erasureAt,
}: User): Table.Write {
  const key = userProfile.key({ userId });
  const when: Pick<Table.Write, "where" | "onConditionFailed"> = {
    where: Where.is({ securityStamp, blockedAt: undefined, secondFactorAt: secondFactorProven }),
    onConditionFailed: (item) => fail(signInErrorOf(item && holderFrom(item), securityStamp)),
  };
  return erasureAt === undefined
    ? { check: key, ...when }
    : { update: key, set: { erasureAt: undefined }, ...when };
}

function signInErrorOf(user: Holder | undefined, securityStamp: string) {
  if (user?.blocked) return AccountBlocked;
  const needsMore = user?.securityStamp === securityStamp && user.secondFactorAt !== undefined;
  return needsMore ? TwoFactorRequired : InvalidCredentials;
}

/** Returns the events that notify the owner of a sign-in: from an IP address or device without an earlier one, or one that cancels an erasure. */
export const newClientEvents = (
  { userId, isNewClient, ...user }: AuthenticatedUser,
  { ip }: Client,
): Table.Write[] => [
  ...(isNewClient === true ? [Outbox.write(Events.signedInFromNewClient, { userId, ip })] : []),
  ...erasureCanceledEvents({ userId, ...user }),
];

/** Returns the event of a sign-in that cancels an erasure. */
export const erasureCanceledEvents = ({
  userId,
  erasureAt,
}: Pick<User, "userId" | "erasureAt">): Table.Write[] =>
  erasureAt === undefined ? [] : [Outbox.write(Events.erasureCanceled, { userId })];

/**
 * Starts a web session of a user who has just signed in.
 * @param replaced the session of the request. It is deleted, which prevents session fixation
 * @throws AUTH_ACCOUNT_BLOCKED, TWO_FACTOR_REQUIRED, AUTH_INVALID_CREDENTIALS after a concurrent change of the credentials
 */
export async function start(user: AuthenticatedUser, client: Client, replaced?: WebActor): Promise<Started> {
  const { userId, securityStamp } = user;
  const ref = newRef(userId);
  const createdAt = Clock.nowIso();
  const issued = newLifetime(createdAt);
  const started = await signTokens(user, ref, issued);
  const refreshHash = Tokens.hash(started.refreshToken);
  await Table.commit([
    assertSignInProven(user),
    Throttle.knownAddressWrite(user, client.ip),
    ...newClientEvents(user, client),
    {
      put: session.item({
        ...{ kind: "web", userId, sessionId: ref.sid, securityStamp, ...signInProof(user) },
        ...{ ...issued, refreshHash, ...clientOf(client), createdAt, lastActive: createdAt },
      }),
    },
    secretWrite(ref, latestEnd(createdAt)),
    ...(replaced ? [{ remove: session.key(replaced) }] : []),
  ]);
  logSignIn(user, ref.sid);
  return started;
}

/** Logs who has signed in, and how: the request's own line has no actor yet. */
export const logSignIn = ({ userId, amr = [] }: AuthenticatedUser, sessionId: string): void =>
  log.info("sign-in: session started", { actor: userId, sessionId, methods: amr });

/** Deletes the actor's own session, and on a device the device's key. */
export const end = (actor: PersonActor): Promise<void> =>
  Table.commit([
    { remove: session.key(actor) },
    ...(actor.channel === "mobile" ? [DeviceKeys.deletionWrite(actor)] : []),
  ]);

/** Deletes a session of a user, and the key of its device. @param kind ignores sessions of other kinds @returns whether the session existed */
export async function endById(userId: string, sessionId: string, kind?: Session["kind"]): Promise<boolean> {
  const found = await Table.find(session, { userId, sessionId });
  if (!found || (kind !== undefined && found.kind !== kind)) return false;
  return Table.tryCommit([
    { remove: session.key(found), where: Where.exists },
    ...(found.kind === "mobile" ? [DeviceKeys.deletionWrite(found)] : []),
  ]);
}

const listSessions = (userId: string): Promise<Session[]> => listAll(session, { userId });

/** The maximum number of writes in one transaction. */
const BATCH = 100;

/**
 * Deletes all sessions of a user except one, then the keys of their devices. This order matters, because a session can
 * register a key.
 * @returns the number of deleted sessions
 */
export async function endAll(userId: string, except?: string): Promise<number> {
  const found = await listSessions(userId);
  const ended = found
    .filter(({ sessionId }) => sessionId !== except)
    .map((one) => ({ remove: session.key(one) }));
  for (let at = 0; at < ended.length; at += BATCH) await Table.commit(ended.slice(at, at + BATCH));
  const remaining = found.find(({ sessionId }) => sessionId === except);
  await DeviceKeys.deleteAll(userId, remaining?.kind === "mobile" ? remaining.deviceId : undefined);
  return ended.length;
}

/** Deletes the sessions that a change of the security stamp has made invalid. */
export async function clear(user: Pick<User, "userId" | "securityStamp">): Promise<void> {
  for (const one of await listSessions(user.userId))
    if (!Stamp.matches(one, user)) await Table.remove(session.key(one));
}

type SessionIds = Pick<Tokens.SessionRef, "sub" | "sid">;

/** The items of a session, its user and its secret, in the order of `keysFor`. */
export type SessionItems = readonly (Table.Item | undefined)[];

/** Returns the keys of a session, its user and its secret, in the order in which `actorFrom` expects the items. */
export const keysFor = ({ sub: userId, sid: sessionId }: SessionIds): [Key, Key, Key] => [
  session.key({ userId, sessionId }),
  userProfile.key({ userId }),
  sessionSecret.key({ userId, sessionId }),
];

/**
 * Returns a valid session and its user.
 * @returns undefined if either is missing, the session has expired, or the user is blocked or has another security stamp
 */
export function validSession([sessionItem, userItem]: SessionItems):
  | { readonly session: Session; readonly holder: Holder }
  | undefined {
  if (!sessionItem || !userItem) return undefined;
  const found = { session: session.parse(sessionItem), holder: holderFrom(userItem) };
  const { session: current, holder } = found;
  return current.ttl > Clock.nowSeconds() && !holder.blocked && Stamp.matches(current, holder)
    ? found
    : undefined;
}

/** Returns the valid session of a token. Undefined also if the token lacks the session's secret, so that it was forged. */
export function sessionOf(claims: Tokens.SessionRef, items: SessionItems) {
  const stored = items[2] && sessionSecret.parse(items[2]).hash;
  const presented = Tokens.hash(claims.sec);
  const isSame = stored !== undefined && timingSafeEqual(Buffer.from(stored), Buffer.from(presented));
  return isSame ? validSession(items) : undefined;
}

/** Reads the session and the user of a token, if both are valid. */
export async function read(claims: Tokens.SessionRef) {
  const items = await readItems(claims);
  const found = sessionOf(claims, items);
  return found && items[1] && { session: found.session, user: fromItem(items[1]) };
}

const readItems = (ids: SessionIds): Promise<SessionItems> => Table.getMany(keysFor(ids));

/**
 * Returns the actor of a verified token, with the user's current role, name and email instead of the token's, so that a change
 * is effective immediately.
 * @returns undefined if the session is invalid
 */
export function actorFrom(claims: Tokens.SessionRef, items: SessionItems): PersonActor | undefined {
  const found = sessionOf(claims, items);
  if (!found) return undefined;
  const { holder, session: current } = found;
  const { sessionId, authenticatedAt: at, amr: methods } = current;
  const authentication = { at, methods };
  const isWithheld = isStaffRole(holder.role) && !mayServeAsStaff(holder, methods);
  const account: Account = isWithheld ? { ...holder, role: "PARTICULIER" } : holder;
  const proven = {
    authentication,
    ...(isWithheld && { withheldRole: holder.role }),
  };
  return current.kind === "web"
    ? webActor(account, sessionId, proven)
    : mobileActor(account, sessionId, current.deviceId, proven);
}

/** Returns whether a session may use a role of staff: its second factor was proven, and the account's address. */
const mayServeAsStaff = ({ isAddressProven = false }: Account, methods: readonly ProofMethod[]): boolean =>
  !staffNeedsSecondFactor() || (isAddressProven && methods.some((one) => strongMethods.includes(one)));

type SessionOwner = Pick<PersonActor, "userId" | "sessionId">;

const idsOf = ({ userId: sub, sessionId: sid }: SessionOwner): SessionIds => ({ sub, sid });

/** Returns whether a session is still valid, for work that takes longer than one request. */
export const isValid = async (actor: SessionOwner): Promise<boolean> =>
  validSession(await readItems(idsOf(actor))) !== undefined;

/** Returns the actor's user, and when the session's latest access token expires (ISO 8601). Undefined if the session is invalid. */
export async function describe(
  actor: WebActor,
): Promise<{ readonly user: User; readonly expires: string } | undefined> {
  const items = await readItems(idsOf(actor));
  const found = validSession(items);
  if (found?.session.kind !== "web" || !items[1]) return undefined;
  const expiresAt = found.session.accessIssuedAt + ACCESS_TOKEN_SECONDS;
  return { user: fromItem(items[1]), expires: toIso(expiresAt * 1000) };
}

/** Records a proof in the actor's session. @throws SESSION_ENDED */
export const recordProof = (actor: PersonActor, methods: readonly ProofMethod[]): Promise<void> =>
  Table.commit([proofWrite(actor, methods)]);

/** Returns the write that records a proof in the actor's session. @throws SESSION_ENDED */
export const proofWrite = (actor: PersonActor, methods: readonly ProofMethod[]): Table.Write => ({
  update: session.key(actor),
  set: { authenticatedAt: Clock.nowSeconds(), amr: [...methods] },
  where: Where.is({ securityStamp: actor.securityStamp }),
  onConditionFailed: SessionEnded,
});
