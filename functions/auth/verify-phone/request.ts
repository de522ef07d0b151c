import { request } from "../../../contract/auth/verify-phone.ts";
import { requestOnWeb } from "../../../core/identity/phones/request.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(request, async ({ actor, body, client, reader }) => {
  await requestOnWeb(actor, client.ip, body);
  return done(reader, "codeTexted");
});
