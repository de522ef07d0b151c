import { restore } from "../../../contract/web/account.ts";
import { InvalidMailLink } from "../../../core/identity/mail-links/errors.ts";
import { undo } from "../../../core/identity/mail-links/undo-email.ts";
import { isAnyOf } from "../../../core/kernel/errors.ts";
import { requireToken } from "../../_chain/cookies.ts";
import { page, serve } from "../../_page/serve.ts";
import { titles, undoneView, undoView } from "./_views.ts";

export const handler = serve(restore, async (call) => {
  const { csrfToken, token } = call.body;
  await requireToken(call, csrfToken);
  const restored = await undo(token ?? "").catch((error: unknown) => {
    if (isAnyOf(error, [InvalidMailLink])) return error;
    throw error;
  });
  if (typeof restored === "string") return page(call, { title: titles.undone, body: undoneView(restored) });
  const problem = restored.text;
  return page(call, { title: titles.undo, body: (csrf) => undoView({ csrf, token, problem }) });
});
