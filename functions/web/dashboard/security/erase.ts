import { erase } from "../../../../contract/web/dashboard/security.ts";
import { confirmAction } from "../../../../core/identity/change-password.ts";
import { WrongPassword } from "../../../../core/identity/errors.ts";
import { ErasureBlocked } from "../../../../core/people/errors.ts";
import { requestErasure } from "../../../../core/people/requests.ts";
import { serveConfirmed } from "../../../_page/confirmed.ts";
import { problemOf, redirect } from "../../../_page/serve.ts";
import { PAGE, securityPage } from "./_view.ts";

export const handler = serveConfirmed(erase, PAGE, async (call) => {
  const { actor, body, confirm } = call;
  const work = confirmAction(actor, body.password, confirm).then(() => requestErasure(actor));
  const problem = await problemOf(work, [WrongPassword, ErasureBlocked]);
  return problem === undefined ? redirect("/auth/signin") : securityPage(call, { problem });
});
