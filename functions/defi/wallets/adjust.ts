import { adjust } from "../../../contract/defi/wallets.ts";
import * as Wallets from "../../../core/ledger/wallets/index.ts";
import type { Adjusted } from "../../../core/ledger/wallets/schema.ts";
import { serve } from "../../_chain/serve.ts";
import { adjusted, decimal } from "./_view.ts";

export const handler = serve<typeof adjust, Adjusted>(
  adjust,
  ({ actor, params, body, idempotency }) =>
    Wallets.adjust(actor, params.id, { ...body, amount: decimal(body.amount) }, idempotency),
  adjusted,
);
