import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { MobileActor, UserActor } from "../actor.ts";
import * as DeviceKeys from "../device-keys.ts";
import { session } from "../entity.ts";
import { DeviceNotFound, RefreshTokenExpired } from "../errors.ts";
import * as Events from "../events.ts";
import { endForFraud } from "../refresh.ts";
import { type DeviceInfo, MOBILE_ACCESS_TOKEN_SECONDS, MOBILE_REFRESH_TOKEN_SECONDS } from "../schema.ts";
import * as Sessions from "../sessions.ts";
import * as Stamp from "../stamp.ts";
import * as Throttle from "../throttle.ts";
import * as Tokens from "../tokens.ts";
import type { AuthenticatedUser } from "../user.ts";
import { deviceList } from "./entity.ts";
import { type DeviceSession, MAX_DEVICES } from "./schema.ts";

/**
 * Sessions of devices. Their refresh token lasts 7 days and is not rotated, because the specified response has no field for a new
 * one. It is bound to its device: its use on another device ends the session. So does its use without the device's id after a
 * refresh that named it, because then only a thief of the token leaves it out. Clients that never name it need only the token.
 */

export interface Device {
  readonly deviceId: string;
  readonly deviceInfo: DeviceInfo;
}

/** The tokens of a session. They are returned only once. */
export interface Started {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** In seconds. */
  readonly expiresIn: typeof MOBILE_ACCESS_TOKEN_SECONDS;
  readonly sessionId: string;
}

type Stored = Extract<ReturnType<typeof session.parse>, { kind: "mobile" }>;
type Owner = Pick<UserActor, "userId" | "securityStamp">;

/**
 * Starts a session of a user who has just signed in on a device, and ends the device's former session. A sixth device evicts the
 * least recently active one in the same transaction, so that there are never more than five.
 * @throws AUTH_ACCOUNT_BLOCKED, TWO_FACTOR_REQUIRED, AUTH_INVALID_CREDENTIALS after a concurrent change of the credentials,
 *   CONTENTION
 */
export async function start(
  user: AuthenticatedUser,
  client: Sessions.Client,
  device: Device,
): Promise<Started> {
  const { userId, securityStamp } = user;
  const ref = Sessions.newRef(userId);
  const sessionId = ref.sid;
  const ttl = Clock.nowSeconds() + MOBILE_REFRESH_TOKEN_SECONDS;
  const createdAt = Clock.nowIso();
  const item = {
    ...{ kind: "mobile", userId, sessionId, securityStamp, ...Sessions.signInProof(user) },
    ...{ ...device, ...Sessions.clientOf(client), createdAt, lastActive: createdAt, ttl },
  };
  await Table.change(
    () => read(user, Throttle.deviceKey(userId, device.deviceId)),
    ({ version, sessions, beside }) => {
      const { remaining, ended } = selectEvicted(sessions, device.deviceId);
      const sessionIds = [...remaining.map((one) => one.sessionId), sessionId];
      const writes: Table.Write[] = [
        Sessions.assertSignInProven(user),
        Throttle.knownAddressWrite(user, client.ip),
        Throttle.knownDeviceWrite(user, device.deviceId),
        ...newDeviceEvents(user, client, Throttle.isKnown(beside, user)),
        {
          put: deviceList.item({ userId, version: version + 1n, sessionIds }),
          where: deviceList.unchanged({ version }),
        },
        // A concurrently active session may no longer be the one to evict.
        ...ended.map((one) => ({
          remove: session.key(one),
          where: Where.is({ lastActive: one.lastActive }),
        })),
        { put: session.item(item) },
        Sessions.secretWrite(ref, ttl),
      ];
      return { writes, result: undefined };
    },
  );
  Sessions.logSignIn(user, sessionId);
  const [accessToken, refreshToken] = await Promise.all([
    signAccess(ref),
    Tokens.sign(Tokens.mobileRefresh, { ...ref, exp: ttl }),
  ]);
  return { accessToken, refreshToken, expiresIn: MOBILE_ACCESS_TOKEN_SECONDS, sessionId };
}

/** Returns the events of a sign-in on a new device or from a new address. A registration has none. */
function newDeviceEvents(user: AuthenticatedUser, client: Sessions.Client, isKnown: boolean): Table.Write[] {
  if (isKnown || user.isNewClient === undefined) return Sessions.newClientEvents(user, client);
  return [
    Outbox.write(Events.signedInOnNewDevice, { userId: user.userId, ip: client.ip }),
    ...Sessions.erasureCanceledEvents(user),
  ];
}

/** Returns which sessions remain beside a new session of a device, and which end. */
function selectEvicted(sessions: readonly Stored[], deviceId: string) {
  const others = sessions
    .filter((one) => one.deviceId !== deviceId)
    .sort((a, b) => (a.lastActive < b.lastActive ? 1 : -1));
  const remaining = others.slice(0, MAX_DEVICES - 1);
  return { remaining, ended: sessions.filter((one) => !remaining.includes(one)) };
}

