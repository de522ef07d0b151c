import { confirm } from "../../../contract/auth/change-email.ts";
import * as ChangeEmail from "../../../core/identity/mail-links/change-email.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(confirm, async ({ actor, body, reader }) => {
  const email = await ChangeEmail.confirm(actor, body);
  return { ...done(reader, "emailChanged"), email };
});
