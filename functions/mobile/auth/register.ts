import { register } from "../../../contract/mobile/auth.ts";
import { phoneOf } from "../../../core/identity/profile/phone.ts";
import * as Users from "../../../core/identity/users.ts";
import { serve } from "../../_chain/serve.ts";
import { signedIn } from "./_signed-in.ts";

export const handler = serve(register, async ({ body, client }) => {
  const { deviceId, deviceInfo, phone, ...given } = body;
  const registration = { ...given, ...(phone !== undefined && { phone: phoneOf(phone) }) };
  return signedIn(await Users.register(registration), client, { deviceId, deviceInfo });
});
