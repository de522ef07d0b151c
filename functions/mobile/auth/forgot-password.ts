import { forgotPassword } from "../../../contract/mobile/auth.ts";
import * as Reset from "../../../core/identity/mail-links/reset-password.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(forgotPassword, async ({ body, reader }) => {
  await Reset.request(body.email);
  return done(reader, "resetLinkSent");
});
