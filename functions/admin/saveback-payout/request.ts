import { request } from "../../../contract/admin/saveback-payout.ts";
import * as Saveback from "../../../core/loyalty/saveback/index.ts";
import { Reply } from "../../_chain/call.ts";
import { serve } from "../../_chain/serve.ts";
import { success } from "../../_views/success.ts";
import * as View from "./_view.ts";

const message = "The payout waits for a person's approval. Nothing was paid, and no reward has changed.";

export const handler = serve<typeof request, Saveback.Answer>(
  request,
  ({ actor, body: { action, ...filters }, idempotency }) =>
    action === "preview" ? Saveback.preview(actor, filters) : Saveback.request(actor, filters, idempotency),
  ({ requestId, ...answer }) => {
    const plan = View.plan(answer.plan);
    if (requestId === undefined) return success({ plan });
    return new Reply(success({ status: "pending_human_approval" as const, message, requestId, plan }), {
      status: 202,
    });
  },
);
