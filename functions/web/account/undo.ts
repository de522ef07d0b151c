import { undo } from "../../../contract/web/account.ts";
import { page, serve } from "../../_page/serve.ts";
import { titles, undoView } from "./_views.ts";

export const handler = serve(undo, (call) =>
  page(call, {
    title: titles.undo,
    body: (csrf) => undoView({ csrf, token: call.query.token }),
    isSecretAddress: true,
  }),
);
