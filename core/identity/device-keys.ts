import * as Table from "../platform/table/index.ts";
import type { MobileActor, UserActor } from "./actor.ts";
import type { BiometricKey } from "./biometric-key.ts";
import { deviceKey } from "./entity.ts";
import * as Stamp from "./stamp.ts";
import type { User } from "./user.ts";

/**
 * The keys that devices confirm with. One is its user's and its device's, not a session's: it outlives sessions
 * that expire or are crowded out, or else a password and a week's patience would get rid of it. It ends with a
 * sign-out of its device, and dies with the account's security stamp.
 */

type Of = Pick<MobileActor, "userId" | "securityStamp" | "deviceId">;

/** The key of a device; undefined where it has none. */
export async function of(device: Of): Promise<BiometricKey | undefined> {
  const item = await Table.get(deviceKey.key(device));
  const found = item && deviceKey.parse(item);
  return found && Stamp.isOf(found, device) ? found.biometric : undefined;
}

/** The write by which a device has no key any more. */
export const ending = (device: Pick<Of, "userId" | "deviceId">): Table.Write => ({
  remove: deviceKey.key(device),
});

const all = async (userId: string) =>
  (await Table.queryAll({ pk: deviceKey.partition({ userId }), beginsWith: deviceKey.prefix })).map((item) =>
    deviceKey.parse(item),
  );

/** The ids of the actor's devices that have a key. */
export const devicesOf = async (actor: UserActor): Promise<ReadonlySet<string>> =>
  new Set((await all(actor.userId)).filter((one) => Stamp.isOf(one, actor)).map((one) => one.deviceId));

/** Ends every key of a user, but for that of the device `except`. */
export async function endAll(userId: string, except?: string): Promise<void> {
  const ended = (await all(userId)).filter(({ deviceId }) => deviceId !== except);
  for (const one of ended) await Table.remove(deviceKey.key(one));
}

/** Deletes the keys of a user that died with a former security stamp. */
export async function clear(user: Pick<User, "userId" | "securityStamp">): Promise<void> {
  const dead = (await all(user.userId)).filter((one) => !Stamp.isOf(one, user));
  for (const one of dead) await Table.remove(deviceKey.key(one));
}
