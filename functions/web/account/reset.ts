import { reset } from "../../../contract/web/account.ts";
import { page, serve } from "../../_page/serve.ts";
import { resetView, titles } from "./_views.ts";

export const handler = serve(reset, (call) =>
  page(call, {
    title: titles.reset,
    body: (csrf) => resetView({ csrf, token: call.query.token }),
    isSecretAddress: true,
  }),
);
