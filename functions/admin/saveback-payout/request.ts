import { request } from "../../../contract/admin/saveback-payout.ts";
import { text } from "../../../core/kernel/texts/index.ts";
import * as Saveback from "../../../core/loyalty/saveback/index.ts";
import { Reply } from "../../_chain/call.ts";
import { serve } from "../../_chain/serve.ts";
import { success } from "../../_views/done.ts";
import * as View from "../_view.ts";

const MESSAGE = text(
  "The payout is awaiting approval by a second administrator. Nothing was paid, and no reward has changed.",
  "Le versement attend l'approbation d'un second administrateur. Rien n'a été payé, et aucune récompense n'a changé.",
);

export const handler = serve<typeof request, Saveback.PayoutResponse>(
  request,
  ({ actor, body: { action, ...filters }, idempotency }) =>
    action === "preview" ? Saveback.preview(actor, filters) : Saveback.request(actor, filters, idempotency),
  ({ requestId, ...answer }, { reader }) => {
    const plan = View.payoutPlan(answer.plan);
    if (requestId === undefined) return success({ plan });
    return new Reply(
      success({
        status: "pending_human_approval" as const,
        message: MESSAGE.in(reader.language),
        requestId,
        plan,
      }),
      { status: 202 },
    );
  },
);
