import { list } from "../../../../contract/public/staking/pools.ts";
import * as Funding from "../../../../core/defi/staking/funding.ts";
import * as Supply from "../../../../core/ledger/supply/index.ts";
import { serve } from "../../../_chain/serve.ts";
import { listOf, pageOf } from "../../_view.ts";
import { pool } from "../_view.ts";

export const handler = serve(list, async ({ actor, query }) => {
  const [{ pools, fundedUntil }, createdAt] = await Promise.all([
    Funding.list(actor.mode),
    Supply.issuedAt(actor.mode),
  ]);
  const { rows, next } = pageOf(pools, query);
  return listOf(
    rows.map((one) => pool(actor, one, { fundedUntil, createdAt })),
    next,
  );
});
