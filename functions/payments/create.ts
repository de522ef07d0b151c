import { create } from "../../contract/payments.ts";
import * as Payments from "../../core/payments/payments/index.ts";
import type { Payment } from "../../core/payments/payments/schema.ts";
import { serve } from "../_chain/serve.ts";
import { success } from "../_views/done.ts";

export const handler = serve<typeof create, Payment>(
  create,
  ({ actor, body, idempotency }) => Payments.create(actor, body, idempotency),
  success,
);
