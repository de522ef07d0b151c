import * as Clock from "../kernel/clock/index.ts";
import { envInt } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { DAY_SECONDS, toIso } from "../kernel/time.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { listAll } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import { type MobileActor, mobileActor, type WebActor, webActor } from "./actor.ts";
import * as DeviceKeys from "./device-keys.ts";
import { session, userProfile } from "./entity.ts";
import { AccountBlocked, InvalidCredentials, TwoFactorRequired } from "./errors.ts";
import * as Events from "./events.ts";
import { ACCESS_TOKEN_SECONDS } from "./schema.ts";
import * as Stamp from "./stamp.ts";
import * as Throttle from "./throttle.ts";
import * as Tokens from "./tokens.ts";
import { fromItem, type Holder, holderFrom, type User } from "./user.ts";

/**
 * Sessions. A session is an item that exists while it lives. Every authenticated request reads it, so a deletion is
 * effective at the next request. Only sign-in and refresh write `lastActive`, so a request costs no write.
 *
 * This file has what all sessions share, and the sessions of the web, which store the hash of the current refresh token
 * (`refresh.ts`). The sessions of devices are in `devices/`.
 */

/** Web refresh tokens last 30 days (spec 1, section 2.3), and so does a session that is not renewed. */
const REFRESH_TOKEN_SECONDS = 30 * DAY_SECONDS;

/** The longest life of a web session, however often it is renewed. */
const absoluteSeconds = (): number => envInt("SESSION_ABSOLUTE_DAYS", 90) * DAY_SECONDS;

type Session = ReturnType<typeof session.parse>;
export type WebSession = Extract<Session, { kind: "web" }>;

/** The client that starts or renews a session. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

/** The only time that the tokens of a session are visible. */
export interface Started {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** In seconds. */
  readonly expiresIn: typeof ACCESS_TOKEN_SECONDS;
  readonly refreshExpiresIn: number;
  readonly sessionId: string;
}

/** Returns the client as it is stored. */
export const clientOf = ({ ip, userAgent }: Client): Client => ({ ip, userAgent: userAgent.slice(0, 256) });

/** The attributes of a web session that belong to its latest tokens. */
type Issued = Pick<WebSession, "accessIssuedAt" | "ttl">;

/** Returns when the tokens of a web session expire that are issued now. */
export function issuing(createdAt: string): Issued {
  const now = Clock.nowSeconds();
  const longest = Math.floor(Date.parse(createdAt) / 1000) + absoluteSeconds();
  return { accessIssuedAt: now, ttl: Math.min(now + REFRESH_TOKEN_SECONDS, longest) };
}

/** Signs the tokens of a session. @param former the refresh token that they follow. Each repetition makes the same tokens */
export async function tokensOf(
  user: User,
  sessionId: string,
  { accessIssuedAt, ttl }: Issued,
  former?: string,
): Promise<Started> {
  const issue = former === undefined ? undefined : Tokens.issueAfter(former, accessIssuedAt);
  const [accessToken, refreshToken] = await Promise.all([
    Tokens.signAccess(user, sessionId, issue),
    Tokens.signRefresh(user.userId, sessionId, ttl, issue),
  ]);
  const refreshExpiresIn = ttl - Clock.nowSeconds();
  return { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS, refreshExpiresIn, sessionId };
}

/**
 * Returns the write that rejects a sign-in whose proof no longer holds: the credentials have changed, the account is
 * blocked, or a second factor is on that was not proven. Every session starts with this write, so no authentication method
 * bypasses it, and it cancels a requested erasure.
 */
export function stillProven({ userId, securityStamp, secondFactorProven, erasureAt }: User): Table.Write {
  const key = userProfile.key({ userId });
  const when: Pick<Table.Write, "where" | "onConditionFailed"> = {
    where: Where.is({ securityStamp, blockedAt: undefined, secondFactorAt: secondFactorProven }),
    onConditionFailed: (item) => fail(whyNot(item && holderFrom(item), securityStamp)),
  };
  return erasureAt === undefined
    ? { check: key, ...when }
    : { update: key, set: { erasureAt: undefined }, ...when };
}

function whyNot(user: Holder | undefined, securityStamp: string) {
  if (user?.blocked) return AccountBlocked;
  const needsMore = user?.securityStamp === securityStamp && user.secondFactorAt !== undefined;
  return needsMore ? TwoFactorRequired : InvalidCredentials;
}

/** A user who has signed in. After a password, `isNewClient` is known. */
export type Proven = User & { readonly isNewClient?: boolean };

/** Returns the events that notify the owner of a sign-in from a new client. */
export const telling = ({ userId, isNewClient, ...user }: Proven, { ip }: Client): Table.Write[] => [
  ...(isNewClient === true ? [Outbox.write(Events.signedInFromNewClient, { userId, ip })] : []),
  ...tellingOfErasure({ userId, ...user }),
];

/** Returns the event of a sign-in that cancels an erasure. */
export const tellingOfErasure = ({ userId, erasureAt }: Pick<User, "userId" | "erasureAt">): Table.Write[] =>
  erasureAt === undefined ? [] : [Outbox.write(Events.erasureCanceled, { userId })];

/**
 * Starts a web session of a user who has just signed in.
 * @param replaced the session of the request. It ends, so that session fixation is useless
 * @throws AUTH_ACCOUNT_BLOCKED, AUTH_INVALID_CREDENTIALS after a concurrent change of the credentials
 */
