import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { Contention, fail, SvcError } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import type { Draft, Snapshot } from "../../ledger/draft.ts";
import { PlatformAccountShort } from "../../ledger/errors.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { AmountExceedsStake, PositionCompleted, PositionLocked } from "./errors.ts";
import { type Pool, poolKeys, poolsOf, stakedBy } from "./pools.ts";
import { accruing, found, holdOf, positionKeys, saved, view } from "./position.ts";
import { penaltyOf, settle } from "./rewards.ts";
import type { Position, Unstaked } from "./schema.ts";
import { paid, shown, token, walletOf } from "./token.ts";
import { Torn, whole } from "./torn.ts";
import { changed, type Totals, totalsKey, totalsOf } from "./weight.ts";

/** Taking a stake back, in part or whole. */

export interface Wish {
  readonly positionId: string;
  /** Decimal string, in whole units of the platform's token. */
  readonly amount: string;
  /** Accepts the penalty where the position is still locked; elsewhere it changes nothing. */
  readonly forceEarly?: boolean | undefined;
}

/** How often a position and its hold may contradict each other before that is told. */
const MAX_ATTEMPTS = 8;

/**
 * Takes an amount of a position back into the actor's wallet, at once. Past the unlock date (that instant included), and in a
 * pool that does not lock, it is free; before, it takes `forceEarly` and 10 % of the amount, floored, go to the treasury.
 * What is left goes on accruing. Whoever takes all back is paid the rewards in the same entry; where the rewards account is
 * short, the stake comes back all the same and the rewards stay to be claimed.
 * @throws POSITION_NOT_FOUND, POSITION_COMPLETED, INVALID_AMOUNT, AMOUNT_EXCEEDS_STAKE, POSITION_LOCKED, and as
 *   `Ledger.decide`
 */
export async function unstake(
  actor: UserActor,
  wish: Wish,
  claim?: Idempotency.Claim<Unstaked>,
): Promise<Unstaked> {
  const keys = positionKeys(actor.userId, wish.positionId);
  const amount = Money.inField("amount", () => Money.parse(wish.amount, token.decimals));
  if (amount === 0n) throw fail(Money.InvalidAmount, { message: "The amount must be more than zero." });
  const wallet = walletOf(actor);
  const needs = {
    initiator: wallet.account,
    holds: [holdOf(wish.positionId, wallet)],
    idempotency: claim,
    reads: [...keys, totalsKey(actor.userId), ...poolKeys],
  };
  const take = (payRewards: boolean) =>
    whole(() =>
      Ledger.decide(needs, (known) => ({
        ...taking(takingOf(actor, wish, amount, known), payRewards),
        idempotency: claim,
      })),
    );
  try {
    return await take(true);
  } catch (error) {
    if (error instanceof SvcError && error.is(PlatformAccountShort)) return take(false);
    throw error;
  }
}

/** An amount that is taken out of a position, all checked. */
interface Taking {
  readonly position: Position;
  readonly pool: Pool;
  readonly totals: Totals;
  readonly wallet: AccountRef;
  readonly amount: bigint;
  readonly penalty: bigint;
  readonly nowMs: number;
}

/**
 * What is taken, of what was read.
 * @throws POSITION_COMPLETED, AMOUNT_EXCEEDS_STAKE, POSITION_LOCKED; Torn where position and hold contradict each other
 */
function takingOf(actor: UserActor, wish: Wish, amount: bigint, { items, holds }: Snapshot): Taking {
  const [open, completed, totals, ...pools] = items;
  const position = found(open, completed);
  const { positionId, amount: staked, unlockDate } = position;
  if (position.status === "completed") throw fail(PositionCompleted, { details: { positionId } });
  if (holds.get(holdOf(positionId, walletOf(actor)).holdId)?.remaining !== staked)
    throw new Torn(fail(Contention), MAX_ATTEMPTS);
  if (amount > staked) throw fail(AmountExceedsStake, { details: shown({ amount, staked }) });
  const nowMs = Clock.nowMs();
  const locked = unlockDate !== undefined && nowMs < Date.parse(unlockDate);
  const penalty = locked ? penaltyOf(amount) : 0n;
  if (locked && !wish.forceEarly)
    throw fail(PositionLocked, { details: { unlockDate, ...shown({ penalty }) } });
  const pool = poolsOf(pools)(position.poolId);
  return { position, pool, totals: totalsOf(totals), wallet: walletOf(actor), amount, penalty, nowMs };
}

/** The entry that gives it back, and what belongs to it. */
function taking(
  { position, pool, totals, wallet, amount, penalty, nowMs }: Taking,
  payRewards: boolean,
): Draft<Unstaked> {
  const { userId, positionId } = position;
  const left = position.amount - amount;
  const settled = settle(accruing(position), pool.rate, BigInt(nowMs));
  const rewardsPaid = left === 0n && payRewards ? settled.rewards : 0n;
  const change = {
    amount: left,
    rewards: settled.rewards - rewardsPaid,
    index: settled.index,
    status: left === 0n ? ("completed" as const) : position.status,
  };
  const lighter = {
    staked: -amount,
    tenths: -amount * pool.multiplierTenths,
    open: left === 0n ? -1n : 0n,
  };
  return {
    type: "UNSTAKE",
    postings: [...released(wallet, amount, penalty), ...paid(wallet, rewardsPaid)],
    holds: [{ ...holdOf(positionId, wallet), change: -amount }],
    initiator: wallet.account,
    actorId: userId,
    reason: penalty > 0n ? `unstake ${positionId} before its unlock date` : `unstake ${positionId}`,
    extraWrites: [
      ...saved(position, change),
      ...changed(userId, totals, lighter, BigInt(nowMs)),
      stakedBy(pool.id, positionId, -amount),
    ],
    refused: () => "again",
    result: ({ transactionHash }) => ({
      transactionHash,
      amount,
      penalty,
      received: amount - penalty,
      rewardsPaid,
      position: view({ ...position, ...change }, pool),
    }),
  };
}

/** The postings that give an amount back that was set aside, less a penalty. */
const released = (wallet: AccountRef, amount: bigint, penalty: bigint): Posting[] => [
  { ...wallet, bucket: "held", amount: -amount },
  { ...wallet, bucket: "available", amount: amount - penalty },
  ...(penalty === 0n
    ? []
    : [{ account: "treasury", asset: token.symbol, bucket: "available" as const, amount: penalty }]),
];
