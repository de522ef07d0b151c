import { adjust } from "../../../contract/defi/wallets.ts";
import * as Adjustments from "../../../core/defi/adjustments/index.ts";
import { serve } from "../../_chain/serve.ts";
import { adjusted, decimal } from "./_view.ts";

export const handler = serve(
  adjust,
  {
    reads: ({ owner, params, body }) => Adjustments.adjustReads(owner, params.id, body),
    run: ({ actor, params, body, idempotency }) =>
      Adjustments.adjust(actor, params.id, { ...body, amount: decimal(body.amount) }, idempotency),
  },
  adjusted,
);
