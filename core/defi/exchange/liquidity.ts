import type { Mode, Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { accountOf, systemRef, walletKey } from "../../ledger/accounts.ts";
import { type After, MAX_POSTING, type Snapshot } from "../../ledger/draft.ts";
import { walletAccount } from "../../ledger/entity.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, AccountState, Posting } from "../../ledger/schema.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import type { Write } from "../../platform/table/index.ts";
import type { Burned, FeeSwitch, Minted } from "./engine/pool.ts";
import type { Route } from "./engine/route.ts";
import { LOCKED, type Pair, poolAccount, positionAccount, type Token } from "./pairs.ts";
import { type Pool, poolKey, poolOf } from "./pools.ts";
import { positionKey, positionOf } from "./positions.ts";
import type { Position, Swapped } from "./schema.ts";
import type { PriceList } from "./valuation.ts";

/** Liquidity (spec 2, section 4.2): what adding to a pool and removing from it have in common. */

/**
 * The protocol's due never keeps anybody from a mint or a burn: it takes no more than an entry of the ledger
 * can post.
 */
export const POSTABLE_FEE: FeeSwitch = { mostFeeLiquidity: MAX_POSTING };

/** A position, its pool, and the wallets of both tokens. */
export interface Situation {
  readonly owner: Owner;
  readonly pair: Pair;
  readonly pool: Pool;
  readonly position: Position;
  readonly wallet0: AccountState | undefined;
  readonly wallet1: AccountState | undefined;
  readonly prices: PriceList;
}

/** Returns the inputs of an entry beside the actor's wallet of token0, which initiates it. */
export const readsOf = (owner: Owner, pair: Pair) => ({
  pool: poolKey(owner.mode, pair),
  position: positionKey(owner, pair.id),
  wallet1: walletKey(accountOf(owner, pair.token1.symbol)),
});

/** Parses the inputs. */
export const situationOf = (
  owner: Owner,
  pair: Pair,
  { state, items: { pool, position, wallet1 } }: Snapshot<ReturnType<typeof readsOf>>,
  prices: PriceList,
): Situation => ({
  owner,
  pair,
  pool: poolOf(owner.mode, pair, pool),
  position: positionOf(owner, pair, position),
  wallet0: state,
  wallet1: wallet1 && walletAccount.parse(wallet1),
  prices,
});

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
