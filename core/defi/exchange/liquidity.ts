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
import { LOCKED, type Pair, poolAccount, positionAccount, type Token } from "./pairs.ts";
import { type Pool, poolKey, poolOf } from "./pools.ts";
import { positionKey, positionOf } from "./positions.ts";
import type { Position } from "./schema.ts";
import type { PriceList } from "./valuation.ts";

/** The common parts of adding and removing liquidity (spec 2, section 4.2): inputs, postings and events. */

/** Limits the protocol's fee to the maximum posting, so that it never blocks a mint or a burn. */
export const POSTABLE_FEE: FeeSwitch = { mostFeeLiquidity: MAX_POSTING };

export interface Situation {
  readonly owner: Owner;
  readonly pair: Pair;
  readonly pool: Pool;
  readonly position: Position;
  readonly wallet0: AccountState | undefined;
  readonly wallet1: AccountState | undefined;
  readonly prices: PriceList;
}

/** Returns the keys of an entry's inputs, except the wallet of token0, which initiates it. */
export const readsOf = (owner: Owner, pair: Pair) => ({
  pool: poolKey(owner.mode, pair),
  position: positionKey(owner, pair.id),
  wallet1: walletKey(accountOf(owner, pair.token1.symbol)),
});

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

type Amounts = { readonly amount0: bigint; readonly amount1: bigint };

/**
 * Returns the postings of a mint: both tokens into the pool, and shares to the position, the treasury and,
 * the first time, the locked account. Shares come from `issuance`, whose balance is minus their supply.
 */
export const mintPostings = (position: Position, pair: Pair, minted: Minted & Amounts): Posting[] => {
  const { reserve, issuance, treasury, locked } = accounts(position.mode, pair);
  return [
    ...Ledger.move(accountOf(position, pair.token0.symbol), reserve(pair.token0), minted.amount0),
    ...Ledger.move(accountOf(position, pair.token1.symbol), reserve(pair.token1), minted.amount1),
    ...Ledger.move(issuance, sharesOf(position, pair), minted.liquidity),
    ...moveUnlessZero(issuance, locked, minted.lockedLiquidity),
    ...moveUnlessZero(issuance, treasury, minted.feeLiquidity),
  ];
};

/**
 * Returns the postings of a burn: shares out of circulation, both tokens out of the pool, the protocol's shares.
 * @param holder a user's position, or the treasury
 */
export function burnPostings(
  mode: Mode,
  pair: Pair,
  burned: Burned & { readonly liquidity: bigint },
  holder: Position | "treasury",
): Posting[] {
  const { reserve, issuance, treasury } = accounts(mode, pair);
  const shares = holder === "treasury" ? treasury : sharesOf(holder, pair);
  const recipient = ({ symbol }: Token) =>
    holder === "treasury" ? systemRef(mode, "treasury", symbol) : accountOf(holder, symbol);
  return [
    ...Ledger.move(shares, issuance, burned.liquidity),
    ...Ledger.move(reserve(pair.token0), recipient(pair.token0), burned.amount0),
    ...Ledger.move(reserve(pair.token1), recipient(pair.token1), burned.amount1),
    ...moveUnlessZero(issuance, treasury, burned.feeLiquidity),
  ];
}

const sharesOf = ({ mode, positionId }: Position, { shareAsset }: Pair): AccountRef =>
  systemRef(mode, positionAccount(positionId), shareAsset);

function accounts(mode: Mode, { id, shareAsset }: Pair) {
  const shares = (name: string) => systemRef(mode, name, shareAsset);
  return {
    reserve: ({ symbol }: Token) => systemRef(mode, poolAccount(id), symbol),
    issuance: shares("issuance"),
    treasury: shares("treasury"),
    locked: shares(LOCKED),
  };
}

const moveUnlessZero = (from: AccountRef, to: AccountRef, amount: bigint): Posting[] =>
  amount === 0n ? [] : Ledger.move(from, to, amount);

interface Moved {
  readonly pair: Pair;
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
  return ApiEvents.eventWrite(after, type, position, before.version + 1n);
}
