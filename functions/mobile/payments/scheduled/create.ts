import { create } from "../../../../contract/mobile/payments/scheduled.ts";
import * as Scheduled from "../../../../core/banking/scheduled/index.ts";
import { parseOutgoing } from "../../../../core/transfers/outgoing.ts";
import { serveConfirmed } from "../../../_chain/proof.ts";
import { scheduledPayment } from "../../../_views/mobile.ts";

export const handler = serveConfirmed(
  create,
  async ({ actor, body, confirm, idempotency }) =>
    Scheduled.create(actor, body, parseOutgoing(actor, body), confirm, idempotency),
  scheduledPayment,
);
