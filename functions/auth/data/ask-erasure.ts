import { askErasure } from "../../../contract/auth/data.ts";
import { confirmPassword } from "../../../core/identity/change-password.ts";
import { requestErasure } from "../../../core/people/requests.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(askErasure, async ({ actor, body }) => {
  await confirmPassword(actor, body.password);
  return { erasure: await requestErasure(actor) };
});
