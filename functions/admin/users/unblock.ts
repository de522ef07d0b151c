import { unblock } from "../../../contract/admin/users.ts";
import * as Roles from "../../../core/identity/roles/index.ts";
import { serve } from "../../_chain/serve.ts";
import { account } from "../_view.ts";

export const handler = serve(unblock, async ({ actor, params, body }) => ({
  user: account(await Roles.unblock(actor, params.id, body.reason)),
}));
