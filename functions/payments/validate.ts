import { validate } from "../../contract/payments.ts";
import type { AwaitingSecond, Validated } from "../../core/payments/payments/schema.ts";
import * as Validate from "../../core/payments/payments/validate.ts";
import { Reply } from "../_chain/call.ts";
import { serveConfirmed } from "../_chain/proof.ts";
import { success } from "../_views/done.ts";

export const handler = serveConfirmed<typeof validate, Validated | AwaitingSecond>(
  validate,
  ({ actor, body, idempotency }) => Validate.validate(actor, body, idempotency),
  (outcome) =>
    "pendingApproval" in outcome ? new Reply(success(outcome), { status: 202 }) : success(outcome),
);
