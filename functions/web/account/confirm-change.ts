import { confirmChange } from "../../../contract/web/account.ts";
import { EmailTaken } from "../../../core/identity/errors.ts";
import * as ChangeEmail from "../../../core/identity/mail-links/change-email.ts";
import { serve } from "../../_page/serve.ts";
import { changeTexts, confirmAddress } from "./_views.ts";

export const handler = serve(confirmChange, (call) =>
  confirmAddress(call, {
    texts: changeTexts(call.actor),
    expected: [EmailTaken],
    confirm: (shown) => ChangeEmail.confirm(call.actor, shown),
  }),
);
