import { addLiquidity } from "../../core/defi/exchange/add-liquidity.ts";
import type { PoolState } from "../../core/defi/exchange/engine/pool.ts";
import { getPair, poolAccount } from "../../core/defi/exchange/pairs.ts";
import { readExchange } from "../../core/defi/exchange/pools.ts";
import type { Added, Swapped } from "../../core/defi/exchange/schema.ts";
import * as Swaps from "../../core/defi/exchange/swap.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { accountOf } from "../../core/ledger/accounts.ts";
import * as Ledger from "../../core/ledger/index.ts";
import { ensure as ensureWallet } from "../../core/wallets/opening.ts";
import { deposit, newActor, readBalances } from "./ledger.ts";

/** Pools and traders for tests. Amounts are decimal strings in whole units, as in requests. */

/** Deposits an amount of an asset for a user. Opens the wallet if it does not exist. */
export async function depositUnits(actor: UserActor, asset: string, amount: string): Promise<void> {
  await ensureWallet(actor, asset);
  const units = Money.parse(amount, assetDecimals(asset));
  await deposit(accountOf(actor, asset), units);
}

const assetDecimals = (asset: string): number => ({ EUR: 2, USD: 2, BTC: 8, USDC: 6 })[asset] ?? 18;

/** Returns a user's available balance of an asset. */
export const availableUnits = async (actor: UserActor, asset: string): Promise<string> =>
  Money.format((await readBalances(accountOf(actor, asset))).available, assetDecimals(asset));

/** Adds liquidity to a pool. @returns the provider, and the result */
export async function provideLiquidity(
  pairId: string,
  amount0: string,
  amount1: string,
  provider: UserActor = newActor(),
): Promise<{ readonly provider: UserActor; readonly added: Added }> {
  const { token0, token1 } = getPair(pairId);
  await depositUnits(provider, token0.symbol, amount0);
  await depositUnits(provider, token1.symbol, amount1);
  const added = await addLiquidity(provider, { pairId, amount0, amount1, slippage: "0.5" });
  return { provider, added };
}

export const inOneMinute = (): string => new Date(Clock.nowMs() + 60_000).toISOString();

export const swapAtAnyPrice = (
  actor: UserActor,
  tokenIn: string,
  tokenOut: string,
  amountIn: string,
): Promise<Swapped> =>
  Swaps.swap(actor, { tokenIn, tokenOut, amountIn, minAmountOut: "0", deadline: inOneMinute() });

/** Returns a pool's state as stored. */
export async function readPool(pairId: string): Promise<PoolState> {
  const pool = (await readExchange("live")).pools.get(pairId);
  if (!pool) throw new Error(`no pool ${pairId}`);
  return pool.state;
}

/** Returns a pool's reserves according to the ledger. */
export async function ledgerReserves(pairId: string): Promise<Pick<PoolState, "reserve0" | "reserve1">> {
  const { token0, token1 } = getPair(pairId);
  const [reserve0, reserve1] = await Promise.all([
    Ledger.balance(poolAccount(pairId), token0.symbol),
    Ledger.balance(poolAccount(pairId), token1.symbol),
  ]);
  return { reserve0, reserve1 };
}
