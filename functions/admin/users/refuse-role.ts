import { refuseRole } from "../../../contract/admin/users.ts";
import { refuse } from "../../../core/identity/roles/requests.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(refuseRole, async ({ actor, params: { id, approvalId } }) => {
  await refuse(actor, id, approvalId);
  return { id: approvalId };
});
