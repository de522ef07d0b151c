import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import type { After } from "../../ledger/draft.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import type { Write } from "../../platform/table/index.ts";
import type { Pair } from "./pairs.ts";
import type { Position, Swapped } from "./schema.ts";

/** What webhooks are told of swaps and of liquidity. */

type SwapMade = Omit<Swapped, "entryId" | "transactionHash" | "executedAt">;

export const swapEvent = (
  owner: Owner,
  made: SwapMade,
  { entryId, createdAt, transactionHash }: After,
): Write =>
  ApiEvents.happened(owner, "swap.completed", {
    ...ApiEvents.objectOf("swap", owner, { id: entryId, createdAt }),
    asset_in: made.tokenIn,
    amount_in: ApiEvents.amountOf(made.amountIn, made.tokenIn),
    asset_out: made.tokenOut,
    amount_out: ApiEvents.amountOf(made.amountOut, made.tokenOut),
    fee: { value: made.fee, asset: made.tokenIn },
    price_impact_percent: made.priceImpact,
    route: [...made.route],
    transaction_hash: transactionHash,
  });

interface Moved {
  readonly pair: Pair;
  /** As it was read, and as it is after. */
  readonly before: Position;
  readonly after: Position;
  readonly amount0: bigint;
  readonly amount1: bigint;
}

export function liquidityEvent(
  type: "liquidity.added" | "liquidity.removed",
  { pair, before, after, amount0, amount1 }: Moved,
  { transactionHash }: After,
): Write {
  const shares = (units: bigint) => ({
    value: Money.format(units, pair.shareDecimals),
    asset: pair.shareAsset,
  });
  const moved = after.lpTokens - before.lpTokens;
  const position = {
    ...ApiEvents.objectOf("liquidity_position", after, { id: after.positionId, createdAt: after.createdAt }),
    pair: pair.id,
    share_asset: pair.shareAsset,
    shares: shares(after.lpTokens),
    shares_moved: shares(moved < 0n ? -moved : moved),
    base_asset: pair.token0.symbol,
    base_amount: ApiEvents.amountOf(amount0, pair.token0.symbol),
    quote_asset: pair.token1.symbol,
    quote_amount: ApiEvents.amountOf(amount1, pair.token1.symbol),
    transaction_hash: transactionHash,
  };
  return ApiEvents.happened(after, type, position, before.version + 1n);
}
