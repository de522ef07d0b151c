import { create } from "../../../contract/loyalty/programs.ts";
import type { Program } from "../../../core/loyalty/programs/schema.ts";
import * as MerchantPrograms from "../../../core/payments/merchants/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/loyalty.ts";

export const handler = serve<typeof create, Program>(
  create,
  ({ actor, body, idempotency }) => MerchantPrograms.enrol(actor, body, idempotency),
  View.program,
);
