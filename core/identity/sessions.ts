import * as Clock from "../kernel/clock/index.ts";
import { envInt } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { type MobileActor, mobileActor, type WebActor, webActor } from "./actor.ts";
import * as DeviceKeys from "./device-keys.ts";
import { session, userProfile } from "./entity.ts";
import { AccountBlocked, InvalidCredentials, TwoFactorRequired } from "./errors.ts";
import * as Events from "./events.ts";
import * as Fraud from "./fraud.ts";
import { ACCESS_TOKEN_SECONDS } from "./schema.ts";
import * as Stamp from "./stamp.ts";
import * as Throttle from "./throttle.ts";
import * as Tokens from "./tokens.ts";
import { fromItem, type Holder, holderFrom, type User } from "./user.ts";

/**
 * Sessions. One is an item that is there while it lives; every authenticated call looks, so whatever deletes
 * it is in force at the next call. `lastActive` is set at sign-in and refresh only, so that a call costs no
 * write.
 *
 * This file has what every session shares, and those of the web: such a one holds the hash of the one refresh
 * token that is current (`refresh.ts`). Devices' sessions: `devices/`.
 */

/** Web refresh tokens last 30 days (spec 1, section 2.3), and so does a session that is not renewed. */
const REFRESH_TOKEN_SECONDS = 30 * 86_400;

/** The longest that a web session lives, however often it is renewed. */
const absoluteSeconds = (): number => envInt("SESSION_ABSOLUTE_DAYS", 90) * 86_400;

type Session = ReturnType<typeof session.parse>;
export type WebSession = Extract<Session, { kind: "web" }>;

/** From where a session is started or renewed. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

/** What a client gets of a session: the only time that its tokens are seen. */
export interface Started {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds until the access token expires. */
  readonly expiresIn: typeof ACCESS_TOKEN_SECONDS;
  /** Seconds until the refresh token does. */
  readonly refreshExpiresIn: number;
  readonly sessionId: string;
}

/** What a session keeps of its client. */
export const clientOf = ({ ip, userAgent }: Client): Client => ({ ip, userAgent: userAgent.slice(0, 256) });

/** What a web session keeps of its latest tokens. */
export type Issued = Pick<WebSession, "accessIssuedAt" | "ttl">;

/** When tokens of a web session that are issued now expire. */
export function issuing(createdAt: string): Issued {
  const now = Clock.nowSeconds();
  const longest = Math.floor(Date.parse(createdAt) / 1000) + absoluteSeconds();
  return { accessIssuedAt: now, ttl: Math.min(now + REFRESH_TOKEN_SECONDS, longest) };
}

/** @param former the refresh token that they follow: they are the same however often they are made */
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
 * Refuses a sign-in whose proof no longer holds: the credentials were changed meanwhile, the account blocked,
 * or a second factor is asked for that was not proven. Every session starts by this write, so no way in gets
 * around it, and none leaves an erasure standing that was asked for.
 */
export function stillProven({ userId, securityStamp, secondFactorProven, erasureAt }: User): Table.Write {
  const key = userProfile.key({ userId });
  const when: Pick<Table.Write, "where" | "onConditionFailed"> = {
    where: Where.is({ securityStamp, blockedAt: undefined, secondFactorAt: secondFactorProven }),
    onConditionFailed: (item) => fail(whyNot(item && holderFrom(item), securityStamp)),
  };
  // Whoever comes back before the account is erased keeps it.
  return erasureAt === undefined
    ? { check: key, ...when }
    : { update: key, set: { erasureAt: undefined }, ...when };
}

function whyNot(user: Holder | undefined, securityStamp: string) {
  if (user?.blocked) return AccountBlocked;
  const asksForMore = user?.securityStamp === securityStamp && user.secondFactorAt !== undefined;
  return asksForMore ? TwoFactorRequired : InvalidCredentials;
}

/** Somebody who is signed in; by a password it is known whether from a new client. */
export type Proven = User & { readonly isNewClient?: boolean };

/** Tells the owner of a sign-in from where there was none before. */
export const telling = ({ userId, isNewClient, ...user }: Proven, { ip }: Client): Table.Write[] => [
  ...(isNewClient === true ? [Outbox.write(Events.signedInFromNewClient, { userId, ip })] : []),
  ...tellingOfErasure({ userId, ...user }),
];

/** Tells the owner that an erasure is called off by the sign-in. */
export const tellingOfErasure = ({ userId, erasureAt }: Pick<User, "userId" | "erasureAt">): Table.Write[] =>
  erasureAt === undefined ? [] : [Outbox.write(Events.erasureCanceled, { userId })];

/**
 * Starts a web session of a user who has just proven who it is.
 * @param replaced the session that the request came with: it ends, so that a session fixed beforehand is of
 *   no use
 * @throws AUTH_ACCOUNT_BLOCKED, and AUTH_INVALID_CREDENTIALS when the credentials were changed meanwhile
 */
