import { refresh } from "../../../contract/mobile/auth.ts";
import * as Devices from "../../../core/identity/devices/index.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(refresh, ({ body, client }) =>
  Devices.refresh(body.refreshToken, client, body.deviceId),
);
