import { request } from "../../../contract/auth/verify-phone.ts";
import * as PhonesOnWeb from "../../../core/identity/phones/on-web.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(request, async ({ actor, body, client, reader }) => {
  await PhonesOnWeb.request(actor, client.ip, body);
  return done(reader, "codeTexted");
});
