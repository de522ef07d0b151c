import { request } from "../../../contract/auth/verify-phone.ts";
import { requestOnWeb } from "../../../core/identity/phones/request.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { done } from "../../_views/done.ts";

export const handler = serveConfirmed(request, async ({ actor, body, client, confirm, reader }) => {
  await requestOnWeb(actor, client.ip, body, confirm);
  return done(reader, "codeTexted");
});
