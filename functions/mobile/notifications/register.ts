import { register } from "../../../contract/mobile/notifications.ts";
import * as Clock from "../../../core/kernel/clock/index.ts";
import * as Push from "../../../core/messaging/push/index.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(register, async ({ actor, body }) => {
  await Push.register(actor, body);
  const { deviceId, platform } = body;
  return { deviceId, platform, registeredAt: Clock.nowIso() };
});
