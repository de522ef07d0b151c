import { create } from "../../../contract/loyalty/programs.ts";
import * as MerchantPrograms from "../../../core/payments/merchants/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve(
  create,
  ({ actor, body, idempotency }) => MerchantPrograms.enrol(actor, body, idempotency),
  View.program,
);
