import * as Table from "../platform/table/index.ts";
import { listAll } from "../platform/table/list.ts";
import type { MobileActor, UserActor } from "./actor.ts";
import { type BiometricKey, deviceKey } from "./entity.ts";
import * as Stamp from "./stamp.ts";
import type { User } from "./user.ts";

/**
 * The keys by which devices confirm actions. A key belongs to a user and a device, not to a session: it outlives sessions
 * that expire or are evicted, because otherwise a password and a week's patience would remove it. It ends with a sign-out of
 * its device, and with the account's security stamp.
 */

type Device = Pick<MobileActor, "userId" | "securityStamp" | "deviceId">;

export async function of(device: Device): Promise<BiometricKey | undefined> {
  const found = await Table.find(deviceKey, device);
  return found && Stamp.isOf(found, device) ? found.biometric : undefined;
}

/** Returns the write that deletes the key of a device. */
export const ending = (device: Pick<Device, "userId" | "deviceId">): Table.Write => ({
  remove: deviceKey.key(device),
});

const all = (userId: string) => listAll(deviceKey, { userId });

/** Returns the ids of the actor's devices that have a key. */
export const devicesOf = async (actor: UserActor): Promise<ReadonlySet<string>> =>
  new Set((await all(actor.userId)).filter((one) => Stamp.isOf(one, actor)).map((one) => one.deviceId));

/** Deletes all keys of a user, except the key of one device. */
export async function endAll(userId: string, except?: string): Promise<void> {
  for (const one of await all(userId)) if (one.deviceId !== except) await Table.remove(deviceKey.key(one));
}

/** Deletes the keys that ended with a former security stamp. */
export async function clear(user: Pick<User, "userId" | "securityStamp">): Promise<void> {
  for (const one of await all(user.userId))
    if (!Stamp.isOf(one, user)) await Table.remove(deviceKey.key(one));
}
