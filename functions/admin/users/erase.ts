import { erase } from "../../../contract/admin/users.ts";
import { order } from "../../../core/people/orders.ts";
import { Reply } from "../../_chain/call.ts";
import { serve } from "../../_chain/serve.ts";

export const handler = serve(erase, async ({ actor, params, body }) => {
  const outcome = await order(actor, params.id, body);
  if (outcome.kind === "asked") return { erasure: { dueAt: outcome.dueAt } };
  const { approvalId: id, expiresAt } = outcome;
  return new Reply({ pendingApproval: { id, expiresAt } }, { status: 202 });
});
