import { logout } from "../../../contract/mobile/auth.ts";
import * as Devices from "../../../core/identity/devices/index.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(logout, async ({ actor, body, reader }) => {
  await Devices.logout(actor, body?.deviceId);
  return done(reader, "signedOut");
});
