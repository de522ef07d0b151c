import type { read } from "../../../contract/public/staking/pools.ts";
import type { ResultOf } from "../../../contract/route.ts";
import * as Funding from "../../../core/defi/staking/funding.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import * as Supply from "../../../core/ledger/supply.ts";
import { pool } from "./_view.ts";

/** All pools, as of now. */
export async function allPools(actor: UserActor): Promise<ResultOf<typeof read>[]> {
  const [{ pools, fundedUntil }, createdAt] = await Promise.all([
    Funding.list(actor.mode),
    Supply.issuedAt(actor.mode),
  ]);
  return pools.map((one) => pool(actor, one, { fundedUntil, createdAt }));
}

/** Those of these ids. */
export const poolsOf = async (actor: UserActor, ids: ReadonlySet<string>) =>
  (await allPools(actor)).filter(({ id }) => ids.has(id));
