import { linkExport } from "../../../contract/auth/data.ts";
import { confirmPassword } from "../../../core/identity/change-password.ts";
import * as Exports from "../../../core/people/exports.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(linkExport, async ({ actor, body }) => {
  await confirmPassword(actor, body.password, "password");
  return Exports.link(actor);
});
