import { min } from "../../../kernel/money/index.ts";
import { amountOut, FEE_SCALE, must, sqrt } from "./amounts.ts";

/**
 * A constant-product pool as a value: every operation returns the pool after it. Source: Uniswap v2-core,
 * `UniswapV2Pair.sol`, unit for unit, so that its recorded traces can be replayed.
 */
export interface PoolState {
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  /** All shares, locked ones included. */
  readonly totalSupply: bigint;
  /** reserve0 x reserve1 after the last mint or burn; 0 without a protocol fee. */
  readonly kLast: bigint;
}

export const EMPTY: PoolState = { reserve0: 0n, reserve1: 0n, totalSupply: 0n, kLast: 0n };

/** Shares that the first mint locks forever, so that a single share cannot become too expensive. */
const MINIMUM_LIQUIDITY = 1000n;

/** Reserves are bounded like a `uint112`. */
export const MAX_RESERVE = 2n ** 112n - 1n;

/** The providers' parts of the growth of sqrt(k) for each part of the protocol: the protocol gets 1/6. */
const PROVIDERS_PARTS = 5n;

interface Flow {
  readonly amount0In: bigint;
  readonly amount1In: bigint;
  readonly amount0Out: bigint;
  readonly amount1Out: bigint;
}

/**
 * Returns the pool after a swap. k after the fee must not fall.
 * @throws PoolError INSUFFICIENT_OUTPUT_AMOUNT, INSUFFICIENT_LIQUIDITY, INSUFFICIENT_INPUT_AMOUNT, K,
 *   OVERFLOW
 */
export function swap(pool: PoolState, flow: Flow, feeBps: bigint): PoolState {
  const { amount0In, amount1In, amount0Out, amount1Out } = flow;
  must(amount0Out > 0n || amount1Out > 0n, "INSUFFICIENT_OUTPUT_AMOUNT");
  must(amount0Out < pool.reserve0 && amount1Out < pool.reserve1, "INSUFFICIENT_LIQUIDITY");
  must(amount0In > 0n || amount1In > 0n, "INSUFFICIENT_INPUT_AMOUNT");
  const reserve0 = pool.reserve0 + amount0In - amount0Out;
  const reserve1 = pool.reserve1 + amount1In - amount1Out;
  const charged0 = reserve0 * FEE_SCALE - amount0In * feeBps;
  const charged1 = reserve1 * FEE_SCALE - amount1In * feeBps;
  must(charged0 * charged1 >= pool.reserve0 * pool.reserve1 * FEE_SCALE ** 2n, "K");
  return { ...pool, ...bounded(reserve0, reserve1) };
}

/** Swaps an input for the maximum output. @throws as `amountOut` and `swap` */
export function swapExactIn(
  pool: PoolState,
  tokenIn: 0 | 1,
  amountIn: bigint,
  feeBps: bigint,
): { readonly pool: PoolState; readonly amountOut: bigint } {
  const [reserveIn, reserveOut] =
    tokenIn === 0 ? [pool.reserve0, pool.reserve1] : [pool.reserve1, pool.reserve0];
  const out = amountOut(amountIn, reserveIn, reserveOut, feeBps);
  return { pool: swapOf(pool, tokenIn, { amountIn, amountOut: out }, feeBps), amountOut: out };
}

/** Swaps an input for at most its maximum output. @throws as `swap` */
export const swapOf = (
  pool: PoolState,
  tokenIn: 0 | 1,
  { amountIn, amountOut }: { readonly amountIn: bigint; readonly amountOut: bigint },
  feeBps: bigint,
): PoolState =>
  swap(
    pool,
    tokenIn === 0
      ? { amount0In: amountIn, amount1In: 0n, amount0Out: 0n, amount1Out: amountOut }
      : { amount0In: 0n, amount1In: amountIn, amount0Out: amountOut, amount1Out: 0n },
    feeBps,
  );

export interface FeeSwitch {
  /** Whether the protocol takes its part of the fees. Defaults to true. */
  readonly protocolFee?: boolean;
  /** The maximum of shares that a mint or burn issues to the protocol. Unlimited by default, as in the original. */
  readonly mostFeeLiquidity?: bigint;
}

/** Returns the protocol's shares that a mint or a burn issues. */
function feeDue(pool: PoolState, { protocolFee: isOn = true, mostFeeLiquidity }: FeeSwitch): bigint {
  if (!isOn) return 0n;
  const due = protocolFee(pool);
  return mostFeeLiquidity === undefined ? due : min(due, mostFeeLiquidity);
}

