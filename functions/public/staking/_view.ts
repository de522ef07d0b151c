import { Amount } from "../../../contract/public/schemas.ts";
import type * as PoolRoutes from "../../../contract/public/staking/pools.ts";
import type * as Routes from "../../../contract/public/staking/positions.ts";
import type * as RewardRoutes from "../../../contract/public/staking.ts";
import type { ResultOf } from "../../../contract/route.ts";
import * as Funding from "../../../core/defi/staking/funding.ts";
import type { PoolState } from "../../../core/defi/staking/pools.ts";
import type {
  Claimed,
  PaidReward,
  PoolRewards,
  PositionView,
  RewardsPage,
  Staked,
  Unstaked,
} from "../../../core/defi/staking/schema.ts";
import { token } from "../../../core/defi/staking/token.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import * as Supply from "../../../core/ledger/supply.ts";
import { amountOf, listOf, objectOf } from "../_view.ts";

const asset = token.symbol;
const tokens = (units: bigint) => amountOf(units, asset);

/** @param shared fields that are equal for all pools */
export function pool(
  actor: UserActor,
  one: PoolState,
  shared: { readonly fundedUntil: string | undefined; readonly createdAt: string },
): ResultOf<typeof PoolRoutes.read> {
  return {
    ...objectOf("staking_pool", actor, { id: one.id, createdAt: shared.createdAt }),
    name: one.name,
    asset,
    apy_percent: Money.format(one.rate.apyBps, 2),
    staked: tokens(one.staked),
    lock_days: one.lockDays,
    min_stake: tokens(one.minStake),
    max_stake: tokens(one.maxStake),
    voting_multiplier: Money.format(one.multiplierTenths, 1),
    active: one.active,
    rewards_funded_until: shared.fundedUntil ?? null,
  };
}

export function position(actor: UserActor, one: PositionView): ResultOf<typeof Routes.read> {
  return {
    ...objectOf("staking_position", actor, { id: one.id, createdAt: one.startDate }),
    pool: one.poolId,
    asset,
    amount: tokens(one.amount),
    pending_rewards: tokens(one.rewards),
    unlocks_at: one.unlockDate ?? null,
    status: one.status,
    voting_power: new Amount(Money.format(one.powerTenths, token.decimals + 1), asset),
    compounding: one.compoundsAt !== undefined,
    compounds_at: one.compoundsAt ?? null,
  };
}

export const staked = (actor: UserActor, result: Staked): ResultOf<typeof Routes.create> => ({
  ...position(actor, result.position),
  transaction_hash: result.transactionHash,
});

export function unstaked(actor: UserActor, result: Unstaked): ResultOf<typeof Routes.unstake> {
  return {
    ...objectOf("unstake", actor, { id: result.entryId, createdAt: result.createdAt }),
    asset,
    amount: tokens(result.amount),
    penalty: tokens(result.penalty),
    received: tokens(result.received),
    rewards_paid: tokens(result.rewardsPaid),
    transaction_hash: result.transactionHash,
    position: position(actor, result.position),
  };
}

export function claimed(actor: UserActor, result: Claimed): ResultOf<typeof Routes.claim> {
  return {
    ...objectOf("reward_claim", actor, {
      id: result.entryId || result.positionId,
      createdAt: result.createdAt,
    }),
    position: result.positionId,
    asset,
    claimed: tokens(result.claimed),
    pending_rewards: tokens(result.rewards),
    transaction_hash: result.transactionHash || null,
  };
}

const reward = (actor: UserActor, one: PaidReward) => ({
  ...objectOf("staking_reward", actor, { id: one.entryId, createdAt: one.createdAt }),
  position: one.positionId,
  pool: one.poolId,
  asset,
  kind: one.kind,
  amount: tokens(one.amount),
  transaction_hash: one.transactionHash,
});

const poolRewards = ({ poolId, paid, compounded, pending }: PoolRewards) => ({
  pool: poolId,
  asset,
  earned: tokens(paid + pending),
  paid: tokens(paid),
  compounded: tokens(compounded),
  pending: tokens(pending),
});

export const rewards = (
  actor: UserActor,
  { pools, rewards: paid, next }: RewardsPage,
): ResultOf<typeof RewardRoutes.rewards> => ({
  ...listOf(paid, next, (one) => reward(actor, one)),
  pools: pools.map(poolRewards),
});

export async function allPools(actor: UserActor): Promise<ResultOf<typeof PoolRoutes.read>[]> {
  const [{ pools, fundedUntil }, createdAt] = await Promise.all([
    Funding.list(actor.mode),
    Supply.issuedAt(actor.mode),
  ]);
  return pools.map((one) => pool(actor, one, { fundedUntil, createdAt }));
}

export const poolsOf = async (actor: UserActor, ids: ReadonlySet<string>) =>
  (await allPools(actor)).filter(({ id }) => ids.has(id));
