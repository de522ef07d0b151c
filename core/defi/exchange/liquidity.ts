import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { type Draft, MAX_POSTING, type Snapshot } from "../../ledger/draft.ts";
import { InsufficientBalance } from "../../ledger/errors.ts";
import * as Ledger from "../../ledger/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { exclusive } from "../../platform/mutex/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import type * as Table from "../../platform/table/index.ts";
import { fairAmounts, minimumReceived } from "./engine/bounds.ts";
import { type Burned, burn, type FeeSwitch, mint, type PoolState, worthOf } from "./engine/pool.ts";
import { ImbalancedAmounts, LiquidityPositionNotFound, PairNotFound, SlippageExceeded } from "./errors.ts";
import { findPair, type Pair, parsePositionId } from "./pairs.ts";
import { type Pool, poolKey, poolOf, poolWrite, turnOf } from "./pools.ts";
import { afterAdding, afterRemoving, positionKey, positionOf, positionWrite } from "./positions.ts";
import { burnPostings, mintPostings } from "./postings.ts";
import { type PriceList, pricesToShow } from "./prices.ts";
import { amountOf, leastOf, orRefuse, postable, slippageOf } from "./refuse.ts";
import type { Added, PositionItem, Removed } from "./schema.ts";
import { percentDown, shown } from "./valuation.ts";
import { accountOf, availableIn, mustHave, needWallet, openingWallets, walletKeyOf } from "./wallet.ts";

/** Liquidity (spec 2, section 4.2): what users bring into the pools, and take out with what it earned. */

/** The protocol's due never stands in the way of a mint or a burn: it takes no more than an entry of the ledger can post. */
const POSTABLE_FEE: FeeSwitch = { mostFeeLiquidity: MAX_POSTING };

interface Situation {
  readonly actor: UserActor;
  readonly pair: Pair;
  readonly pool: Pool;
  readonly position: PositionItem;
  readonly wallet1: Table.Item | undefined;
  readonly prices: PriceList;
}

/** What adding and removing read beside the caller's wallet of token0, in the order that `situation` takes it in. */
const readsOf = (actor: UserActor, pair: Pair): Key[] => [
  poolKey(pair),
  positionKey(actor.userId, pair.id),
  walletKeyOf(actor, pair.token1),
];

/** The situation that was read at `readsOf`. */
const situation = (
  actor: UserActor,
  pair: Pair,
  { items: [pool, position, wallet1] }: Snapshot,
  prices: PriceList,
): Situation => ({
  actor,
  pair,
  pool: poolOf(pair, pool),
  position: positionOf(actor.userId, pair, position),
  wallet1,
  prices,
});

export interface Addition {
  /** In any letter case. */
  readonly pairId: string;
  /** Decimal strings: the most to bring of each token. */
  readonly amount0: string;
  readonly amount1: string;
  /** How far the pool may take less of one of them, in percent. */
  readonly slippage: string;
}

/**
 * Brings both tokens into a pool, in the pool's ratio: one amount whole, of the other what fits.
 * @throws PAIR_NOT_FOUND, INVALID_AMOUNT, INVALID_SLIPPAGE, IMBALANCED_AMOUNTS, INSUFFICIENT_BALANCE, CONTENTION;
 *   AlreadyDone, for the chain to replay
 */
export async function add(
  actor: UserActor,
  request: Addition,
  claim?: Idempotency.Claim<Added>,
): Promise<Added> {
  const pair = findPair(request.pairId);
  if (!pair) throw fail(PairNotFound, { details: { pairId: request.pairId.slice(0, 40) } });
  const desired = [
    amountOf("amount0", request.amount0, pair.token0.decimals),
    amountOf("amount1", request.amount1, pair.token1.decimals),
  ] as const;
  const slippage = slippageOf(request.slippage);
  const prices = pricesToShow();
  const needs = {
    initiator: accountOf(actor, pair.token0).account,
    idempotency: claim,
    reads: readsOf(actor, pair),
  };
  return exclusive(turnOf(pair.token0, pair.token1), () =>
    Ledger.decide(needs, async (known) => {
      const now = situation(actor, pair, known, await prices);
      const amounts = takenOf(now, desired, slippage);
      mustHave(known.state?.available ?? 0n, pair.token0, amounts[0]);
      mustHave(availableIn(now.wallet1), pair.token1, amounts[1]);
      return { ...addition(now, amounts), idempotency: claim };
    }),
  );
}

/** What of the amounts the pool takes. @throws IMBALANCED_AMOUNTS, INVALID_AMOUNT */
function takenOf(
  { pair, pool }: Situation,
  desired: readonly [bigint, bigint],
  slippage: Money.Fraction,
): readonly [bigint, bigint] {
  const taken = orRefuse(() => fairAmounts(pool.state, ...desired));
  const isWithin = taken.every((amount, i) => amount >= minimumReceived(desired[i] ?? 0n, slippage));
  if (isWithin) return taken;
  throw fail(ImbalancedAmounts, {
    details: {
      pairId: pair.id,
      amount0: Money.format(taken[0], pair.token0.decimals),
      amount1: Money.format(taken[1], pair.token1.decimals),
      reserve0: Money.format(pool.state.reserve0, pair.token0.decimals),
      reserve1: Money.format(pool.state.reserve1, pair.token1.decimals),
    },
  });
}