export async function start(user: Proven, client: Client, replaced?: WebActor): Promise<Started> {
  const { userId, securityStamp } = user;
  const sessionId = Ids.create("session");
  const createdAt = Clock.nowIso();
  const issued = issuing(createdAt);
  const started = await tokensOf(user, sessionId, issued);
  const refreshHash = Tokens.hash(started.refreshToken);
  await Table.commit([
    stillProven(user),
    Throttle.noting(user, client.ip),
    ...telling(user, client),
    {
      put: session.item({
        ...{ kind: "web", userId, sessionId, securityStamp },
        ...{ ...issued, refreshHash, ...clientOf(client), createdAt, lastActive: createdAt },
      }),
    },
    ...(replaced ? [{ remove: session.key(replaced) }] : []),
  ]);
  return started;
}

/** Ends the actor's own session; of a device, together with its key. */
export const end = (actor: WebActor | MobileActor): Promise<void> =>
  Table.commit([
    { remove: session.key(actor) },
    ...(actor.door === "mobile" ? [DeviceKeys.ending(actor)] : []),
  ]);

/** Ends a session of a user; of a device, together with its key. @param kind rejects other kinds @returns whether it existed */
export async function endById(userId: string, sessionId: string, kind?: Session["kind"]): Promise<boolean> {
  const found = await Table.find(session, { userId, sessionId });
  if (!found || (kind !== undefined && found.kind !== kind)) return false;
  return Table.tryCommit([
    { remove: session.key(found), where: Where.exists },
    ...(found.kind === "mobile" ? [DeviceKeys.ending(found)] : []),
  ]);
}

const allOf = (userId: string): Promise<Session[]> => listAll(session, { userId });

/** The most writes of one transaction. */
const BATCH = 100;

/**
 * Ends every session of a user except one, and then the keys of their devices: no key is registered without a session.
 * @returns how many sessions
 */
export async function endAll(userId: string, except?: string): Promise<number> {
  const found = await allOf(userId);
  const ended = found
    .filter(({ sessionId }) => sessionId !== except)
    .map((one) => ({ remove: session.key(one) }));
  for (let at = 0; at < ended.length; at += BATCH) await Table.commit(ended.slice(at, at + BATCH));
  const kept = found.find(({ sessionId }) => sessionId === except);
  await DeviceKeys.endAll(userId, kept?.kind === "mobile" ? kept.deviceId : undefined);
  return ended.length;
}

/** Deletes the sessions that ended with a former security stamp. */
export async function clear(user: Pick<User, "userId" | "securityStamp">): Promise<void> {
  for (const one of await allOf(user.userId))
    if (!Stamp.isOf(one, user)) await Table.remove(session.key(one));
}

type SessionRef = Pick<Tokens.SessionClaims, "sub" | "sid">;

/** Returns the keys of a token's session and user, in the order of `actorFrom`. */
export const keysFor = ({ sub, sid }: SessionRef): [Key, Key] => [
  session.key({ userId: sub, sessionId: sid }),
  userProfile.key({ userId: sub }),
];

/**
 * Returns a session and its user. Undefined if either is missing, the session has expired, or the user is blocked or has
 * another security stamp.
 */
export function living(
  sessionItem: Table.Item | undefined,
  userItem: Table.Item | undefined,
): { readonly session: Session; readonly holder: Holder } | undefined {
  if (!sessionItem || !userItem) return undefined;
  const found = { session: session.parse(sessionItem), holder: holderFrom(userItem) };
  const { session: current, holder } = found;
  return current.ttl > Clock.nowSeconds() && !holder.blocked && Stamp.isOf(current, holder)
    ? found
    : undefined;
}

/** Reads the session and the user of a token, if both are valid. */
export async function read(claims: SessionRef) {
  const [sessionItem, userItem] = await Table.getMany(keysFor(claims));
  const found = living(sessionItem, userItem);
  return found && userItem && { session: found.session, user: fromItem(userItem) };
}

/**
 * Returns the actor of a verified token. Role, name and email are the user's present ones, not the token's, so that a change
 * is effective immediately. Undefined if the session has ended.
 */
export function actorFrom(
  sessionItem: Table.Item | undefined,
  userItem: Table.Item | undefined,
): WebActor | MobileActor | undefined {
  const found = living(sessionItem, userItem);
  if (!found) return undefined;
  const { holder, session: current } = found;
  return current.kind === "web"
    ? webActor(holder, current.sessionId)
    : mobileActor(holder, current.sessionId, current.deviceId, {
        secondFactor: holder.secondFactorAt !== undefined,
      });
}

const claimsOf = (actor: WebActor | MobileActor): SessionRef => ({ sub: actor.userId, sid: actor.sessionId });

/** Returns whether the actor's session still lives, for work that outlasts one request. */
export async function lives(actor: WebActor | MobileActor): Promise<boolean> {
  const [sessionItem, userItem] = await Table.getMany(keysFor(claimsOf(actor)));
  return living(sessionItem, userItem) !== undefined;
}

/** Returns the actor's user, and when the session's latest access token expires (ISO 8601). */
export async function describe(
  actor: WebActor,
): Promise<{ readonly user: User; readonly expires: string } | undefined> {
  const found = await read(claimsOf(actor));
  if (found?.session.kind !== "web") return undefined;
  const expiresAt = found.session.accessIssuedAt + ACCESS_TOKEN_SECONDS;
  return { user: found.user, expires: toIso(expiresAt * 1000) };
}
