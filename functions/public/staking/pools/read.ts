import { read } from "../../../../contract/public/staking/pools.ts";
import * as Funding from "../../../../core/defi/staking/funding.ts";
import * as Supply from "../../../../core/ledger/supply.ts";
import { serve } from "../../../_chain/public-api.ts";
import { pool } from "../_view.ts";

export const handler = serve(read, async ({ actor, params }) => {
  const [{ one, fundedUntil }, createdAt] = await Promise.all([
    Funding.fromId(actor.mode, params.id),
    Supply.issuedAt(actor.mode),
  ]);
  return pool(actor, one, { fundedUntil, createdAt });
});
