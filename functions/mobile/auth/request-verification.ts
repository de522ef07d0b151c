import { requestVerification } from "../../../contract/mobile/auth.ts";
import * as VerifyEmail from "../../../core/identity/mail-links/verify-email.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(requestVerification, async ({ actor, reader }) => {
  await VerifyEmail.request(actor);
  return done(reader, "emailSent");
});
