import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import type { Draft } from "../../ledger/draft.ts";
import { InsufficientBalance } from "../../ledger/errors.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { stakeEvent } from "./api-events.ts";
import { completedPosition, openPosition } from "./entity.ts";
import { AboveMaximum, BelowMinimum, PoolInactive, PositionLimit, RewardsNotFunded } from "./errors.ts";
import { affords, type Funding, fundedUntil, fundingKeys, fundingOf } from "./funding.ts";
import { defaultOf, type Pool, poolKeys, poolsOf, stakedWrite } from "./pools.ts";
import { completedOf, createWrite, holdOf, newPosition, openOf, view } from "./position.ts";
import type { Positions, Staked, Totals } from "./schema.ts";
import { formatted, reserving, token, walletOf } from "./token.ts";
import { totalsKey, totalsOf, totalsWrites } from "./weight.ts";

/**
 * Staking (spec 2, sections 2.3, 3 and 4.3): money of a user's wallet held in a pool, where it earns rewards
 * by the second and weighs in votes. `unstake.ts` and `claim.ts` hold the other verbs.
 */

/** How many open positions an account may have. */
export const MAX_OPEN = 1000n;
/** How many completed positions are shown. */
const LATEST_COMPLETED = 100;

/** The actor's open positions and the latest completed ones, newest first, with their rewards as of now. */
export async function positions(actor: UserActor): Promise<Positions> {
  const [open, completed, poolAt] = await Promise.all([
    Table.queryAll(openOf(actor)),
    Table.query(latestCompleted(actor)),
    Table.getMany(poolKeys(actor.mode)).then(poolsOf),
  ]);
  const all = [...open.map(openPosition.parse), ...completed.items.map(completedPosition.parse)]
    .map((position) => view(position, poolAt(position.poolId)))
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  const sum = (figure: "amount" | "rewards" | "powerTenths") =>
    all.reduce((total, position) => total + position[figure], 0n);
  return {
    positions: all,
    totalStaked: sum("amount"),
    totalRewards: sum("rewards"),
    totalPowerTenths: sum("powerTenths"),
  };
}

const latestCompleted = (owner: Owner): Table.QueryInput => ({
  ...completedOf(owner),
  newestFirst: true,
  limit: LATEST_COMPLETED,
});

/** What `positions` reads. */
export const positionsReads = (owner: Owner): Table.Reads => ({
  keys: poolKeys(owner.mode),
  ranges: [openOf(owner), latestCompleted(owner)],
});

/**
 * Stakes an amount of the actor's wallet in a pool.
 * @param amount decimal string, in whole units of the platform's token
 * @throws POOL_NOT_FOUND, INVALID_AMOUNT, POOL_INACTIVE, BELOW_MINIMUM, ABOVE_MAXIMUM, INSUFFICIENT_BALANCE
 *   (also where there is no wallet), POSITION_LIMIT_REACHED, REWARDS_NOT_FUNDED, ACCOUNT_IN_DEBT, and as
 *   `Policy.post`
 */
export async function stake(
  actor: UserActor,
  { poolId, amount }: { readonly poolId: string; readonly amount: string },
  claim?: Idempotency.Claim<Staked>,
): Promise<Staked> {
  const { id } = defaultOf(poolId);
  const units = Money.inField("amount", () => Money.parse(amount, token.decimals));
  const positionId = Ids.create("stake");
  return Policy.post({ ...needsOf(actor), idempotency: claim }, ({ state, items }) => {
    const pool = poolsOf(items.funding)(id);
    const totals = totalsOf(items.totals);
    checkStake(pool, units);
    if (!state) {
      const details = { ...formatted({ required: units, available: 0n }), currency: token.symbol };
      throw fail(InsufficientBalance, { details });
    }
    if (totals.open >= MAX_OPEN) throw fail(PositionLimit, { details: { limit: Number(MAX_OPEN) } });
    checkFunding(fundingOf(items.funding), pool, units);
    return staking(actor, positionId, pool, units, totals);
  });
}

const needsOf = (owner: Owner) => ({
  initiator: walletOf(owner).account,
  reads: { totals: totalsKey(owner), funding: fundingKeys(owner.mode) },
  rejectIfInDebt: true as const,
});

/** What `stake` reads first. */
export const stakeReads = (owner: Owner): Table.Reads => Policy.readsOf(needsOf(owner));

/** @throws POOL_INACTIVE, BELOW_MINIMUM, ABOVE_MAXIMUM */
function checkStake({ id: poolId, active, minStake, maxStake }: Pool, amount: bigint): void {
  if (!active) throw fail(PoolInactive, { details: { poolId } });
  if (amount < minStake)
    throw fail(BelowMinimum, { details: { poolId, ...formatted({ amount, minStake }) } });
  if (amount > maxStake)
    throw fail(AboveMaximum, { details: { poolId, ...formatted({ amount, maxStake }) } });
}

/**
 * Stakes that are taken in the same moment do not see each other: the account may then last less than the
 * longest lock. What it lacks stays owed.
 * @throws REWARDS_NOT_FUNDED
 */
function checkFunding(funding: Funding, pool: Pool, amount: bigint): void {
  if (affords(funding, amount, pool)) return;
  throw fail(RewardsNotFunded, {
    details: { poolId: pool.id, rewardsFundedUntil: fundedUntil(funding) ?? null },
  });
}

/** The entry that reserves the stake, and what belongs to it. */
function staking(
  actor: UserActor,
  positionId: string,
  pool: Pool,
  amount: bigint,
  totals: Totals,
): Draft<Staked> {
  const wallet = walletOf(actor);
  const nowMs = Clock.nowMs();
  const position = newPosition(actor, positionId, pool, amount, nowMs);
  const change = { staked: amount, tenths: amount * pool.multiplierTenths, open: 1n };
  return {
    type: "STAKE",
    postings: reserving(wallet, amount),
    holds: [{ ...holdOf(positionId, wallet), change: amount }],
    actorId: actor.userId,
    reason: `stake ${positionId} in ${pool.id}`,
    reference: { kind: "stake", id: positionId },
    extraWrites: [
      createWrite(position),
      ...totalsWrites(actor, totals, change, BigInt(nowMs)),
      stakedWrite(position, undefined, position),
    ],
    events: ({ transactionHash }) => [
      stakeEvent("stake.created", position, { moved: amount, transactionHash }),
    ],
    result: ({ transactionHash }) => ({ position: view(position, pool), transactionHash }),
  };
}
