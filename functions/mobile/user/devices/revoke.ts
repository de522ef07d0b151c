import { revoke } from "../../../../contract/mobile/user/devices.ts";
import * as Devices from "../../../../core/identity/devices/index.ts";
import { serve } from "../../../_chain/serve.ts";
import { done } from "../../../_views/done.ts";

export const handler = serve(revoke, async ({ actor, params, reader }) => {
  await Devices.revoke(actor, params.id);
  return done(reader, "deviceSignedOut");
});
