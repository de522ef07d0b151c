import { block } from "../../../contract/admin/users.ts";
import * as Roles from "../../../core/identity/roles/index.ts";
import { serve } from "../../_chain/serve.ts";
import { account } from "../_view.ts";

export const handler = serve(block, async ({ actor, params, body }) => ({
  user: account(await Roles.block(actor, params.id, body.reason)),
}));
