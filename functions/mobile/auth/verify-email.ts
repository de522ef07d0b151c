import { verifyEmail } from "../../../contract/mobile/auth.ts";
import * as VerifyEmail from "../../../core/identity/mail-links/verify-email.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(verifyEmail, async ({ actor, body, reader }) => {
  await VerifyEmail.confirm(actor, body);
  return done(reader, "emailVerified");
});
