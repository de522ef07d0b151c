import { setRole } from "../../../contract/admin/users.ts";
import { changeRole } from "../../../core/identity/roles/index.ts";
import { Reply } from "../../_chain/call.ts";
import { serveConfirmed } from "../../_chain/proof.ts";
import { account } from "../_view.ts";

export const handler = serveConfirmed(setRole, async ({ actor, params, body }) => {
  const outcome = await changeRole(actor, params.id, body);
  if (outcome.kind === "changed") return { user: account(outcome.user) };
  const { approvalId: id, expiresAt } = outcome;
  return new Reply({ pendingApproval: { id, expiresAt } }, { status: 202 });
});
