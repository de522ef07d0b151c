import type * as FarmRoutes from "../../../contract/public/farming/farms.ts";
import type * as Routes from "../../../contract/public/farming/positions.ts";
import type { ResultOf } from "../../../contract/route.ts";
import { getPair } from "../../../core/defi/exchange/pairs.ts";
import * as Farming from "../../../core/defi/farming/index.ts";
import type {
  Exited,
  Farmed,
  Harvested,
  PositionView,
  Withdrawn,
} from "../../../core/defi/farming/schema.ts";
import type { FarmView } from "../../../core/defi/farming/valuation.ts";
import { token } from "../../../core/defi/staking/token.ts";
import type { UserActor } from "../../../core/identity/actor.ts";
import { amountOf, objectOf, sharesOf } from "../_view.ts";

const rewards = (units: bigint) => amountOf(units, token.symbol);

export function farm(actor: UserActor, one: FarmView): ResultOf<typeof FarmRoutes.read> {
  const pair = getPair(one.pairId);
  return {
    ...objectOf("farm", actor, one),
    pair: pair.id,
    status: one.status,
    share_asset: pair.shareAsset,
    staked_shares: sharesOf(pair, one.totalShares),
    reward_asset: token.symbol,
    emission_per_second: rewards(one.emissionPerSecond),
    period_seconds: Number(one.durationSeconds),
    period_ends_at: one.periodFinish ?? null,
    rewards_to_come: rewards(one.rewardsToCome),
    rewards_owed: rewards(one.rewardsOwed),
    tvl_usd: one.tvl,
    pool_tvl_usd: one.poolTvl,
    apr_percent: one.apr,
    staked_apr_percent: one.farmedApr ?? null,
  };
}

export function position(actor: UserActor, one: PositionView): ResultOf<typeof Routes.read> {
  const pair = getPair(one.pairId);
  return {
    ...objectOf("farming_position", actor, one),
    farm: one.farmId,
    pair: pair.id,
    status: one.status,
    share_asset: pair.shareAsset,
    shares: sharesOf(pair, one.shares),
    reward_asset: token.symbol,
    pending_rewards: rewards(one.earned),
    harvested_rewards: rewards(one.harvested),
    value_usd: one.value,
  };
}

export const staked = (actor: UserActor, one: Farmed): ResultOf<typeof Routes.create> => ({
  ...position(actor, one.position),
  transaction_hash: one.transactionHash,
});

export const withdrawn = (actor: UserActor, one: Withdrawn | Exited): ResultOf<typeof Routes.withdraw> => ({
  ...staked(actor, one),
  withdrawn_shares: sharesOf(getPair(one.position.pairId), one.withdrawn),
  rewards_paid: rewards("harvested" in one ? one.harvested : 0n),
});

export const harvested = (actor: UserActor, one: Harvested): ResultOf<typeof Routes.harvest> => ({
  ...position(actor, one.position),
  rewards_paid: rewards(one.harvested),
  transaction_hash: one.transactionHash || null,
});

/** Returns all farms, oldest first. */
export const allFarms = async (actor: UserActor): Promise<ResultOf<typeof FarmRoutes.read>[]> =>
  (await Farming.list(actor.mode)).map((one) => farm(actor, one));

export const farmsOf = async (actor: UserActor, ids: ReadonlySet<string>) =>
  (await allFarms(actor)).filter(({ id }) => ids.has(id));
