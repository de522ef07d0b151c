import { create } from "../../contract/payments.ts";
import * as Payments from "../../core/payments/payments/index.ts";
import type { Payment } from "../../core/payments/payments/schema.ts";
import { serveConfirmed } from "../_chain/proof.ts";
import { success } from "../_views/done.ts";

export const handler = serveConfirmed<typeof create, Payment>(
  create,
  ({ actor, body, confirm, idempotency }) => Payments.pay(actor, body, confirm, idempotency),
  success,
);
