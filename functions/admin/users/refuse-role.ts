import { refuseRole } from "../../../contract/admin/users.ts";
import { reject } from "../../../core/identity/roles/requests.ts";
import { serveConfirmed } from "../../_chain/proof.ts";

export const handler = serveConfirmed(refuseRole, async ({ actor, params: { id, approvalId } }) => {
  await reject(actor, id, approvalId);
  return { id: approvalId };
});
