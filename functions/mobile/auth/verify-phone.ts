import { verifyPhone } from "../../../contract/mobile/auth.ts";
import { confirm } from "../../../core/identity/phones/confirm.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(verifyPhone, async ({ actor, body, reader }) => {
  const phone = await confirm(actor, body.code);
  return { ...done(reader, "phoneVerified"), phone };
});
