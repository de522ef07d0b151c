import { create } from "../../../../contract/mobile/payments/scheduled.ts";
import * as Scheduled from "../../../../core/banking/scheduled/index.ts";
import type { ScheduledPayment } from "../../../../core/banking/scheduled/schema.ts";
import { parseOutgoing } from "../../../../core/transfers/outgoing.ts";
import { serveConfirmed } from "../../../_chain/step-up.ts";
import { shown } from "../../../_views/scheduled.ts";

export const handler = serveConfirmed<typeof create, ScheduledPayment>(
  create,
  async ({ actor, body, confirm, idempotency }) =>
    Scheduled.create(actor, body, parseOutgoing(actor, body), confirm, idempotency),
  shown,
);
