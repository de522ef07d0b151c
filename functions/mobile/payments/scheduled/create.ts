import { create } from "../../../../contract/mobile/payments/scheduled.ts";
import * as Scheduled from "../../../../core/banking/scheduled/create.ts";
import type { ScheduledPayment } from "../../../../core/banking/scheduled/schema.ts";
import { serveConfirmed } from "../../../_chain/step-up.ts";
import { checkSent, isAbove } from "../../../_chain/step-up-above.ts";
import { shown } from "../../../_views/scheduled.ts";

export const handler = serveConfirmed<typeof create, ScheduledPayment>(
  create,
  {
    reads: ({ owner, body }) => Scheduled.createReads(owner, body),
    run: async ({ actor, body, confirm, idempotency }) => {
      checkSent(actor, body);
      return Scheduled.create(actor, body, { confirm, isAbove: () => isAbove(body) }, idempotency);
    },
  },
  shown,
);
