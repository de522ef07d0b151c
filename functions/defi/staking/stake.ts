import { stake } from "../../../contract/defi/staking.ts";
import * as Staking from "../../../core/defi/staking/index.ts";
import { serve } from "../../_chain/serve.ts";
import { staked } from "../../_views/staking.ts";

export const handler = serve(
  stake,
  {
    reads: ({ owner }) => Staking.stakeReads(owner),
    run: ({ actor, body, idempotency }) => Staking.stake(actor, body, idempotency),
  },
  staked,
);
