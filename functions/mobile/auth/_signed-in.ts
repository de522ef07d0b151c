import * as Devices from "../../../core/identity/devices/index.ts";
import * as Kyc from "../../../core/identity/kyc/index.ts";
import type { User } from "../../../core/identity/user.ts";
import type { Client } from "../../_chain/call.ts";
import * as UserView from "../../_views/user.ts";

/** Signs a user in on a device, who has just proven who it is. */
export async function signedIn(user: User, client: Client, { deviceId, deviceInfo }: Devices.Device) {
  const [{ accessToken, refreshToken, expiresIn }, { level }] = await Promise.all([
    Devices.start(user, client, { deviceId, deviceInfo }),
    Kyc.of(user.userId),
  ]);
  return { accessToken, refreshToken, expiresIn, user: UserView.mobile(user, level) };
}
