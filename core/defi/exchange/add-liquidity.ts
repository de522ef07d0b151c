import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import type { Mode, Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { accountOf, clearingRef, systemRef } from "../../ledger/accounts.ts";
import { amountOf, type Draft, postable } from "../../ledger/draft.ts";
import * as Ledger from "../../ledger/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { withLocalMutex } from "../../platform/mutex/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { newestKeys } from "../../prices/newest.ts";
import { fairAmounts, minimumReceived } from "./engine/amounts.ts";
import { isRedeemable, mint } from "./engine/pool.ts";
import { ImbalancedAmounts } from "./errors.ts";
import {
  liquidityEvent,
  mintPostings,
  POSTABLE_FEE,
  readsOf,
  type Situation,
  situationOf,
} from "./liquidity.ts";
import { LOCKED, mustFind, type Pair, poolAccount } from "./pairs.ts";
import { mutexOf, poolOf, poolWrite } from "./pools.ts";
import { afterAdding, positionWrite } from "./positions.ts";
import { assertBalance, formatAmounts, slippageOf, translateRejection } from "./requests.ts";
import type { Added } from "./schema.ts";
import { percentDown, positionView, pricesOrNone } from "./valuation.ts";

/** Adds liquidity to the exchange's pools, for users and for the platform. */

export interface Addition {
  /** Upper or lower case. */
  readonly pairId: string;
  /** The maximum of each token: decimal strings. */
  readonly amount0: string;
  readonly amount1: string;
  /** The tolerance by which the pool may take less of one token, in percent. */
  readonly slippage: string;
}

type Amounts = readonly [amount0: bigint, amount1: bigint];

/**
 * Adds both tokens to a pool in its ratio: the whole amount of one, and the corresponding amount of the other.
 * @throws PAIR_NOT_FOUND, INVALID_AMOUNT, INVALID_SLIPPAGE, IMBALANCED_AMOUNTS, INSUFFICIENT_BALANCE,
 *   ACCOUNT_IN_DEBT, CONTENTION; AlreadyDone, for the chain to replay
 */
export async function addLiquidity(
  actor: UserActor,
  request: Addition,
  claim?: Idempotency.Claim<Added>,
): Promise<Added> {
  const pair = mustFind(request.pairId);
  const { token0, token1 } = pair;
  const desired: Amounts = [
    amountOf("amount0", request.amount0, token0.decimals),
    amountOf("amount1", request.amount1, token1.decimals),
  ];
  const slippage = slippageOf(request.slippage);
  const prices = pricesOrNone();
  const needs = { ...needsOf(actor, pair), idempotency: claim };
  return withLocalMutex(mutexOf(actor.mode, token0, token1), () =>
    Policy.post(needs, async (snapshot) => {
      const situation = situationOf(actor, pair, snapshot, await prices);
      const amounts = amountsInRatio(situation, desired, slippage);
      assertBalance(situation.wallet0, token0, amounts[0]);
      assertBalance(situation.wallet1, token1, amounts[1]);
      return draftOf(situation, amounts);
    }),
  );
}

const needsOf = (owner: Owner, pair: Pair) => ({
  initiator: accountOf(owner, pair.token0.symbol).account,
  reads: readsOf(owner, pair),
  rejectIfInDebt: true as const,
});

/** @throws PAIR_NOT_FOUND */
export function addReads(owner: Owner, { pairId }: Pick<Addition, "pairId">): Table.Reads {
  const { keys = [] } = Policy.readsOf(needsOf(owner, mustFind(pairId)));
  return { keys: [...keys, ...newestKeys()] };
}

/** Reduces the amounts to the pool's ratio. @throws IMBALANCED_AMOUNTS, INVALID_AMOUNT */
function amountsInRatio({ pair, pool }: Situation, desired: Amounts, slippage: Money.Fraction): Amounts {
  const taken = translateRejection(() => fairAmounts(pool.state, ...desired));
  const isWithin = taken.every((amount, i) => amount >= minimumReceived(desired[i] ?? 0n, slippage));
  if (isWithin) return taken;
  throw fail(ImbalancedAmounts, {
    details: {
      pairId: pair.id,
      ...formatAmounts({ amount0: taken[0], reserve0: pool.state.reserve0 }, pair.token0.decimals),
      ...formatAmounts({ amount1: taken[1], reserve1: pool.state.reserve1 }, pair.token1.decimals),
    },
  });
}

function draftOf(
  { owner, pair, pool, position, prices }: Situation,
  [amount0, amount1]: Amounts,
): Draft<Added> {
  const minted = translateRejection(() => mint(pool.state, amount0, amount1, POSTABLE_FEE));
  postable(amount0, amount1, minted.liquidity, minted.feeLiquidity);
  const after = afterAdding(position, minted.pool, { liquidity: minted.liquidity, amount0, amount1 });
  if (!isRedeemable(minted.pool, after.lpTokens))
    throw fail(Money.InvalidAmount, {
      message: text(
        "The amounts are too small to be withdrawn from the pool later. Enter larger amounts.",
        "Les montants sont trop faibles pour pouvoir être retirés du pool ensuite. Saisissez des montants plus élevés.",
      ),
    });
  return {
    type: "LIQUIDITY_ADD",
    postings: mintPostings(position, pair, { ...minted, amount0, amount1 }),
    actorId: owner.userId,
    reason: `liquidity of ${pair.id}`,
    reference: { kind: "pool", id: pair.id },
    extraWrites: [poolWrite(pool, minted.pool), positionWrite(position, after)],
    events: (entry) => [
      liquidityEvent("liquidity.added", { pair, before: position, after, amount0, amount1 }, entry),
    ],
    result: ({ entryId, transactionHash, createdAt }) => ({
      entryId,
      createdAt,
      transactionHash,
      lpTokensReceived: minted.liquidity,
      poolShare: percentDown([after.lpTokens, minted.pool.totalSupply]),
      position: positionView(pair, after, minted.pool, prices),
    }),
  };
}

class AlreadyOpen extends Error {}

/**
 * Opens a pool with reserves from outside the ledger, in base units. All its shares are locked forever.
 * @returns false if the pool is already open
 */
export async function openPool(
  mode: Mode,
  pair: Pair,
  amounts: readonly [amount0: bigint, amount1: bigint],
): Promise<boolean> {
  const { token0, token1, shareAsset } = pair;
  const empty = poolOf(mode, pair, undefined);
  const minted = mint(empty.state, ...amounts);
  const reserve = (asset: string) => systemRef(mode, poolAccount(pair.id), asset);
  const shares = (name: string) => systemRef(mode, name, shareAsset);
  try {
    await Policy.post({
      type: "LIQUIDITY_ADD",
      postings: [
        ...Ledger.move(clearingRef(mode, token0.symbol), reserve(token0.symbol), amounts[0]),
        ...Ledger.move(clearingRef(mode, token1.symbol), reserve(token1.symbol), amounts[1]),
        ...Ledger.move(shares("issuance"), shares(LOCKED), minted.pool.totalSupply),
      ],
      actorId: "exchange",
      reason: `liquidity of ${pair.id}`,
      reference: { kind: "pool", id: pair.id },
      extraWrites: [{ ...poolWrite(empty, minted.pool), onConditionFailed: () => new AlreadyOpen() }],
      result: () => undefined,
    });
    return true;
  } catch (error) {
    if (error instanceof AlreadyOpen) return false;
    throw error;
  }
}
