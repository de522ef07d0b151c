import { process } from "../../../contract/mobile/payments.ts";
import * as Payments from "../../../core/payments/made/index.ts";
import type { Processed } from "../../../core/payments/made/schema.ts";
import { serveConfirmedAbove } from "../../_chain/step-up-above.ts";
import * as PaymentView from "../../_views/payment.ts";

export const handler = serveConfirmedAbove<typeof process, Processed>(
  process,
  {
    reads: ({ owner, body }) => Payments.processReads(owner, body),
    run: ({ actor, body, outgoing, idempotency }) => Payments.process(actor, body, outgoing, idempotency),
  },
  PaymentView.processed,
);
