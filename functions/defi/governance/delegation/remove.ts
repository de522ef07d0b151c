import { remove } from "../../../../contract/defi/governance/delegation.ts";
import * as Delegation from "../../../../core/defi/governance/delegation.ts";
import { serve } from "../../../_chain/serve.ts";
import { delegation } from "../../../_views/governance.ts";

export const handler = serve(
  remove,
  ({ actor, idempotency }) => Delegation.remove(actor, idempotency),
  delegation,
);
