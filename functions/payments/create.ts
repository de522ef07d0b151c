import { create } from "../../contract/payments.ts";
import * as Payments from "../../core/payments/payments/index.ts";
import type { Payment } from "../../core/payments/payments/schema.ts";
import { centsOf } from "../../core/prices/worth.ts";
import { serve } from "../_chain/serve.ts";
import { success } from "../_views/success.ts";

export const handler = serve<typeof create, Payment>(
  create,
  {
    reads: ({ owner, body }) => Payments.createReads(owner, body),
    run: ({ actor, body, idempotency }) => Payments.create(actor, body, idempotency, centsOf),
  },
  success,
);
