import { letIn } from "../../../contract/web/account.ts";
import { InvalidMailLink } from "../../../core/identity/mail-links/errors.ts";
import * as LetIn from "../../../core/identity/mail-links/reset-password.ts";
import { requireToken } from "../../_chain/cookies.ts";
import { page, problemOf, serve } from "../../_page/serve.ts";
import { titles, unlockDone, unlockView } from "./_views.ts";

export const handler = serve(letIn, async (call) => {
  const { csrfToken, token } = call.body;
  await requireToken(call, csrfToken);
  const problem = await problemOf(LetIn.allowSignIn(token ?? "", call.client.ip), [InvalidMailLink]);
  if (problem === undefined) return page(call, { title: titles.unlockDone, body: unlockDone });
  const body = (csrf: string) => unlockView({ csrf, token, problem });
  return page(call, { title: titles.unlock, body });
});
