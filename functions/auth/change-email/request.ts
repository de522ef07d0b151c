import { request } from "../../../contract/auth/change-email.ts";
import { withPassword } from "../../../core/identity/change-password.ts";
import * as ChangeEmail from "../../../core/identity/mail-links/change-email.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(request, async ({ actor, body, reader }) => {
  await withPassword(actor, body.password);
  await ChangeEmail.request(actor, body.newEmail);
  return done(reader, "confirmationSent");
});
