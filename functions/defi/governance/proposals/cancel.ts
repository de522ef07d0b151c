import { cancel } from "../../../../contract/defi/governance/proposals.ts";
import * as Cancelling from "../../../../core/defi/governance/index.ts";
import { serve } from "../../../_chain/serve.ts";
import { cancelled } from "../../../_views/governance.ts";

export const handler = serve(
  cancel,
  ({ actor, params, idempotency }) => Cancelling.cancel(actor, params.id, idempotency),
  cancelled,
);
