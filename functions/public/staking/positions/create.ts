import { create } from "../../../../contract/public/staking/positions.ts";
import * as Staking from "../../../../core/defi/staking/index.ts";
import type { Staked } from "../../../../core/defi/staking/schema.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../_view.ts";

export const handler = serve<typeof create, Staked>(
  create,
  {
    reads: ({ owner }) => Staking.stakeReads(owner),
    run: ({ actor, body: { pool: poolId, amount }, idempotency }) =>
      Staking.stake(actor, { poolId, amount }, idempotency),
  },
  (result, { actor }) => View.staked(actor, result),
);
