import { create } from "../../../../contract/mobile/payments/scheduled.ts";
import * as Scheduled from "../../../../core/banking/scheduled/index.ts";
import type { ScheduledPayment } from "../../../../core/banking/scheduled/schema.ts";
import { serveConfirmedAbove } from "../../../_chain/step-up-above.ts";
import { shown } from "../../../_views/scheduled.ts";

export const handler = serveConfirmedAbove<typeof create, ScheduledPayment>(
  create,
  ({ actor, body, idempotency }) => Scheduled.create(actor, body, idempotency),
  shown,
);
