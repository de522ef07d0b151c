import { unlock } from "../../../contract/web/account.ts";
import { page, serve } from "../../_page/serve.ts";
import { titles, unlockView } from "./_views.ts";

export const handler = serve(unlock, (call) =>
  page(call, {
    title: titles.unlock,
    body: (csrf) => unlockView({ csrf, token: call.query.token }),
    isSecretAddress: true,
  }),
);
