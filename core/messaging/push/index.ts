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
 * Registers devices for push messages. A registration belongs to a device's session and is valid as long as the session,
 * so a logout, a revocation, a new password or a hand-over ends the messages in the same write. A token belongs to the
 * session that registered it last, of any user.
 */

export type Registration = ReturnType<typeof pushRegistration.parse>;

const tokenHash = (token: string): string => sha256Hex(token);

export interface NewRegistration {
  readonly token: string;
  readonly platform: System;
  readonly deviceId: string;
}

/**
 * Registers one of the actor's devices that is signed in for push messages. A new token replaces the former one.
 * @throws DEVICE_NOT_FOUND, UNAUTHORIZED if the session has ended
 */
export async function register(
  actor: MobileActor,
  { token, platform, deviceId }: NewRegistration,
): Promise<void> {
  const { userId } = actor;
  const sessionId = await sessionOf(actor, deviceId);
  if (sessionId === undefined) throw fail(DeviceNotFound);
  const ttl = Clock.nowSeconds() + MOBILE_REFRESH_TOKEN_SECONDS;
  const owner = { userId, sessionId, ttl };
  await Table.commit([
    Stamp.assertUnchanged(actor),
    { check: session.key({ userId, sessionId }), where: Where.exists, onConditionFailed: DeviceNotFound },
    { put: { ...pushToken.key({ tokenHash: tokenHash(token) }), ...owner } },
    { put: pushRegistration.item({ ...owner, system: platform, token }) },
  ]);
}

/** Ends push messages to one of the actor's devices, if it receives any. */
export async function unregister(actor: MobileActor, deviceId: string = actor.deviceId): Promise<void> {
  const sessionId = await sessionOf(actor, deviceId);
  if (sessionId === undefined) return;
  await Table.remove(pushRegistration.key({ userId: actor.userId, sessionId }));
}

/** Returns the session that one of the actor's devices is signed in with. */
async function sessionOf(actor: MobileActor, deviceId: string): Promise<string | undefined> {
  if (deviceId === actor.deviceId) return actor.sessionId;
  return (await Devices.list(actor)).find((one) => one.deviceId === deviceId)?.id;
}

/** Returns the devices that receive a user's messages, and deletes registrations that are no longer valid. */
export async function reachableDevices({ userId }: { readonly userId: string }): Promise<Registration[]> {
  const registrations = await listAll(pushRegistration, { userId });
  const valid = await Promise.all(registrations.map(isValid));
  await Promise.all(registrations.filter((_, index) => !valid[index]).map(remove));
  return registrations.filter((_, index) => valid[index]);
}

/** Returns whether the session lives and still owns the token. */
async function isValid({ userId, sessionId, token }: Registration): Promise<boolean> {
  const [claim, ...items] = await Table.getMany([
    pushToken.key({ tokenHash: tokenHash(token) }),
    ...Sessions.keysFor({ sub: userId, sid: sessionId }),
  ]);
  const owner = claim && pushToken.parse(claim);
  const isOurs = owner?.userId === userId && owner.sessionId === sessionId;
  return isOurs && Sessions.validSession(items) !== undefined;
}

/** Deletes a registration whose token is dead, unless the session has registered another token. */
export const remove = async ({ userId, sessionId, token }: Registration): Promise<void> => {
  const key = pushRegistration.key({ userId, sessionId });
  await Table.ignoreConditionFailure(Table.remove(key, Where.is({ token })));
};

/** Stores the SNS endpoint of a device for the next message. */
export const storeEndpoint = async (
  { userId, sessionId, token }: Registration,
  endpointArn: string,
): Promise<void> => {
  const key = pushRegistration.key({ userId, sessionId });
  await Table.ignoreConditionFailure(Table.update(key, { set: { endpointArn }, where: Where.is({ token }) }));
};
