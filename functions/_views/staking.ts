import type * as Contract from "../../contract/defi/staking.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { FundedPools } from "../../core/defi/staking/funding.ts";
import type { PoolState } from "../../core/defi/staking/pools.ts";
import type { Claimed, Positions, PositionView, Staked, Unstaked } from "../../core/defi/staking/schema.ts";
import { token } from "../../core/defi/staking/token.ts";
import { pick } from "../../core/kernel/fields.ts";
import * as Money from "../../core/kernel/money/index.ts";

/** Views of staking, with amounts as decimal strings. */

type PoolBody = ResultOf<typeof Contract.pools>["pools"][number];

const tokens = (amount: bigint): string => Money.format(amount, token.decimals);

/** Formats rewards with at least two decimals, as in the specification: "0.00". */
function rewards(amount: bigint): string {
  const [whole = "0", fraction = ""] = tokens(amount).split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}

/** Formats voting power, which is counted in tenths of a base unit. */
const power = (tenths: bigint): string => Money.format(tenths, token.decimals + 1);

const pool = (one: PoolState, fundedUntil: string | undefined): PoolBody => ({
  ...pick(one, "id", "name", "active"),
  token: token.symbol,
  apy: Money.format(one.rate.apyBps, 2),
  tvl: tokens(one.staked),
  lockPeriod: one.lockDays,
  minStake: tokens(one.minStake),
  maxStake: tokens(one.maxStake),
  votingMultiplier: Money.toNumber(one.multiplierTenths, 1),
  rewardsFundedUntil: fundedUntil ?? null,
});

const position = (one: PositionView): ResultOf<typeof Contract.stake>["position"] => ({
  ...pick(one, "id", "poolId", "startDate", "status"),
  amount: tokens(one.amount),
  rewards: rewards(one.rewards),
  unlockDate: one.unlockDate ?? null,
  votingPower: power(one.powerTenths),
  compounding: one.compoundsAt !== undefined,
});

export const pools = (funded: FundedPools): ResultOf<typeof Contract.pools> => ({
  pools: funded.pools.map((one) => pool(one, funded.fundedUntil)),
});

export const positions = (all: Positions): ResultOf<typeof Contract.positions> => ({
  positions: all.positions.map(position),
  totalStaked: tokens(all.totalStaked),
  totalRewards: rewards(all.totalRewards),
  totalVotingPower: power(all.totalPowerTenths),
});

export const staked = (result: Staked): ResultOf<typeof Contract.stake> => ({
  position: position(result.position),
  transactionHash: result.transactionHash,
});

export const unstaked = (result: Unstaked): ResultOf<typeof Contract.unstake> => ({
  transactionHash: result.transactionHash,
  amount: tokens(result.amount),
  penalty: tokens(result.penalty),
  received: tokens(result.received),
  rewardsPaid: tokens(result.rewardsPaid),
  position: position(result.position),
});

export const claimed = (result: Claimed): ResultOf<typeof Contract.claim> => ({
  claimed: tokens(result.claimed),
  transactionHash: result.transactionHash,
  position: { id: result.positionId, rewards: rewards(result.rewards) },
});
