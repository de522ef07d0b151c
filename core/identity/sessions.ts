import * as Clock from "../kernel/clock/index.ts";
import { envInt } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { type WebActor, webActor } from "./actor.ts";
import { SESSION_PREFIX, session, userProfile } from "./entity.ts";
import { AccountBlocked, InvalidCredentials, InvalidRefreshToken, RefreshTokenReused } from "./errors.ts";
import * as Events from "./events.ts";
import * as Fraud from "./fraud.ts";
import { ACCESS_TOKEN_SECONDS } from "./schema.ts";
import * as Tokens from "./tokens.ts";
import { fromItem, type User } from "./user.ts";
import { assign, refusalAt } from "./writes.ts";

/**
 * Web sessions. A session is an item that is there while it lives; every authenticated call looks, so whatever deletes it
 * is in force at the next call. It holds the hash of the one refresh token that is current: a refresh replaces it, and a
 * token of ours that is not the current one was used twice. There is no grace window. `lastActive` is set at sign-in and refresh
 * only, so that a call costs no write.
 */

/** Web refresh tokens last 30 days (spec 1, section 2.3), and so does a session that is not renewed. */
const REFRESH_TOKEN_SECONDS = 30 * 86_400;

/** The longest that a session lives, however often it is renewed. */
const absoluteSeconds = (): number => envInt("SESSION_ABSOLUTE_DAYS", 90) * 86_400;

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

const clientOf = ({ ip, userAgent }: Client): Client => ({ ip, userAgent: userAgent.slice(0, 256) });

/** New tokens of a session, and what the item keeps of them. */
async function issue(user: User, sessionId: string, createdAt: string) {
  const now = Clock.nowSeconds();
  const longest = Math.floor(Date.parse(createdAt) / 1000) + absoluteSeconds();
  const ttl = Math.min(now + REFRESH_TOKEN_SECONDS, longest);
  const [accessToken, refreshToken] = await Promise.all([
    Tokens.signAccess(user, sessionId),
    Tokens.signRefresh(user.userId, sessionId, ttl),
  ]);
  const started: Started = {
    accessToken,
    refreshToken,
    expiresIn: ACCESS_TOKEN_SECONDS,
    refreshExpiresIn: ttl - now,
    sessionId,
  };
  return { started, refreshHash: Tokens.hash(refreshToken), accessIssuedAt: now, ttl };
}

/**
 * Starts a session of a user who has just proven who it is.
 * @param replaced the session that the request came with: it ends, so that a session fixed beforehand is of no use
 * @throws AUTH_ACCOUNT_BLOCKED, and AUTH_INVALID_CREDENTIALS when the credentials were changed meanwhile
 */
export async function start(
  user: User,
  client: Client & { readonly kind: "web" },
  replaced?: WebActor,
): Promise<Started> {
  const sessionId = Ids.create("session");
  const createdAt = Clock.nowIso();
  const { started, ...kept } = await issue(user, sessionId, createdAt);
  const { userId } = user;
  const writes: Table.Write[] = [
    {
      check: userProfile.key({ userId }),
      condition: "credentialsVersion = :version AND attribute_not_exists(blockedAt)",
      values: { ":version": user.credentialsVersion },
    },
    {
      put: {
        ...session.key({ userId, sessionId }),
        ...kept,
        ...clientOf(client),
        kind: client.kind,
        userId,
        sessionId,
        createdAt,
        lastActive: createdAt,
      },
    },
    ...(replaced ? [{ remove: session.key(replaced) }] : []),
  ];
  try {
    await Table.transactPatiently(writes);
  } catch (error) {
    const refusal = refusalAt(error, 0);
    if (!refusal) throw error;
    throw fail(refusal.item?.["blockedAt"] === undefined ? InvalidCredentials : AccountBlocked);
  }
  return started;
}

/**
 * Exchanges the current refresh token of a session for new tokens. Used a second time, it ends the session for whoever
 * holds it, and the attempt is recorded.
 * @throws AUTH_INVALID_REFRESH_TOKEN, AUTH_REFRESH_TOKEN_REUSED
 */
