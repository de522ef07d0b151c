import { unregister } from "../../../contract/mobile/notifications.ts";
import * as Push from "../../../core/messaging/push/index.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(unregister, async ({ actor, query, body }) => {
  await Push.unregister(actor, body?.deviceId ?? query.deviceId);
  return undefined;
});
