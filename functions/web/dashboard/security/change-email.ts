import { changeEmail } from "../../../../contract/web/dashboard/security.ts";
import { confirmAction } from "../../../../core/identity/change-password.ts";
import { EmailTaken, WrongPassword } from "../../../../core/identity/errors.ts";
import * as ChangeEmail from "../../../../core/identity/mail-links/change-email.ts";
import { SameEmail } from "../../../../core/identity/mail-links/errors.ts";
import { serveConfirmed } from "../../../_page/confirmed.ts";
import { problemOf } from "../../../_page/serve.ts";
import { back, PAGE, securityPage } from "./_view.ts";

export const handler = serveConfirmed(changeEmail, PAGE, async (call) => {
  const { actor, body, confirm } = call;
  const work = confirmAction(actor, body.password, confirm).then(() =>
    ChangeEmail.request(actor, body.newEmail),
  );
  const problem = await problemOf(work, [WrongPassword, EmailTaken, SameEmail]);
  return problem === undefined ? back("asked") : securityPage(call, { problem });
});
