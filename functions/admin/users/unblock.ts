import { unblock } from "../../../contract/admin/users.ts";
import * as Roles from "../../../core/identity/roles/index.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { account } from "../_view.ts";

export const handler = serveConfirmed(unblock, async ({ actor, params, body }) => ({
  user: account(await Roles.unblock(actor, params.id, body.reason)),
}));
