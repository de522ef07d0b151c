import { unblock } from "../../../contract/admin/users.ts";
import * as Blocks from "../../../core/identity/roles/index.ts";
import { serve } from "../../_chain/serve.ts";
import { account } from "./_view.ts";

export const handler = serve(unblock, async ({ actor, params, body }) => ({
  user: account(await Blocks.unblock(actor, params.id, body.reason)),
}));
