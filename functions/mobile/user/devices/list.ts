import { list } from "../../../../contract/mobile/user/devices.ts";
import * as Devices from "../../../../core/identity/devices/index.ts";
import { MAX_DEVICES } from "../../../../core/identity/devices/schema.ts";
import { serve } from "../../../_chain/serve.ts";

export const handler = serve(list, async ({ actor }) => {
  const devices = await Devices.list(actor);
  return { devices, maxDevices: MAX_DEVICES, currentCount: devices.length };
});