function addition(now: Situation, [amount0, amount1]: readonly [bigint, bigint]): Draft<Added> {
  const { actor, pair, pool, position, prices } = now;
  const minted = orRefuse(() => mint(pool.state, amount0, amount1, POSTABLE_FEE));
  postable(amount0, amount1, minted.liquidity, minted.feeLiquidity);
  const after = afterAdding(position, minted.pool, { liquidity: minted.liquidity, amount0, amount1 });
  if (!comesOut(minted.pool, after))
    throw fail(Money.InvalidAmount, {
      message: "The amounts are too small: rounded down, they could not be taken out of the pool again.",
    });
  return {
    type: "LIQUIDITY_ADD",
    postings: mintPostings(actor, pair, { ...minted, amount0, amount1 }, position.positionId),
    initiator: accountOf(actor, pair.token0).account,
    actorId: actor.userId,
    reason: `liquidity of ${pair.id}`,
    extraWrites: [poolWrite(pool, minted.pool), positionWrite(position, after)],
    refused: () => "again",
    result: ({ transactionHash }) => ({
      transactionHash,
      lpTokensReceived: minted.liquidity,
      poolShare: percentDown([after.lpTokens, minted.pool.totalSupply]),
      position: shown(pair, after, minted.pool, prices),
    }),
  };
}

/** Whether a position's shares would give something of both tokens. */
function comesOut(pool: PoolState, { lpTokens }: PositionItem): boolean {
  const { amount0, amount1 } = worthOf(pool, lpTokens);
  return amount0 > 0n && amount1 > 0n;
}

export interface Removal {
  readonly positionId: string;
  /** Decimal strings. */
  readonly lpTokens: string;
  readonly minAmount0: string;
  readonly minAmount1: string;
}

/**
 * Gives shares back for their part of the pool's reserves, fees included.
 * @throws LIQUIDITY_POSITION_NOT_FOUND, also for somebody else's; INVALID_AMOUNT, INSUFFICIENT_BALANCE where the position has fewer
 *   shares, SLIPPAGE_EXCEEDED, WALLET_LIMIT_REACHED, CONTENTION; AlreadyDone, for the chain to replay
 */
export async function remove(
  actor: UserActor,
  request: Removal,
  claim?: Idempotency.Claim<Removed>,
): Promise<Removed> {
  const named = parsePositionId(request.positionId);
  const pair = named && findPair(named.pairId);
  if (!pair || named.userId !== actor.userId) throw fail(LiquidityPositionNotFound);
  const liquidity = amountOf("lpTokens", request.lpTokens, pair.shareDecimals);
  const least = [
    leastOf("minAmount0", request.minAmount0, pair.token0.decimals),
    leastOf("minAmount1", request.minAmount1, pair.token1.decimals),
  ] as const;
  const prices = pricesToShow();
  const needs = {
    initiator: accountOf(actor, pair.token0).account,
    idempotency: claim,
    reads: readsOf(actor, pair),
  };
  const work = () =>
    Ledger.decide(needs, async (known) => {
      const now = situation(actor, pair, known, await prices);
      mustOwn(now, liquidity);
      const burned = orRefuse(() => burn(now.pool.state, liquidity, POSTABLE_FEE));
      postable(burned.amount0, burned.amount1, burned.feeLiquidity);
      mustPay(pair, burned, least);
      needWallet(known.state, pair.token0);
      needWallet(now.wallet1, pair.token1);
      return { ...removal(now, liquidity, burned), idempotency: claim };
    });
  return exclusive(turnOf(pair.token0, pair.token1), () => openingWallets(actor, work));
}

/** @throws LIQUIDITY_POSITION_NOT_FOUND of a closed one; INSUFFICIENT_BALANCE */
function mustOwn({ pair, position }: Situation, liquidity: bigint): void {
  if (position.lpTokens === 0n) throw fail(LiquidityPositionNotFound);
  if (liquidity <= position.lpTokens) return;
  throw fail(InsufficientBalance, {
    message: "The position has fewer shares than that.",
    details: {
      required: Money.format(liquidity, pair.shareDecimals),
      available: Money.format(position.lpTokens, pair.shareDecimals),
      currency: pair.shareAsset,
    },
  });
}

/** @throws SLIPPAGE_EXCEEDED */
function mustPay(
  pair: Pair,
  { amount0, amount1 }: Burned,
  [least0, least1]: readonly [bigint, bigint],
): void {
  if (amount0 >= least0 && amount1 >= least1) return;
  throw fail(SlippageExceeded, {
    message: "The shares give less than you asked for by now. Ask for less, or try again later.",
    details: {
      minAmount0: Money.format(least0, pair.token0.decimals),
      minAmount1: Money.format(least1, pair.token1.decimals),
      amount0: Money.format(amount0, pair.token0.decimals),
      amount1: Money.format(amount1, pair.token1.decimals),
    },
  });
}

function removal(now: Situation, liquidity: bigint, burned: Burned): Draft<Removed> {
  const { actor, pair, pool, position, prices } = now;
  const after = afterRemoving(position, liquidity);
  if (after.lpTokens > 0n && !comesOut(burned.pool, after))
    throw fail(Money.InvalidAmount, {
      message: "What would be left is too small to be taken out later. Remove the whole position.",
      details: { lpTokens: Money.format(position.lpTokens, pair.shareDecimals) },
    });
  return {
    type: "LIQUIDITY_REMOVE",
    postings: burnPostings(actor, pair, { ...burned, liquidity }, position.positionId),
    initiator: accountOf(actor, pair.token0).account,
    actorId: actor.userId,
    reason: `liquidity of ${pair.id}`,
    extraWrites: [poolWrite(pool, burned.pool), positionWrite(position, after)],
    refused: () => "again",
    result: ({ transactionHash }) => ({
      transactionHash,
      lpTokensBurned: liquidity,
      amount0: burned.amount0,
      amount1: burned.amount1,
      position: shown(pair, after, burned.pool, prices),
    }),
  };
}