export async function start(user: Proven, client: Client, replaced?: WebActor): Promise<Started> {
  const { userId, securityStamp } = user;
  const sessionId = Ids.create("session");
  const createdAt = Clock.nowIso();
  const issued = issuing(createdAt);
  const started = await tokensOf(user, sessionId, issued);
  const kept = { ...issued, refreshHash: Tokens.hash(started.refreshToken) };
  const times = { createdAt, lastActive: createdAt };
  await Table.commit([
    stillProven(user),
    Throttle.noting(user, client.ip),
    ...telling(user, client),
    {
      put: session.item({
        ...{ kind: "web", userId, sessionId, securityStamp },
        ...{ ...kept, ...clientOf(client), ...times },
      }),
    },
    ...(replaced ? [{ remove: session.key(replaced) }] : []),
  ]);
  return started;
}

/**
 * Ends a session whose refresh token somebody else has, records it and tells; once, however many try at the
 * same time.
 */
export async function endForFraud({ what, ...seen }: Fraud.Attempt): Promise<void> {
  await Table.tryCommit([
    { remove: session.key(seen), where: Where.exists },
    Fraud.record({ what, ...seen }),
    Outbox.write(Events.RefreshTokenReused, seen),
  ]);
}

/** Ends the session that the actor came with; of a device, with the key that it confirms by. */
export const end = (actor: WebActor | MobileActor): Promise<void> =>
  Table.commit([
    { remove: session.key(actor) },
    ...(actor.door === "mobile" ? [DeviceKeys.ending(actor)] : []),
  ]);

/**
 * Ends a session of a user; of a device, with the key that it confirms by. @returns whether there was one
 * @param kind which one alone is meant
 */
export async function endById(userId: string, sessionId: string, kind?: Session["kind"]): Promise<boolean> {
  const item = await Table.get(session.key({ userId, sessionId }));
  const found = item && session.parse(item);
  if (!found || (kind !== undefined && found.kind !== kind)) return false;
  return Table.tryCommit([
    { remove: session.key(found), where: Where.exists },
    ...(found.kind === "mobile" ? [DeviceKeys.ending(found)] : []),
  ]);
}

/** The most that one transaction takes. */
const BATCH = 100;

/**
 * Ends every session of a user, but for the one with the id `except`, and then the keys of their devices: none
 * is registered without a session. @returns how many sessions
 */
export async function endAll(userId: string, except?: string): Promise<number> {
  const items = await Table.queryAll({ pk: session.partition({ userId }), beginsWith: session.prefix });
  const found = items.map((item) => session.parse(item));
  const ended = found
    .filter(({ sessionId }) => sessionId !== except)
    .map((one) => ({ remove: session.key(one) }));
  for (let at = 0; at < ended.length; at += BATCH) await Table.commit(ended.slice(at, at + BATCH));
  const kept = found.find(({ sessionId }) => sessionId === except);
  await DeviceKeys.endAll(userId, kept?.kind === "mobile" ? kept.deviceId : undefined);
  return ended.length;
}

/** Deletes the sessions of a user that died with a former security stamp. */
export async function clear(user: Pick<User, "userId" | "securityStamp">): Promise<void> {
  const items = await Table.queryAll({ pk: session.partition(user), beginsWith: session.prefix });
  const dead = items.map((item) => session.parse(item)).filter((one) => !Stamp.isOf(one, user));
  for (const one of dead) await Table.remove(session.key(one));
}

/**
 * The keys of the session and the user that a token speaks of, in the order that `actorFrom` takes their
 * items.
 */
export const keysFor = ({ sub, sid }: Pick<Tokens.SessionClaims, "sub" | "sid">): [Key, Key] => [
  session.key({ userId: sub, sessionId: sid }),
  userProfile.key({ userId: sub }),
];

/**
 * A session that lives and who holds it; undefined when either is gone, the session has expired, the user is
 * blocked or has another security stamp by now.
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

/** The session and the user that a token speaks of, where both are as they should be. */
export async function read(claims: Pick<Tokens.SessionClaims, "sub" | "sid">) {
  const [sessionItem, userItem] = await Table.getMany(keysFor(claims));
  const found = living(sessionItem, userItem);
  return found && userItem && { session: found.session, user: fromItem(userItem) };
}

/**
 * Who a verified token stands for now. Role, name and e-mail are the user's of this moment, not the token's,
 * so that a change is in force at once. Undefined when the session no longer lives.
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

const claimsOf = (actor: WebActor | MobileActor) => ({ sub: actor.userId, sid: actor.sessionId });

/** Whether the actor's session still lives: for what goes on longer than one call. */
export async function lives(actor: WebActor | MobileActor): Promise<boolean> {
  const [sessionItem, userItem] = await Table.getMany(keysFor(claimsOf(actor)));
  return living(sessionItem, userItem) !== undefined;
}

/**
 * The actor's user and when the latest access token of the session expires (ISO 8601); undefined when it just
 * ended.
 */
export async function describe(
  actor: WebActor,
): Promise<{ readonly user: User; readonly expires: string } | undefined> {
  const found = await read(claimsOf(actor));
  if (found?.session.kind !== "web") return undefined;
  const expiresAt = found.session.accessIssuedAt + ACCESS_TOKEN_SECONDS;
  return { user: found.user, expires: new Date(expiresAt * 1000).toISOString() };
}
