import { unstake } from "../../../../contract/public/staking/positions.ts";
import type { Unstaked } from "../../../../core/defi/staking/schema.ts";
import * as Unstake from "../../../../core/defi/staking/unstake.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../_view.ts";

export const handler = serve<typeof unstake, Unstaked>(
  unstake,
  {
    reads: ({ owner, params }) => Unstake.unstakeReads(owner, { positionId: params.id }),
    run: ({ actor, params, body: { amount, force_early: forceEarly }, idempotency }) =>
      Unstake.unstake(actor, { positionId: params.id, amount, forceEarly }, idempotency),
  },
  (result, { actor }) => View.unstaked(actor, result),
);
