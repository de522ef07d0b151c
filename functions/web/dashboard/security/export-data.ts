import { exportData } from "../../../../contract/web/dashboard/security.ts";
import { confirmAction } from "../../../../core/identity/change-password.ts";
import { WrongPassword } from "../../../../core/identity/errors.ts";
import { linkExport, requestExport } from "../../../../core/people/requests.ts";
import { serveConfirmed } from "../../../_page/confirmed.ts";
import { problemOf, redirect } from "../../../_page/serve.ts";
import { back, PAGE, securityPage } from "./_view.ts";

export const handler = serveConfirmed(exportData, PAGE, async (call) => {
  const { actor, body, confirm } = call;
  const problem = await problemOf(confirmAction(actor, body.password, confirm), [WrongPassword]);
  if (problem !== undefined) return securityPage(call, { problem });
  if ((await requestExport(actor)).status !== "succeeded") return back("data");
  return redirect((await linkExport(actor)).url);
});
