import { request } from "../../../contract/auth/change-email.ts";
import { confirmAction } from "../../../core/identity/change-password.ts";
import * as ChangeEmail from "../../../core/identity/mail-links/change-email.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { done } from "../../_views/done.ts";

export const handler = serveConfirmed(request, async ({ actor, body, confirm, reader }) => {
  await confirmAction(actor, body.password, confirm);
  await ChangeEmail.request(actor, body.newEmail);
  return done(reader, "confirmationSent");
});
