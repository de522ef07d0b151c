import { register } from "../../../contract/mobile/auth.ts";
import * as Users from "../../../core/identity/users.ts";
import { serve } from "../../_chain/serve.ts";
import { signedIn } from "./_signed-in.ts";

export const handler = serve(register, async ({ body, client }) => {
  const { deviceId, deviceInfo, ...registration } = body;
  return signedIn(await Users.register(registration), client, { deviceId, deviceInfo });
});
