import { reset } from "../../../contract/web/account.ts";
import { page } from "../../_page/index.ts";
import { serve } from "../../_page/serve.ts";
import { resetView } from "./_views.ts";

export const handler = serve(reset, (call) =>
  page(call, {
    title: "Choose a new password",
    body: (csrf) => resetView({ csrf, token: call.query.token }),
    isSecretAddress: true,
  }),
);