export interface Minted {
  readonly pool: PoolState;
  /** Shares of the provider. */
  readonly liquidity: bigint;
  /** Shares of the protocol. */
  readonly feeLiquidity: bigint;
  /** Shares locked forever. */
  readonly lockedLiquidity: bigint;
}

/**
 * Adds amounts to a pool and issues shares. The first mint sets the price.
 * @throws PoolError INSUFFICIENT_LIQUIDITY_MINTED, OVERFLOW
 */
export function mint(pool: PoolState, amount0: bigint, amount1: bigint, fees: FeeSwitch = {}): Minted {
  const feeLiquidity = feeDue(pool, fees);
  const supply = pool.totalSupply + feeLiquidity;
  const isFirst = supply === 0n;
  const liquidity = isFirst
    ? sqrt(amount0 * amount1) - MINIMUM_LIQUIDITY
    : min((amount0 * supply) / pool.reserve0, (amount1 * supply) / pool.reserve1);
  must(liquidity > 0n, "INSUFFICIENT_LIQUIDITY_MINTED");
  const lockedLiquidity = isFirst ? MINIMUM_LIQUIDITY : 0n;
  const reserves = bounded(pool.reserve0 + amount0, pool.reserve1 + amount1);
  return {
    pool: nextPool(reserves, supply + liquidity + lockedLiquidity, fees),
    liquidity,
    feeLiquidity,
    lockedLiquidity,
  };
}

export interface Burned {
  readonly pool: PoolState;
  readonly amount0: bigint;
  readonly amount1: bigint;
  /** Shares of the protocol. */
  readonly feeLiquidity: bigint;
}

/**
 * Redeems shares for their part of the reserves.
 * @throws PoolError INSUFFICIENT_LIQUIDITY_BURNED
 */
export function burn(pool: PoolState, liquidity: bigint, fees: FeeSwitch = {}): Burned {
  const feeLiquidity = feeDue(pool, fees);
  const supply = pool.totalSupply + feeLiquidity;
  must(supply > 0n && liquidity <= supply, "INSUFFICIENT_LIQUIDITY_BURNED");
  const amount0 = (liquidity * pool.reserve0) / supply;
  const amount1 = (liquidity * pool.reserve1) / supply;
  must(amount0 > 0n && amount1 > 0n, "INSUFFICIENT_LIQUIDITY_BURNED");
  const reserves = { reserve0: pool.reserve0 - amount0, reserve1: pool.reserve1 - amount1 };
  return { pool: nextPool(reserves, supply - liquidity, fees), amount0, amount1, feeLiquidity };
}

/** Returns the shares due to the protocol since the last mint or burn: worth 1/6 of the growth of sqrt(k). */
export function protocolFee({ reserve0, reserve1, totalSupply, kLast }: PoolState): bigint {
  if (kLast === 0n) return 0n;
  const root = sqrt(reserve0 * reserve1);
  const rootLast = sqrt(kLast);
  if (root <= rootLast) return 0n;
  return (totalSupply * (root - rootLast)) / (root * PROVIDERS_PARTS + rootLast);
}

/** Returns the amounts for which shares can be redeemed now. */
export function worthOf(
  pool: PoolState,
  liquidity: bigint,
): { readonly amount0: bigint; readonly amount1: bigint } {
  const supply = pool.totalSupply + protocolFee(pool);
  if (supply === 0n) return { amount0: 0n, amount1: 0n };
  return {
    amount0: (liquidity * pool.reserve0) / supply,
    amount1: (liquidity * pool.reserve1) / supply,
  };
}

/** Returns whether redeeming shares would pay both tokens. Otherwise they cannot be redeemed. */
export function isRedeemable(pool: PoolState, liquidity: bigint): boolean {
  const { amount0, amount1 } = worthOf(pool, liquidity);
  return amount0 > 0n && amount1 > 0n;
}

/** Returns the shares' part of sqrt(reserve0 x reserve1). It grows only by fees and does not depend on the price. */
export function rootOf(pool: PoolState, liquidity: bigint): bigint {
  const supply = pool.totalSupply + protocolFee(pool);
  return supply === 0n ? 0n : (liquidity * sqrt(pool.reserve0 * pool.reserve1)) / supply;
}

type Reserves = Pick<PoolState, "reserve0" | "reserve1">;

function bounded(reserve0: bigint, reserve1: bigint): Reserves {
  must(reserve0 <= MAX_RESERVE && reserve1 <= MAX_RESERVE, "OVERFLOW");
  return { reserve0, reserve1 };
}

const nextPool = (reserves: Reserves, totalSupply: bigint, { protocolFee = true }: FeeSwitch): PoolState => ({
  ...reserves,
  totalSupply,
  kLast: protocolFee ? reserves.reserve0 * reserves.reserve1 : 0n,
});
