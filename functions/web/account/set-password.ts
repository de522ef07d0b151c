import { setPassword } from "../../../contract/web/account.ts";
import { handOverWrites } from "../../../core/handover/endings.ts";
import { WeakPassword } from "../../../core/identity/errors.ts";
import { InvalidResetToken } from "../../../core/identity/mail-links/errors.ts";
import * as Reset from "../../../core/identity/mail-links/reset-password.ts";
import { requireToken } from "../../_chain/cookies.ts";
import { page, problemOf, serve } from "../../_page/serve.ts";
import { resetDone, resetView, titles } from "./_views.ts";

export const handler = serve(setPassword, async (call) => {
  const { csrfToken, token, newPassword, unlinkAccounts } = call.body;
  await requireToken(call, csrfToken);
  const options = { ip: call.client.ip, endings: handOverWrites, unlinkAccounts };
  const work = Reset.reset(token ?? "", newPassword, options);
  const problem = await problemOf(work, [InvalidResetToken, WeakPassword]);
  if (problem === undefined) return page(call, { title: titles.resetDone, body: resetDone });
  const body = (csrf: string) => resetView({ csrf, token, problem });
  return page(call, { title: titles.reset, body });
});