/** Reads the user's device sessions. @param more the key of an item to read in the same round trip */
async function read({ userId, securityStamp }: Owner, more?: Key) {
  const [item, beside] = await Table.getMany([deviceList.key({ userId }), ...(more ? [more] : [])]);
  if (!item) return { version: 0n, sessions: [], beside };
  const list = deviceList.parse(item);
  const keys = list.sessionIds.map((sessionId) => session.key({ userId, sessionId }));
  const found = (await Table.getMany(keys)).flatMap((item) => (item ? [session.parse(item)] : []));
  const sessions = found.filter(
    (one) => one.kind === "mobile" && one.ttl > Clock.nowSeconds() && Stamp.matches(one, { securityStamp }),
  );
  return { version: list.version, sessions: sessions as Stored[], beside };
}

const signAccess = ({ sub, sid, sec }: Tokens.SessionRef): Promise<string> =>
  Tokens.sign(Tokens.mobileAccess, { sub, sid, sec, exp: Clock.nowSeconds() + MOBILE_ACCESS_TOKEN_SECONDS });

/**
 * Returns a new access token for a device's refresh token.
 * @param deviceId the requesting device, if known. Ends the session if it is another device, or missing after a refresh that named it
 * @throws REFRESH_TOKEN_EXPIRED
 */
export async function refresh(
  refreshToken: string,
  client: Sessions.Client,
  deviceId?: string,
): Promise<Pick<Started, "accessToken" | "expiresIn">> {
  const claims = await Tokens.verify(Tokens.mobileRefresh, refreshToken);
  if (!claims) throw fail(RefreshTokenExpired);
  const { sub: userId, sid: sessionId } = claims;
  const from = Sessions.clientOf(client);
  const [sessionItem, userItem, secretItem] = await Table.getMany(Sessions.keysFor(claims));
  if (!Sessions.sessionOf(claims, [sessionItem, userItem, secretItem])) throw fail(RefreshTokenExpired);
  const used = await recordUse({ userId, sessionId }, from, deviceId);
  if (used === "of another device") {
    await endForFraud({ what: "refresh-token-of-another-device", userId, sessionId, ...from });
    throw fail(RefreshTokenExpired);
  }
  // The session may have ended since it was read.
  if (!Sessions.sessionOf(claims, [used, userItem, secretItem])) throw fail(RefreshTokenExpired);
  const accessToken = await signAccess(claims);
  return { accessToken, expiresIn: MOBILE_ACCESS_TOKEN_SECONDS };
}

/** Records the use of a device session, and reads it in the same round trip. */
async function recordUse(
  key: { readonly userId: string; readonly sessionId: string },
  from: Sessions.Client,
  deviceId: string | undefined,
): Promise<Table.Item | "of another device" | undefined> {
  const where = Where.is({
    kind: "mobile",
    ...(deviceId === undefined ? { namesDevice: undefined } : { deviceId }),
  });
  const set = {
    ...{ ...from, lastActive: Clock.nowIso() },
    ...(deviceId !== undefined && { namesDevice: true }),
  };
  try {
    return await Table.update(session.key(key), { set, where });
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
    const found = error.item && session.parse(error.item);
    return found?.kind === "mobile" ? "of another device" : undefined;
  }
}

/** Lists the actor's device sessions, the most recently active first. */
export async function list(actor: UserActor): Promise<DeviceSession[]> {
  const [{ sessions }, withKey] = await Promise.all([read(actor), DeviceKeys.listDeviceIds(actor)]);
  return sessions
    .map(({ sessionId, deviceId, deviceInfo, lastActive }) => ({
      id: sessionId,
      deviceId,
      name: deviceInfo.model,
      platform: deviceInfo.platform,
      lastActive,
      biometricEnabled: withKey.has(deviceId),
      isCurrent: sessionId === actor.sessionId,
    }))
    .sort((a, b) => (a.lastActive < b.lastActive ? 1 : -1));
}

/** Deletes a device session of the actor, and the device's key. @throws DEVICE_NOT_FOUND, also for another user's */
export async function revoke({ userId }: Pick<Owner, "userId">, sessionId: string): Promise<void> {
  if (!(await Sessions.endById(userId, sessionId, "mobile"))) throw fail(DeviceNotFound);
}

/** Deletes the session and the key of one of the actor's devices. @param deviceId defaults to the actor's device */
export async function logout(actor: MobileActor, deviceId = actor.deviceId): Promise<void> {
  if (deviceId === actor.deviceId) return Sessions.end(actor);
  const { sessions } = await read(actor);
  const other = sessions.find((one) => one.deviceId === deviceId);
  await Table.commit([
    ...(other ? [{ remove: session.key(other) }] : []),
    DeviceKeys.deletionWrite({ userId: actor.userId, deviceId }),
  ]);
}
