import { askExport } from "../../../contract/auth/data.ts";
import { confirmPassword } from "../../../core/identity/change-password.ts";
import * as Requests from "../../../core/people/requests.ts";
import { serve } from "../../_chain/serve.ts";
import { exported } from "../../_views/user.ts";

export const handler = serve(askExport, async ({ actor, body }) => {
  await confirmPassword(actor, body.password);
  return { export: exported(await Requests.requestExport(actor)) };
});
