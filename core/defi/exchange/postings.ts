import type { Mode, Owner } from "../../kernel/mode.ts";
import { accountOf, systemRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import type { Burned, Minted } from "./engine/pool.ts";
import type { Route } from "./engine/route.ts";
import { LOCKED, type Pair, poolAccount, positionAccount, type Token } from "./pairs.ts";
import type { Position } from "./schema.ts";

/**
 * What the exchange moves in the ledger. Shares come from `issuance`, whose balance is so minus their supply.
 */

type Amounts = { readonly amount0: bigint; readonly amount1: bigint };

/** The input into the first pool of a route, from each pool into the next, and the output to the trader. */
export const swapPostings = (owner: Owner, { hops, amountIn, amountOut }: Route): Posting[] => {
  const [first, last] = [hops[0]?.tokenIn ?? "", hops.at(-1)?.tokenOut ?? ""];
  const available = (ref: AccountRef, amount: bigint): Posting => ({ ...ref, bucket: "available", amount });
  return [
    available(accountOf(owner, first), -amountIn),
    ...hops.flatMap((hop) => [
      available(systemRef(owner.mode, poolAccount(hop.id), hop.tokenIn), hop.amountIn),
      available(systemRef(owner.mode, poolAccount(hop.id), hop.tokenOut), -hop.amountOut),
    ]),
    available(accountOf(owner, last), amountOut),
  ];
};

/** Both tokens into the pool; shares to the position, the treasury and, the first time, to nobody. */
export const mintPostings = (position: Position, pair: Pair, minted: Minted & Amounts): Posting[] => {
  const account = accounts(position, pair);
  return [
    ...Ledger.move(account.wallet(pair.token0), account.reserve(pair.token0), minted.amount0),
    ...Ledger.move(account.wallet(pair.token1), account.reserve(pair.token1), minted.amount1),
    ...Ledger.move(account.issuance, account.position, minted.liquidity),
    ...unlessNothing(account.issuance, account.locked, minted.lockedLiquidity),
    ...unlessNothing(account.issuance, account.treasury, minted.feeLiquidity),
  ];
};

/** Shares back from the position; both tokens out of the pool; the treasury's due shares. */
export const burnPostings = (
  position: Position,
  pair: Pair,
  burned: Burned & { readonly liquidity: bigint },
): Posting[] => {
  const account = accounts(position, pair);
  return [
    ...Ledger.move(account.position, account.issuance, burned.liquidity),
    ...Ledger.move(account.reserve(pair.token0), account.wallet(pair.token0), burned.amount0),
    ...Ledger.move(account.reserve(pair.token1), account.wallet(pair.token1), burned.amount1),
    ...unlessNothing(account.issuance, account.treasury, burned.feeLiquidity),
  ];
};

/** Shares back from the treasury; both tokens out of the pool to it; its due shares. */
export const redemptionPostings = (
  mode: Mode,
  { id, shareAsset, token0, token1 }: Pair,
  { liquidity, amount0, amount1, feeLiquidity }: Burned & { readonly liquidity: bigint },
): Posting[] => {
  const treasury = (asset: string) => systemRef(mode, "treasury", asset);
  const reserve = ({ symbol }: Token) => systemRef(mode, poolAccount(id), symbol);
  const issuance = systemRef(mode, "issuance", shareAsset);
  return [
    ...Ledger.move(treasury(shareAsset), issuance, liquidity),
    ...Ledger.move(reserve(token0), treasury(token0.symbol), amount0),
    ...Ledger.move(reserve(token1), treasury(token1.symbol), amount1),
    ...unlessNothing(issuance, treasury(shareAsset), feeLiquidity),
  ];
};

/** The accounts that a change of a position's shares moves. */
function accounts(position: Position, { id, shareAsset }: Pair) {
  const shares = (name: string) => systemRef(position.mode, name, shareAsset);
  return {
    wallet: ({ symbol }: Token) => accountOf(position, symbol),
    reserve: ({ symbol }: Token) => systemRef(position.mode, poolAccount(id), symbol),
    position: shares(positionAccount(position.positionId)),
    issuance: shares("issuance"),
    treasury: shares("treasury"),
    locked: shares(LOCKED),
  };
}

const unlessNothing = (from: AccountRef, to: AccountRef, amount: bigint): Posting[] =>
  amount === 0n ? [] : Ledger.move(from, to, amount);
