import { changePassword as route } from "../../../../contract/web/dashboard/security.ts";
import { changePassword } from "../../../../core/identity/change-password.ts";
import { WeakPassword, WrongPassword } from "../../../../core/identity/errors.ts";
import * as Sessions from "../../../../core/identity/sessions.ts";
import { sessionCookies } from "../../../_chain/cookies.ts";
import { serveConfirmed } from "../../../_page/confirmed.ts";
import { problemOf } from "../../../_page/serve.ts";
import { back, PAGE, securityPage } from "./_view.ts";

export const handler = serveConfirmed(route, PAGE, async (call) => {
  const { actor, body, confirm, client } = call;
  const work = changePassword(actor, body, confirm);
  const problem = await problemOf(work, [WrongPassword, WeakPassword]);
  if (problem !== undefined) return securityPage(call, { problem });
  return back("password", await sessionCookies(await Sessions.start(await work, client, actor)));
});
