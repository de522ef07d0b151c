import { cancel } from "../../../../contract/mobile/payments/scheduled.ts";
import * as Scheduled from "../../../../core/banking/scheduled/index.ts";
import { serve } from "../../../_chain/serve.ts";
import { shown } from "../../../_views/scheduled.ts";

export const handler = serve(cancel, async ({ actor, params }) =>
  shown(await Scheduled.cancel(actor, params.id)),
);
