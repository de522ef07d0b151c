import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { MobileActor, UserActor } from "../actor.ts";
import * as DeviceKeys from "../device-keys.ts";
import { session, userProfile } from "../entity.ts";
import { DeviceNotFound, RefreshTokenExpired } from "../errors.ts";
import * as Events from "../events.ts";
import { endForFraud } from "../refresh.ts";
import { type DeviceInfo, MOBILE_ACCESS_TOKEN_SECONDS, MOBILE_REFRESH_TOKEN_SECONDS } from "../schema.ts";
import * as Sessions from "../sessions.ts";
import * as Stamp from "../stamp.ts";
import * as Throttle from "../throttle.ts";
import * as Tokens from "../tokens.ts";
import { deviceList } from "./entity.ts";
import { MAX_DEVICES } from "./schema.ts";

/**
 * Sessions of devices. Their refresh token lasts 7 days and is not rotated (its response has no place for
 * another); it is bound to its device, and from another one it ends the session.
 */

/** A device that somebody signs in on. */
export interface Device {
  /** Made on the device, the same at each sign-in. */
  readonly deviceId: string;
  readonly deviceInfo: DeviceInfo;
}

/** What a device gets of a session: the only time that its tokens are seen. */
export interface Started {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds until the access token expires. */
  readonly expiresIn: typeof MOBILE_ACCESS_TOKEN_SECONDS;
  readonly sessionId: string;
}

/** A device's session as its owner sees it (spec 1, section 2.6). */
export interface DeviceSession {
  readonly id: string;
  readonly deviceId: string;
  readonly name: string;
  readonly platform: string;
  readonly lastActive: string;
  readonly biometricEnabled: boolean;
  readonly isCurrent: boolean;
}

type Stored = Extract<ReturnType<typeof session.parse>, { kind: "mobile" }>;
type Owner = Pick<UserActor, "userId" | "securityStamp">;

/**
 * Starts a session of a user who has just proven who it is, on this device; a session that the device had
 * ends. Of a sixth device the least recently active other one ends in the same transaction, so five are never
 * exceeded.
 * @throws AUTH_ACCOUNT_BLOCKED, and AUTH_INVALID_CREDENTIALS when the credentials were changed meanwhile
 */
export async function start(
  user: Sessions.Proven,
  client: Sessions.Client,
  device: Device,
): Promise<Started> {
  const { userId, securityStamp } = user;
  const sessionId = Ids.create("session");
  const ttl = Clock.nowSeconds() + MOBILE_REFRESH_TOKEN_SECONDS;
  const createdAt = Clock.nowIso();
  const times = { createdAt, lastActive: createdAt, ttl };
  const made = {
    kind: "mobile",
    userId,
    sessionId,
    securityStamp,
    ...device,
    ...Sessions.clientOf(client),
    ...times,
  };
  await Table.change(
    () => read(user, Throttle.keyOfDevice(userId, device.deviceId)),
    ({ version, sessions, beside }) => {
      const { kept, ended } = room(sessions, device.deviceId);
      const sessionIds = [...kept.map((one) => one.sessionId), sessionId];
      const writes: Table.Write[] = [
        Sessions.stillProven(user),
        Throttle.noting(user, client.ip),
        Throttle.notingDevice(user, device.deviceId),
        ...telling(user, client, Throttle.isKnown(beside, user)),
        {
          put: deviceList.item({ userId, version: version + 1n, sessionIds }),
          where: version === 0n ? Where.absent : Where.is({ version }),
        },
        // One that was active in this moment may not be the one to end.
        ...ended.map((one) => ({
          remove: session.key(one),
          where: Where.is({ lastActive: one.lastActive }),
        })),
        { put: session.item(made) },
      ];
      return { writes, result: undefined };
    },
  );
  const claims = { sub: userId, sid: sessionId };
  const [accessToken, refreshToken] = await Promise.all([
    signAccess(claims),
    Tokens.sign(Tokens.mobileRefresh, { ...claims, exp: ttl }),
  ]);
  return { accessToken, refreshToken, expiresIn: MOBILE_ACCESS_TOKEN_SECONDS, sessionId };
}

/** Tells of a device that is new, else of a place that is. A registration is no news to whoever registers. */
function telling(user: Sessions.Proven, client: Sessions.Client, isKnown: boolean): Table.Write[] {
  if (isKnown || user.isNewClient === undefined) return Sessions.telling(user, client);
  return [
    Outbox.write(Events.signedInOnNewDevice, { userId: user.userId, ip: client.ip }),
    ...Sessions.tellingOfErasure(user),
  ];
}

