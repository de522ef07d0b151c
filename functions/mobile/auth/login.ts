import { login } from "../../../contract/mobile/auth.ts";
import { proveUnrevealed } from "../../../core/identity/second-factor/sign-in.ts";
import { serve } from "../../_chain/serve.ts";
import { signedIn } from "../../_views/sign-in.ts";

export const handler = serve(login, async ({ body, client }) => {
  const { deviceId, deviceInfo, ...credentials } = body;
  return signedIn(await proveUnrevealed(credentials, client.ip), client, { deviceId, deviceInfo });
});
