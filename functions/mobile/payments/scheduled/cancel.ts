import { cancel } from "../../../../contract/mobile/payments/scheduled.ts";
import * as Scheduled from "../../../../core/banking/scheduled/index.ts";
import { serve } from "../../../_chain/serve.ts";
import { scheduledPayment } from "../../../_views/mobile.ts";

export const handler = serve(cancel, async ({ actor, params }) =>
  scheduledPayment(await Scheduled.cancel(actor, params.id)),
);
