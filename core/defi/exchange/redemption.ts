import type { Mode } from "../../kernel/mode.ts";
import { postable } from "../../ledger/amount.ts";
import type { Posting } from "../../ledger/schema.ts";
import * as Table from "../../platform/table/index.ts";
import { burn } from "./engine/pool.ts";
import { POSTABLE_FEE } from "./liquidity.ts";
import type { Pair } from "./pairs.ts";
import { poolKey, poolOf, poolWrite } from "./pools.ts";
import { redemptionPostings } from "./postings.ts";
import { orRefuse } from "./refuse.ts";
import { mustPay } from "./remove-liquidity.ts";

/** The treasury's share of the fees is shares of the pools; here they become the tokens that they stand for. */

export interface Redemption {
  readonly pair: Pair;
  /** Base units of the pool's shares. */
  readonly shares: bigint;
  readonly minAmount0: bigint;
  readonly minAmount1: bigint;
}

/**
 * What giving shares of the treasury back does, exactly as a removal of a user's: over the pool that is read
 * now. Whether the treasury has so many, the ledger says.
 * @throws SLIPPAGE_EXCEEDED, INVALID_AMOUNT
 */
export async function redeeming(
  mode: Mode,
  { pair, shares, minAmount0, minAmount1 }: Redemption,
): Promise<{ readonly postings: readonly Posting[]; readonly writes: readonly Table.Write[] }> {
  const pool = poolOf(mode, pair, await Table.get(poolKey(mode, pair)));
  const burned = orRefuse(() => burn(pool.state, shares, POSTABLE_FEE));
  postable(burned.amount0, burned.amount1, burned.feeLiquidity);
  mustPay(pair, burned, [minAmount0, minAmount1]);
  return {
    postings: redemptionPostings(mode, pair, { ...burned, liquidity: shares }),
    writes: [poolWrite(pool, burned.pool)],
  };
}
