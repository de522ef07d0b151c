import { create } from "../../../../contract/public/governance/proposals.ts";
import * as Governance from "../../../../core/defi/governance/index.ts";
import type { Created } from "../../../../core/defi/governance/schema.ts";
import { serve } from "../../../_chain/public-api.ts";
import { proposalWithActions } from "../_view.ts";

export const handler = serve<typeof create, Created>(
  create,
  ({ actor, body: { discussion_url: discussionUrl, actions = [], ...draft }, idempotency }) =>
    Governance.create(actor, { ...draft, actions, discussionUrl }, idempotency),
  (created, { actor }) => proposalWithActions(actor, created),
);
