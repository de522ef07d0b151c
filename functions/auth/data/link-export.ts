import { linkExport } from "../../../contract/auth/data.ts";
import { confirmPassword, passwordReads } from "../../../core/identity/change-password.ts";
import * as Exports from "../../../core/people/exports.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(linkExport, {
  reads: ({ owner }) => passwordReads(owner),
  run: async ({ actor, body }) => {
    await confirmPassword(actor, body.password, "password");
    return Exports.link(actor);
  },
});
