import { erase } from "../../../contract/admin/users.ts";
import { requestErasureOf } from "../../../core/people/admin-requests.ts";
import { Reply } from "../../_chain/call.ts";
import { serveConfirmed } from "../../_chain/proof.ts";

export const handler = serveConfirmed(erase, async ({ actor, params, body }) => {
  const outcome = await requestErasureOf(actor, params.id, body);
  if (outcome.kind === "asked") return { erasure: { dueAt: outcome.dueAt } };
  const { approvalId: id, expiresAt } = outcome;
  return new Reply({ pendingApproval: { id, expiresAt } }, { status: 202 });
});