export async function refresh(refreshToken: string, client: Client): Promise<Started> {
  const claims = await Tokens.verifyRefresh(refreshToken);
  if (!claims) throw fail(InvalidRefreshToken);
  const [sessionKey, userKey] = keysFor(claims);
  const [sessionItem, userItem] = await Table.getMany([sessionKey, userKey]);
  const user = userOf(sessionItem, userItem);
  if (!sessionItem || !user) throw fail(InvalidRefreshToken);

  const { started, ...kept } = await issue(user, claims.sid, String(sessionItem["createdAt"]));
  const next = { ...kept, ...clientOf(client), lastActive: Clock.nowIso() };
  try {
    const current = { ":current": Tokens.hash(refreshToken) };
    await Table.transactPatiently([assign(sessionKey, next, "#refreshHash = :current", current)]);
  } catch (error) {
    const refusal = refusalAt(error, 0);
    if (!refusal) throw error;
    if (!refusal.item) throw fail(InvalidRefreshToken);
    await endFamily(claims.sub, claims.sid, client);
    throw fail(RefreshTokenReused);
  }
  return started;
}

/** Ends a session whose refresh token was used twice, records it and tells; once, however many try at the same time. */
async function endFamily(userId: string, sessionId: string, client: Client): Promise<void> {
  const seen = { userId, sessionId, ...clientOf(client) };
  try {
    await Table.transactPatiently([
      { remove: session.key(seen), condition: "attribute_exists(pk)" },
      Fraud.record({ what: "refresh-token-reused", ...seen }),
      Outbox.write(Events.RefreshTokenReused, seen),
    ]);
  } catch (error) {
    if (!refusalAt(error, 0)) throw error;
  }
}

/** Ends the session that the actor came with. */
export const end = (actor: WebActor): Promise<void> =>
  Table.transactPatiently([{ remove: session.key(actor) }]);

/** DynamoDB takes 100 writes in a transaction. */
const BATCH = 100;

/** Ends every session of a user, but for the one with the id `except`. */
export async function endAll(userId: string, except?: string): Promise<void> {
  const items = await Table.queryAll({
    pk: session.partition({ userId }),
    beginsWith: SESSION_PREFIX,
  });
  const ids = items.map((item) => String(item["sessionId"])).filter((sessionId) => sessionId !== except);
  for (let at = 0; at < ids.length; at += BATCH) {
    await Table.transactPatiently(
      ids.slice(at, at + BATCH).map((sessionId) => ({ remove: session.key({ userId, sessionId }) })),
    );
  }
}

/** The keys of the session and the user that a token speaks of, in the order that `actorFrom` takes their items. */
export const keysFor = (claims: { readonly sub: string; readonly sid: string }): [Key, Key] => [
  session.key({ userId: claims.sub, sessionId: claims.sid }),
  userProfile.key({ userId: claims.sub }),
];

/** The user of a session that lives; undefined when either is gone, the session has expired or the user is blocked. */
function userOf(sessionItem: Table.Item | undefined, userItem: Table.Item | undefined): User | undefined {
  if (!sessionItem || !userItem || Number(sessionItem["ttl"]) <= Clock.nowSeconds()) return undefined;
  const user = fromItem(userItem);
  return user.blocked ? undefined : user;
}

/**
 * Who a verified token stands for now. Role, name and e-mail are the user's of this moment, not the token's, so that a change is
 * in force at once. Undefined when the session no longer lives.
 */
export function actorFrom(
  claims: { readonly sid: string },
  sessionItem: Table.Item | undefined,
  userItem: Table.Item | undefined,
): WebActor | undefined {
  const user = userOf(sessionItem, userItem);
  return user && webActor(user, claims.sid);
}

/** Whether the actor's session still lives: for what goes on longer than one call. */
export async function lives(actor: WebActor): Promise<boolean> {
  const [sessionItem, userItem] = await Table.getMany(keysFor({ sub: actor.userId, sid: actor.sessionId }));
  return userOf(sessionItem, userItem) !== undefined;
}

/** The actor's user and when the latest access token of the session expires (ISO 8601); undefined when it just ended. */
export async function describe(
  actor: WebActor,
): Promise<{ readonly user: User; readonly expires: string } | undefined> {
  const [sessionItem, userItem] = await Table.getMany(keysFor({ sub: actor.userId, sid: actor.sessionId }));
  const user = userOf(sessionItem, userItem);
  if (!sessionItem || !user) return undefined;
  const expiresAt = Number(sessionItem["accessIssuedAt"]) + ACCESS_TOKEN_SECONDS;
  return { user, expires: new Date(expiresAt * 1000).toISOString() };
}
