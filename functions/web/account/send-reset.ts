import { sendReset } from "../../../contract/web/account.ts";
import * as Reset from "../../../core/identity/mail-links/reset-password.ts";
import { requireToken } from "../../_chain/cookies.ts";
import { page, serve } from "../../_page/serve.ts";
import { sentView, titles } from "./_views.ts";

export const handler = serve(sendReset, async (call) => {
  await requireToken(call, call.body.csrfToken);
  await Reset.request(call.body.email);
  return page(call, { title: titles.sent, body: sentView });
});
