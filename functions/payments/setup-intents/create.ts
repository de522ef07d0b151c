import { create } from "../../../contract/payments/setup-intents.ts";
import * as Setup from "../../../core/payments/cards/saving.ts";
import { serve } from "../../_chain/serve.ts";
import { success } from "../../_views/done.ts";

export const handler = serve<typeof create, Setup.Setup>(
  create,
  ({ actor, idempotency }) => Setup.createSetup(actor, idempotency),
  success,
);
