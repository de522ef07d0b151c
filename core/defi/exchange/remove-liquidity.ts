import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import type { Mode, Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { accountOf } from "../../ledger/accounts.ts";
import { amountOf, type Draft, postable } from "../../ledger/draft.ts";
import type { Posting } from "../../ledger/schema.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { withLocalMutex } from "../../platform/mutex/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { newestKeys } from "../../prices/newest.ts";
import { type Burned, burn, isRedeemable } from "./engine/pool.ts";
import { LiquidityPositionNotFound, SlippageExceeded } from "./errors.ts";
import {
  burnPostings,
  liquidityEvent,
  POSTABLE_FEE,
  readsOf,
  type Situation,
  situationOf,
} from "./liquidity.ts";
import { findPair, type Pair, parsePositionId } from "./pairs.ts";
import { mutexOf, poolKey, poolOf, poolWrite } from "./pools.ts";
import { afterRemoving, positionWrite } from "./positions.ts";
import { formatAmounts, insufficient, parseMinimum, translateRejection } from "./requests.ts";
import type { Removed } from "./schema.ts";
import { positionView, pricesOrNone } from "./valuation.ts";

/** Removes liquidity from the exchange's pools, for users and for the treasury. */

interface Removal {
  readonly positionId: string;
  /** Decimal strings. */
  readonly lpTokens: string;
  readonly minAmount0: string;
  readonly minAmount1: string;
}

/**
 * Redeems shares for their part of the pool's reserves, fees included. Opens missing wallets.
 * @throws LIQUIDITY_POSITION_NOT_FOUND, also for another user's; INVALID_AMOUNT, INSUFFICIENT_BALANCE if
 *   fewer shares are outside farms, SLIPPAGE_EXCEEDED, WALLET_LIMIT_REACHED, CONTENTION; AlreadyDone, for the
 *   chain to replay
 */
export async function removeLiquidity(
  actor: UserActor,
  request: Removal,
  claim?: Idempotency.Claim<Removed>,
): Promise<Removed> {
  const pair = pairOf(actor, request.positionId);
  const { token0, token1 } = pair;
  const liquidity = amountOf("lpTokens", request.lpTokens, pair.shareDecimals);
  const minimums = [
    parseMinimum("minAmount0", request.minAmount0, token0.decimals),
    parseMinimum("minAmount1", request.minAmount1, token1.decimals),
  ] as const;
  const prices = pricesOrNone();
  const needs = { ...needsOf(actor, pair), idempotency: claim };
  return withLocalMutex(mutexOf(actor.mode, token0, token1), () =>
    Policy.post(needs, async (snapshot) => {
      return checkedDraft(situationOf(actor, pair, snapshot, await prices), liquidity, minimums);
    }),
  );
}

/**
 * Redeems all shares of a closed account, without a minimum. The tokens go to `suspense`, with flags (`core/policy`).
 * @throws LIQUIDITY_POSITION_NOT_FOUND, INSUFFICIENT_BALANCE if some are farmed, and as `Policy.post`
 */
export async function removeForClosedAccount(owner: Owner, positionId: string): Promise<Removed> {
  const pair = pairOf(owner, positionId);
  const prices = pricesOrNone();
  return withLocalMutex(mutexOf(owner.mode, pair.token0, pair.token1), () =>
    Policy.post(needsOf(owner, pair), async (snapshot) => {
      const situation = situationOf(owner, pair, snapshot, await prices);
      return checkedDraft(situation, situation.position.lpTokens, [0n, 0n]);
    }),
  );
}

function needsOf(owner: Owner, pair: Pair) {
  const [wallet0, wallet1] = [accountOf(owner, pair.token0.symbol), accountOf(owner, pair.token1.symbol)];
  return {
    initiator: wallet0.account,
    opens: [wallet0, wallet1],
    reads: readsOf(owner, pair),
    payDebtsFirst: true,
  };
}

/** @throws LIQUIDITY_POSITION_NOT_FOUND */
export function removeReads(owner: Owner, { positionId }: Pick<Removal, "positionId">): Table.Reads {
  const { keys = [] } = Policy.readsOf(needsOf(owner, pairOf(owner, positionId)));
  return { keys: [...keys, ...newestKeys()] };
}

/** Returns the pair of one of the actor's positions. @throws LIQUIDITY_POSITION_NOT_FOUND */
function pairOf({ mode, userId }: Owner, positionId: string): Pair {
  const named = parsePositionId(positionId);
  const pair = named && findPair(named.pairId);
  if (!pair || named.userId !== userId || named.mode !== mode) throw fail(LiquidityPositionNotFound);
  return pair;
}

const TOO_FEW = text(
  "This position does not have that many shares. Enter a smaller amount.",
  "Cette position ne compte pas autant de parts. Saisissez un montant plus faible.",
);
const FARMED = text(
  "Some of these shares are in a farm. Withdraw them from the farm first.",
  "Certaines de ces parts sont placées dans une ferme. Retirez-les d'abord de la ferme.",
);

/** @throws LIQUIDITY_POSITION_NOT_FOUND for a closed one; INSUFFICIENT_BALANCE */
function assertRemovable({ pair, position }: Situation, liquidity: bigint): void {
  if (position.lpTokens === 0n) throw fail(LiquidityPositionNotFound);
  const free = position.lpTokens - position.farmed;
  if (liquidity <= free) return;
  const message = liquidity <= position.lpTokens ? FARMED : TOO_FEW;
  throw insufficient(liquidity, free, pair.shareAsset, pair.shareDecimals, message);
}

/** @throws SLIPPAGE_EXCEEDED */
function assertMinimums(
  pair: Pair,
  { amount0, amount1 }: Burned,
  [minimum0, minimum1]: readonly [bigint, bigint],
): void {
  if (amount0 >= minimum0 && amount1 >= minimum1) return;
  throw fail(SlippageExceeded, {
    message: text(
      "The shares are now worth less than your minimum. Lower the minimum, or try again later.",
      "Les parts valent maintenant moins que votre minimum. Réduisez le minimum ou réessayez plus tard.",
    ),
    details: {
      ...formatAmounts({ minAmount0: minimum0, amount0 }, pair.token0.decimals),
      ...formatAmounts({ minAmount1: minimum1, amount1 }, pair.token1.decimals),
    },
  });
}

/** Checks a removal and returns its entry. */
function checkedDraft(
  situation: Situation,
  liquidity: bigint,
  minimums: readonly [bigint, bigint],
): Draft<Removed> {
  assertRemovable(situation, liquidity);
  const burned = Money.inField("lpTokens", () =>
    translateRejection(() => burn(situation.pool.state, liquidity, POSTABLE_FEE)),
  );
  postable(burned.amount0, burned.amount1, burned.feeLiquidity);
  assertMinimums(situation.pair, burned, minimums);
  return draftOf(situation, liquidity, burned);
}

function draftOf(
  { owner, pair, pool, position, prices }: Situation,
  liquidity: bigint,
  burned: Burned,
): Draft<Removed> {
  const after = afterRemoving(position, liquidity);
  if (after.lpTokens > 0n && !isRedeemable(burned.pool, after.lpTokens))
    throw fail(Money.InvalidAmount, {
      message: text(
        "The remaining shares would be too few to be withdrawn later. Withdraw the whole position.",
        "Les parts restantes seraient trop peu nombreuses pour être retirées plus tard. Retirez toute la position.",
      ),
      details: { lpTokens: Money.format(position.lpTokens, pair.shareDecimals) },
    });
  return {
    type: "LIQUIDITY_REMOVE",
    postings: burnPostings(position.mode, pair, { ...burned, liquidity }, position),
    actorId: owner.userId,
    reason: `liquidity of ${pair.id}`,
    reference: { kind: "pool", id: pair.id },
    extraWrites: [poolWrite(pool, burned.pool), positionWrite(position, after)],
    events: (entry) => [
      liquidityEvent("liquidity.removed", { pair, before: position, after, ...burned }, entry),
    ],
    result: ({ entryId, transactionHash, createdAt }) => ({
      entryId,
      createdAt,
      transactionHash,
      lpTokensBurned: liquidity,
      amount0: burned.amount0,
      amount1: burned.amount1,
      position: positionView(pair, after, burned.pool, prices),
    }),
  };
}

export interface Redemption {
  readonly pair: Pair;
  /** Base units of the pool's shares. */
  readonly shares: bigint;
  readonly minAmount0: bigint;
  readonly minAmount1: bigint;
}

/**
 * Returns the postings and writes that redeem shares of the treasury. The ledger checks that the treasury has them.
 * @throws SLIPPAGE_EXCEEDED, INVALID_AMOUNT
 */
export async function redeem(
  mode: Mode,
  { pair, shares, minAmount0, minAmount1 }: Redemption,
): Promise<{ readonly postings: readonly Posting[]; readonly writes: readonly Table.Write[] }> {
  const pool = poolOf(mode, pair, await Table.get(poolKey(mode, pair)));
  const burned = translateRejection(() => burn(pool.state, shares, POSTABLE_FEE));
  postable(burned.amount0, burned.amount1, burned.feeLiquidity);
  assertMinimums(pair, burned, [minAmount0, minAmount1]);
  return {
    postings: burnPostings(mode, pair, { ...burned, liquidity: shares }, "treasury"),
    writes: [poolWrite(pool, burned.pool)],
  };
}
