import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Money from "../../kernel/money/index.ts";
import type { Draft } from "../../ledger/draft.ts";
import { InsufficientBalance } from "../../ledger/errors.ts";
import * as Ledger from "../../ledger/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { AboveMaximum, BelowMinimum, PoolInactive, PositionLimit } from "./errors.ts";
import { type Pool, poolKey, poolKeys, poolOf, poolsOf, stakedBy } from "./pools.ts";
import { begin, completedOf, created, holdOf, openOf, view } from "./position.ts";
import { type Positions, positionItem, type Staked } from "./schema.ts";
import { held, shown, token, walletOf } from "./token.ts";
import { changed, type Totals, totalsKey, totalsOf } from "./weight.ts";

/**
 * Staking (spec 2, sections 2.3, 3 and 4.3): money of a user's wallet held in a pool, where it earns rewards by the second
 * and weighs in votes. `unstake.ts` and `claim.ts` hold the other verbs.
 */

/** How many open positions an account may have. */
export const MAX_OPEN = 1000n;
/** How many completed positions are shown. */
const LATEST_COMPLETED = 100;

/** The actor's open positions and the latest completed ones, newest first, with their rewards as of now. */
export async function positions({ userId }: UserActor): Promise<Positions> {
  const [open, completed, poolAt] = await Promise.all([
    Table.queryAll(openOf(userId)),
    Table.query({ ...completedOf(userId), newestFirst: true, limit: LATEST_COMPLETED }),
    Table.getMany(poolKeys).then(poolsOf),
  ]);
  const all = [...open, ...completed.items]
    .map((item) => positionItem.parse(item))
    .map((one) => view(one, poolAt(one.poolId)))
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  const sum = (of: (one: Positions["positions"][number]) => bigint) =>
    all.reduce((total, one) => total + of(one), 0n);
  return {
    positions: all,
    totalStaked: sum((one) => one.amount),
    totalRewards: sum((one) => one.rewards),
    totalPowerTenths: sum((one) => one.powerTenths),
  };
}

/**
 * Stakes an amount of the actor's wallet in a pool.
 * @param amount decimal string, in whole units of the platform's token
 * @throws POOL_NOT_FOUND, INVALID_AMOUNT, POOL_INACTIVE, BELOW_MINIMUM, ABOVE_MAXIMUM, INSUFFICIENT_BALANCE (also where there
 *   is no wallet), POSITION_LIMIT_REACHED, and as `Ledger.decide`
 */
export async function stake(
  actor: UserActor,
  { poolId, amount }: { readonly poolId: string; readonly amount: string },
  claim?: Idempotency.Claim<Staked>,
): Promise<Staked> {
  const reads = [poolKey(poolId), totalsKey(actor.userId)];
  const units = Money.inField("amount", () => Money.parse(amount, token.decimals));
  const positionId = Ids.create("stake");
  return Ledger.decide(
    { initiator: walletOf(actor).account, idempotency: claim, reads },
    ({ state, items: [poolItem, totalsItem] }) => {
      const pool = poolOf(poolId, poolItem);
      const totals = totalsOf(totalsItem);
      checkStake(pool, units);
      if (!state) {
        const details = { ...shown({ required: units, available: 0n }), currency: token.symbol };
        throw fail(InsufficientBalance, { details });
      }
      if (totals.open >= MAX_OPEN) throw fail(PositionLimit, { details: { limit: Number(MAX_OPEN) } });
      return { ...staking(actor, positionId, pool, units, totals), idempotency: claim };
    },
  );
}

/** @throws POOL_INACTIVE, BELOW_MINIMUM, ABOVE_MAXIMUM */
function checkStake({ id: poolId, active, minStake, maxStake }: Pool, amount: bigint): void {
  if (!active) throw fail(PoolInactive, { details: { poolId } });
  if (amount < minStake) throw fail(BelowMinimum, { details: { poolId, ...shown({ amount, minStake }) } });
  if (amount > maxStake) throw fail(AboveMaximum, { details: { poolId, ...shown({ amount, maxStake }) } });
}

/** The entry that sets the stake aside, and what belongs to it. */
function staking(
  { userId }: UserActor,
  positionId: string,
  pool: Pool,
  amount: bigint,
  totals: Totals,
): Draft<Staked> {
  const wallet = walletOf({ userId });
  const nowMs = Clock.nowMs();
  const position = begin(positionId, userId, pool, amount, nowMs);
  const change = { staked: amount, tenths: amount * pool.multiplierTenths, open: 1n };
  return {
    type: "STAKE",
    postings: held(wallet, amount),
    holds: [{ ...holdOf(positionId, wallet), change: amount }],
    initiator: wallet.account,
    actorId: userId,
    reason: `stake ${positionId} in ${pool.id}`,
    extraWrites: [
      created(position),
      ...changed(userId, totals, change, BigInt(nowMs)),
      stakedBy(pool.id, positionId, amount),
    ],
    refused: () => "again",
    result: ({ transactionHash }) => ({ position: view(position, pool), transactionHash }),
  };
}
