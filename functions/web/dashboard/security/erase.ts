import { erase } from "../../../../contract/web/dashboard/security.ts";
import { confirmPassword } from "../../../../core/identity/change-password.ts";
import { WrongPassword } from "../../../../core/identity/errors.ts";
import { ErasureBlocked } from "../../../../core/people/errors.ts";
import { requestErasure } from "../../../../core/people/requests.ts";
import { problemOf, redirect, serve } from "../../../_page/serve.ts";
import { securityPage } from "./_view.ts";

export const handler = serve(erase, async (call) => {
  const { actor, body } = call;
  const work = confirmPassword(actor, body.password).then(() => requestErasure(actor));
  const problem = await problemOf(work, [WrongPassword, ErasureBlocked]);
  return problem === undefined ? redirect("/auth/signin") : securityPage(call, { problem });
});
