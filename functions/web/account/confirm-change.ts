import { confirmChange } from "../../../contract/web/account.ts";
import { EmailTaken } from "../../../core/identity/errors.ts";
import * as ChangeEmail from "../../../core/identity/mail-links/change-email.ts";
import { serve } from "../../_page/serve.ts";
import { changeWords, confirmed } from "./_views.ts";

export const handler = serve(confirmChange, (call) =>
  confirmed(call, {
    words: changeWords(call.actor),
    refusals: [EmailTaken],
    confirm: (shown) => ChangeEmail.confirm(call.actor, shown),
  }),
);
