import { setup } from "../../../contract/payments/cards.ts";
import * as Setup from "../../../core/payments/cards/setup.ts";
import { serve } from "../../_chain/serve.ts";
import { success } from "../_success.ts";

export const handler = serve<typeof setup, Setup.Setup>(
  setup,
  ({ actor, idempotency }) => Setup.create(actor, idempotency),
  success,
);
