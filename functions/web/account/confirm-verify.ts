import { confirmVerify } from "../../../contract/web/account.ts";
import * as VerifyEmail from "../../../core/identity/mail-links/verify-email.ts";
import { serve } from "../../_page/serve.ts";
import { confirmAddress, verifyTexts } from "./_views.ts";

export const handler = serve(confirmVerify, (call) =>
  confirmAddress(call, {
    texts: verifyTexts(call.actor),
    confirm: (shown) => VerifyEmail.confirm(call.actor, shown),
  }),
);
