import { confirm } from "../../../contract/auth/verify-phone.ts";
import { confirm as confirmPhone } from "../../../core/identity/phones/confirm.ts";
import { serve } from "../../_chain/serve.ts";
import { done } from "../../_views/done.ts";

export const handler = serve(confirm, async ({ actor, body, reader }) => {
  const phone = await confirmPhone(actor, body.code);
  return { ...done(reader, "phoneVerified"), phone };
});
