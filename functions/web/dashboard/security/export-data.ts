import { exportData } from "../../../../contract/web/dashboard/security.ts";
import { confirmPassword } from "../../../../core/identity/change-password.ts";
import { WrongPassword } from "../../../../core/identity/errors.ts";
import { linkExport, requestExport } from "../../../../core/people/requests.ts";
import { problemOf, redirect, serve } from "../../../_page/serve.ts";
import { back, securityPage } from "./_view.ts";

export const handler = serve(exportData, async (call) => {
  const { actor, body } = call;
  const problem = await problemOf(confirmPassword(actor, body.password), [WrongPassword]);
  if (problem !== undefined) return securityPage(call, { problem });
  if ((await requestExport(actor)).status !== "succeeded") return back("data");
  return redirect((await linkExport(actor)).url);
});
