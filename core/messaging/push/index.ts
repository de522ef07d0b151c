import type { MobileActor } from "../../identity/actor.ts";
import * as Devices from "../../identity/devices/index.ts";
import { session } from "../../identity/entity.ts";
import { DeviceNotFound } from "../../identity/errors.ts";
import { MOBILE_REFRESH_TOKEN_SECONDS } from "../../identity/schema.ts";
import * as Sessions from "../../identity/sessions.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import type { System } from "../../platform/push.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { pushRegistration, pushToken } from "../entity.ts";

/**
 * Which telephones a user's push messages go to. A registration is of a device's session and of nothing else:
 * it counts while the session does, so whatever ends that (a logout, a revocation, a new password, a hand-over)
 * ends the messages in the same write. A token is of one session at a time, whoever's: the latest that says it.
 */

export type Registration = ReturnType<typeof pushRegistration.parse>;

const tokenHash = (token: string): string => sha256Hex(token);

export interface Telephone {
  readonly token: string;
  readonly platform: System;
  readonly deviceId: string;
}

/**
 * Has push messages sent to one of the actor's devices, that is signed in. Once more changes nothing, another
 * token takes the place of the first.
 * @throws DEVICE_NOT_FOUND, UNAUTHORIZED where the session has ended
 */
export async function register(actor: MobileActor, { token, platform, deviceId }: Telephone): Promise<void> {
  const { userId } = actor;
  const sessionId = await sessionOf(actor, deviceId);
  if (sessionId === undefined) throw fail(DeviceNotFound);
  const ttl = Clock.nowSeconds() + MOBILE_REFRESH_TOKEN_SECONDS;
  const owner = { userId, sessionId, ttl };
  await Table.commit([
    Stamp.stillHolds(actor),
    { check: session.key({ userId, sessionId }), where: Where.exists, onConditionFailed: DeviceNotFound },
    { put: { ...pushToken.key({ tokenHash: tokenHash(token) }), ...owner } },
    { put: pushRegistration.item({ ...owner, system: platform, token }) },
  ]);
}

/** Ends push messages to one of the actor's devices; one that gets none is no error. */
export async function unregister(actor: MobileActor, deviceId: string = actor.deviceId): Promise<void> {
  const sessionId = await sessionOf(actor, deviceId);
  if (sessionId === undefined) return;
  await Table.remove(pushRegistration.key({ userId: actor.userId, sessionId }));
}

/** The session that a device of the actor's is signed in with. */
async function sessionOf(actor: MobileActor, deviceId: string): Promise<string | undefined> {
  if (deviceId === actor.deviceId) return actor.sessionId;
  return (await Devices.list(actor)).find((one) => one.deviceId === deviceId)?.id;
}

/** The telephones that a user's messages go to now. What no longer counts is cleared away. */
export async function reached({ userId }: { readonly userId: string }): Promise<Registration[]> {
  const registrations = await listAll(pushRegistration, { userId });
  const counted = await Promise.all(registrations.map(counts));
  await Promise.all(registrations.filter((_, index) => !counted[index]).map(remove));
  return registrations.filter((_, index) => counted[index]);
}

/** Whether messages still go to a telephone. */
async function counts({ userId, sessionId, token }: Registration): Promise<boolean> {
  const [sessionItem, user, claim] = await Table.getMany([
    ...Sessions.keysFor({ sub: userId, sid: sessionId }),
    pushToken.key({ tokenHash: tokenHash(token) }),
  ]);
  const owner = claim && pushToken.parse(claim);
  const isOurs = owner?.userId === userId && owner.sessionId === sessionId;
  return isOurs && Sessions.living(sessionItem, user) !== undefined;
}

/** Ends a registration whose token reaches nobody; one that was made of it since stays. */
export const remove = async ({ userId, sessionId, token }: Registration): Promise<void> => {
  const key = pushRegistration.key({ userId, sessionId });
  await Table.ignoreConditionFailure(Table.remove(key, Where.is({ token })));
};

/** Keeps SNS's name of a telephone, for the next message. */
export const named = async (
  { userId, sessionId, token }: Registration,
  endpointArn: string,
): Promise<void> => {
  const key = pushRegistration.key({ userId, sessionId });
  await Table.ignoreConditionFailure(Table.update(key, { set: { endpointArn }, where: Where.is({ token }) }));
};
