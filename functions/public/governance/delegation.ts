import { delegation } from "../../../contract/public/governance.ts";
import * as Delegation from "../../../core/defi/governance/delegation.ts";
import { serve } from "../../_chain/public-api.ts";
import * as View from "./_view.ts";

export const handler = serve<typeof delegation, Delegation.DelegationView>(
  delegation,
  ({ actor, body: { delegate }, idempotency }) =>
    delegate === null ? Delegation.remove(actor, idempotency) : Delegation.set(actor, delegate, idempotency),
  (set, { actor }) => View.delegation(actor, set),
);