/** Which sessions stay beside a new one of this device, and which end. Pure. */
function room(sessions: readonly Stored[], deviceId: string) {
  const others = sessions
    .filter((one) => one.deviceId !== deviceId)
    .sort((a, b) => (a.lastActive < b.lastActive ? 1 : -1));
  const kept = others.slice(0, MAX_DEVICES - 1);
  return { kept, ended: sessions.filter((one) => !kept.includes(one)) };
}

interface Standing {
  /** Of the list. */
  readonly version: bigint;
  /** Those that live. */
  readonly sessions: readonly Stored[];
  readonly beside: Table.Item | undefined;
}

/** The user's device sessions. @param more the key of what is read in the same round trip */
async function read({ userId, securityStamp }: Owner, more?: Key): Promise<Standing> {
  const [item, beside] = await Table.getMany([deviceList.key({ userId }), ...(more ? [more] : [])]);
  if (!item) return { version: 0n, sessions: [], beside };
  const list = deviceList.parse(item);
  const keys = list.sessionIds.map((sessionId) => session.key({ userId, sessionId }));
  const found = (await Table.getMany(keys)).flatMap((item) => (item ? [session.parse(item)] : []));
  const sessions = found.filter(
    (one) => one.kind === "mobile" && one.ttl > Clock.nowSeconds() && Stamp.isOf(one, { securityStamp }),
  );
  return { version: list.version, sessions: sessions as Stored[], beside };
}

const signAccess = (claims: { readonly sub: string; readonly sid: string }): Promise<string> =>
  Tokens.sign(Tokens.mobileAccess, { ...claims, exp: Clock.nowSeconds() + MOBILE_ACCESS_TOKEN_SECONDS });

/**
 * Gives a device a new access token for its refresh token.
 * @param deviceId which device it is, where it says so; another than the session's ends the session
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
  const [used, user] = await Promise.all([
    use({ userId, sessionId }, from, deviceId),
    Table.get(userProfile.key({ userId })),
  ]);
  if (used === "of another device") {
    await endForFraud({ what: "refresh-token-of-another-device", userId, sessionId, ...from });
    throw fail(RefreshTokenExpired);
  }
  if (!Sessions.living(used, user)) throw fail(RefreshTokenExpired);
  const accessToken = await signAccess({ sub: userId, sid: sessionId });
  return { accessToken, expiresIn: MOBILE_ACCESS_TOKEN_SECONDS };
}

/**
 * Notes that a device's session is used, without having read it: what it is of is looked at in the same round
 * trip.
 */
async function use(
  key: { readonly userId: string; readonly sessionId: string },
  from: Sessions.Client,
  deviceId: string | undefined,
): Promise<Table.Item | "of another device" | undefined> {
  const where = Where.is({ kind: "mobile", ...(deviceId !== undefined && { deviceId }) });
  try {
    return await Table.update(session.key(key), { set: { ...from, lastActive: Clock.nowIso() }, where });
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
    const found = error.item && session.parse(error.item);
    return found?.kind === "mobile" ? "of another device" : undefined;
  }
}

/** The actor's device sessions, the most recently active first. */
export async function list(actor: UserActor): Promise<DeviceSession[]> {
  const [{ sessions }, withKey] = await Promise.all([read(actor), DeviceKeys.devicesOf(actor)]);
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

/**
 * Ends a device session of the actor, from its next call on, and the device's key.
 * @throws DEVICE_NOT_FOUND, also for somebody else's
 */
export async function revoke({ userId }: Pick<Owner, "userId">, sessionId: string): Promise<void> {
  if (!(await Sessions.endById(userId, sessionId, "mobile"))) throw fail(DeviceNotFound);
}

/**
 * Ends the session of one of the actor's devices and its key, where it has them. @param deviceId the actor's own unless told
 */
export async function logout(actor: MobileActor, deviceId = actor.deviceId): Promise<void> {
  if (deviceId === actor.deviceId) return Sessions.end(actor);
  const { sessions } = await read(actor);
  const other = sessions.find((one) => one.deviceId === deviceId);
  await Table.commit([
    ...(other ? [{ remove: session.key(other) }] : []),
    DeviceKeys.ending({ userId: actor.userId, deviceId }),
  ]);
}
