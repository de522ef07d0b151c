import { create } from "../../../../contract/defi/governance/proposals.ts";
import * as Governance from "../../../../core/defi/governance/index.ts";
import { serve } from "../../../_chain/serve.ts";
import { created } from "../../../_views/governance.ts";

export const handler = serve(
  create,
  ({ actor, body, idempotency }) => Governance.create(actor, body, idempotency),
  created,
);
