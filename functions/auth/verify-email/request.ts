import { request } from "../../../contract/auth/verify-email.ts";
import * as VerifyEmail from "../../../core/identity/mail-links/verify-email.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(request, async ({ actor, reader }) => {
  await VerifyEmail.request(actor);
  return done(reader, "emailSent");
});
