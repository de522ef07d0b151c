import { withdraw } from "../../../../contract/public/farming/positions.ts";
import { positionReads } from "../../../../core/defi/farming/operation.ts";
import type { Exited, Withdrawn } from "../../../../core/defi/farming/schema.ts";
import * as Withdraw from "../../../../core/defi/farming/withdraw.ts";
import type * as Idempotency from "../../../../core/platform/idempotency/index.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../_view.ts";

export const handler = serve<typeof withdraw, Withdrawn | Exited>(
  withdraw,
  {
    reads: ({ owner, params, body }) => positionReads(owner, params.id, body.shares === undefined),
    run: ({ actor, params: { id: positionId }, body: { shares: amount }, idempotency }) =>
      amount === undefined
        ? Withdraw.exit(actor, positionId, idempotency as Idempotency.Claim<Exited>)
        : Withdraw.withdrawShares(actor, { positionId, amount }, idempotency as Idempotency.Claim<Withdrawn>),
  },
  (withdrawn, { actor }) => View.withdrawn(actor, withdrawn),
);
