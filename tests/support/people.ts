import type { Role } from "../../core/identity/actor.ts";
import * as Devices from "../../core/identity/devices/index.ts";
import { create } from "../../core/identity/new-user.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import type { User } from "../../core/identity/user.ts";
import * as Users from "../../core/identity/users.ts";
import * as Ids from "../../core/kernel/ids/index.ts";

/** Accounts for tests that ask many routes: without passwords, so that they are made at once. */

/** Somebody new of that role, whose address is proven. */
export async function person(role: Role = "PARTICULIER"): Promise<User> {
  const email = `${Ids.secret(9).toLowerCase()}@example.com`;
  const { userId } = await create({ name: "Ada Lovelace", email, emailVerified: true });
  await Users.setRole(userId, role);
  const user = await Users.fromId(userId);
  if (!user) throw new Error("the user is gone");
  return user;
}

/** A web access token. */
export const tokenOf = async (user: User): Promise<string> =>
  (await Sessions.start(user, { ip: "192.0.2.1", userAgent: "test" })).accessToken;

/** A mobile access token, of a device of its own. */
export async function deviceTokenOf(user: User): Promise<string> {
  const deviceInfo = { platform: "ios", model: "Phone 9", osVersion: "26.1", appVersion: "1.0.0" };
  const device = { deviceId: Ids.secret(8), deviceInfo };
  return (await Devices.start(user, { ip: "192.0.2.1", userAgent: "test" }, device)).accessToken;
}
