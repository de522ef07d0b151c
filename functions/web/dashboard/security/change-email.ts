import { changeEmail } from "../../../../contract/web/dashboard/security.ts";
import { withPassword } from "../../../../core/identity/change-password.ts";
import { EmailTaken, WrongPassword } from "../../../../core/identity/errors.ts";
import * as ChangeEmail from "../../../../core/identity/mail-links/change-email.ts";
import { SameEmail } from "../../../../core/identity/mail-links/errors.ts";
import { problemOf, serve } from "../../../_page/serve.ts";
import { back, securityPage } from "./_view.ts";

export const handler = serve(changeEmail, async (call) => {
  const { actor, body } = call;
  const work = withPassword(actor, body.password).then(() => ChangeEmail.request(actor, body.newEmail));
  const problem = await problemOf(work, [WrongPassword, EmailTaken, SameEmail]);
  return problem === undefined ? back("asked") : securityPage(call, { problem });
});
