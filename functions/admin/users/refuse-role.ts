import { refuseRole } from "../../../contract/admin/users.ts";
import { reject } from "../../../core/identity/roles/requests.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(refuseRole, async ({ actor, params: { id, approvalId } }) => {
  await reject(actor, id, approvalId);
  return { id: approvalId };
});
