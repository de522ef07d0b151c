import { resetPassword } from "../../../contract/mobile/auth.ts";
import { handOverWrites } from "../../../core/handover/endings.ts";
import * as Reset from "../../../core/identity/mail-links/reset-password.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(resetPassword, async ({ body, client, reader }) => {
  await Reset.reset(body.token, body.newPassword, { ip: client.ip, endings: handOverWrites });
  return done(reader, "passwordChanged");
});
