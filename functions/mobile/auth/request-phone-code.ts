import { requestPhoneCode } from "../../../contract/mobile/auth.ts";
import { request } from "../../../core/identity/phones/request.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(requestPhoneCode, async ({ actor, client, reader }) => {
  await request(actor, client.ip);
  return done(reader, "codeTexted");
});
