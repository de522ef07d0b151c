import { linkExport } from "../../../contract/auth/data.ts";
import { confirmPassword } from "../../../core/identity/change-password.ts";
import * as Requests from "../../../core/people/requests.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(linkExport, async ({ actor, body }) => {
  await confirmPassword(actor, body.password);
  return Requests.linkExport(actor);
});
