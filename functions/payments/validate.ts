import { validate } from "../../contract/payments.ts";
import type { Validated } from "../../core/payments/payments/schema.ts";
import * as Validate from "../../core/payments/payments/validate.ts";
import { serve } from "../_chain/serve.ts";
import { success } from "../_views/success.ts";

export const handler = serve<typeof validate, Validated>(
  validate,
  ({ actor, body, idempotency }) => Validate.validate(actor, body, idempotency),
  success,
);
