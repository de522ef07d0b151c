import * as z from "zod";
import { mode } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";

/** The exchange's stored data and results. Amounts are base units of their token. */

export const pool = z.object({
  mode,
  pairId: z.string(),
  reserve0: z.bigint(),
  reserve1: z.bigint(),
  totalSupply: z.bigint(),
  /** A product of reserves exceeds the 38 digits of a number in the table. */
  kLast: z.string().regex(/^\d+$/).transform(BigInt),
  version: z.bigint(),
});

export const position = z.object({
  positionId: z.string(),
  mode,
  userId: z.string(),
  pairId: z.string(),
  /** Base units of the pool's shares, including those in farms; 0 once closed. */
  lpTokens: z.bigint(),
  /** Shares in a farm, which cannot be removed. */
  farmed: z.bigint().default(0n),
  token0Deposited: z.bigint(),
  token1Deposited: z.bigint(),
  /** The shares' worth in sqrt(k) when they were minted, rounded up. Any growth since then is fees. */
  rootDeposited: z.bigint(),
  /** The time of the last opening. */
  createdAt: z.string(),
  version: z.bigint(),
});
export type Position = z.output<typeof position>;

/** A pool's volume, and its reserves before. */
export const volume = z.object({
  volume0: z.bigint(),
  volume1: z.bigint(),
  fee0: z.bigint(),
  fee1: z.bigint(),
  open0: z.bigint(),
  open1: z.bigint(),
});

/** `sell` is a trade of token0 for token1, `buy` the reverse. */
export const sides = ["buy", "sell"] as const;

/** One swap through one pool. */
export const trade = volume.extend({ at: z.string(), entryId: z.string(), side: z.enum(sides) });
export type PairTrade = z.output<typeof trade>;

/** A completed swap. Plain, so that it can be recorded under an idempotency key. */
export const swapped = z.object({
  /** The journal entry. */
  entryId: z.string(),
  transactionHash: z.string(),
  tokenIn: z.string(),
  tokenOut: z.string(),
  amountIn: z.bigint(),
  amountOut: z.bigint(),
  /** The fees of all pools on the route: exact decimal string, in whole tokens of tokenIn. */
  fee: z.string(),
  /** Percent, rounded up to 4 decimals. */
  priceImpact: z.string(),
  /** Symbols, first and last included. */
  route: z.array(z.string()).readonly(),
  executedAt: z.string(),
});
export type Swapped = z.output<typeof swapped>;

export interface PositionView
  extends Pick<
    Position,
    "pairId" | "lpTokens" | "farmed" | "token0Deposited" | "token1Deposited" | "createdAt"
  > {
  readonly id: string;
  /** The proceeds if all shares were removed now. */
  readonly token0Amount: BaseUnits;
  readonly token1Amount: BaseUnits;
  /** US dollars, rounded down. */
  readonly currentValue: string;
  /** US dollars, rounded down; a part of `currentValue`. */
  readonly unclaimedFees: string;
}

/** The entry that changed a position. */
interface Entered {
  readonly entryId: string;
  readonly createdAt: string;
  readonly transactionHash: string;
}

export interface Added extends Entered {
  readonly lpTokensReceived: BaseUnits;
  /** The position's part of the pool in percent, rounded down. */
  readonly poolShare: string;
  readonly position: PositionView;
}

export interface Removed extends Entered {
  readonly lpTokensBurned: BaseUnits;
  readonly amount0: BaseUnits;
  readonly amount1: BaseUnits;
  readonly position: PositionView;
}
