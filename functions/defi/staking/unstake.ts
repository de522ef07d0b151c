import { unstake } from "../../../contract/defi/staking.ts";
import * as Unstake from "../../../core/defi/staking/unstake.ts";
import { serve } from "../../_chain/serve.ts";
import { unstaked } from "../../_views/staking.ts";

export const handler = serve(
  unstake,
  {
    reads: ({ owner, body }) => Unstake.unstakeReads(owner, body),
    run: ({ actor, body, idempotency }) => Unstake.unstake(actor, body, idempotency),
  },
  unstaked,
);
