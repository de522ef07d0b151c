import * as Table from "../platform/table/index.ts";
import { listAll } from "../platform/table/list.ts";
import type { MobileActor, UserActor } from "./actor.ts";
import { type BiometricKey, deviceKey } from "./entity.ts";
import * as Stamp from "./stamp.ts";
import type { User } from "./user.ts";

/**
 * The public keys of devices, which confirm actions. A key belongs to a user and a device, not to a session, so that it
 * outlives an expired or evicted session: otherwise a thief of the password could wait a week and register another key. A
 * sign-out on the device deletes the key. A new security stamp of the account makes the key invalid.
 */

type Device = Pick<MobileActor, "userId" | "securityStamp" | "deviceId">;

export async function find(device: Device): Promise<BiometricKey | undefined> {
  const found = await Table.find(deviceKey, device);
  return found && Stamp.matches(found, device) ? found.biometric : undefined;
}

/** Returns the write that deletes the key of a device. */
export const deletionWrite = (device: Pick<Device, "userId" | "deviceId">): Table.Write => ({
  remove: deviceKey.key(device),
});

const listKeys = (userId: string) => listAll(deviceKey, { userId });

/** Returns the ids of the actor's devices that have a key. */
export const listDeviceIds = async (actor: UserActor): Promise<ReadonlySet<string>> =>
  new Set(
    (await listKeys(actor.userId)).filter((one) => Stamp.matches(one, actor)).map((one) => one.deviceId),
  );

/** Deletes all keys of a user, except the key of one device. */
export async function deleteAll(userId: string, except?: string): Promise<void> {
  for (const one of await listKeys(userId))
    if (one.deviceId !== except) await Table.remove(deviceKey.key(one));
}

/** Deletes the keys that a change of the security stamp has made invalid. */
export async function clear(user: Pick<User, "userId" | "securityStamp">): Promise<void> {
  for (const one of await listKeys(user.userId))
    if (!Stamp.matches(one, user)) await Table.remove(deviceKey.key(one));
}
