import { block } from "../../../contract/admin/users.ts";
import * as Roles from "../../../core/identity/roles/index.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { account } from "../_view.ts";

export const handler = serveConfirmed(block, async ({ actor, params, body }) => ({
  user: account(await Roles.block(actor, params.id, body.reason)),
}));
