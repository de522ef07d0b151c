import { removeDelegation } from "../../../../contract/defi/governance.ts";
import * as Delegation from "../../../../core/defi/governance/delegation.ts";
import { serve } from "../../../_chain/serve.ts";
import { delegation } from "../_view.ts";

export const handler = serve<typeof removeDelegation, Delegation.Shown>(
  removeDelegation,
  ({ actor, idempotency }) => Delegation.remove(actor, idempotency),
  delegation,
);
