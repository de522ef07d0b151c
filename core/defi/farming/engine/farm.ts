import { min } from "../../../kernel/money/index.ts";
import { add, div, mul, must, sub } from "./uint256.ts";

/**
 * A farm as a value: it distributes an emission by the second among its stakers, and every operation returns
 * the state after it. Source: Synthetix, `contracts/StakingRewards.sol` (Solidity 0.5.16), operation for
 * operation and floor for floor, so that recorded runs of the contract can be replayed. Names are the
 * contract's.
 * Amounts are base units, times whole seconds since the epoch. The caller moves the tokens.
 */
export interface FarmState {
  /** The duration of the next emission. */
  readonly rewardsDuration: bigint;
  /** When the emission ends; 0 before the first. */
  readonly periodFinish: bigint;
  /** The emission of each second until then. */
  readonly rewardRate: bigint;
  /** The time of `rewardPerTokenStored`. */
  readonly lastUpdateTime: bigint;
  /** The earnings of one staked unit since the beginning, times 10^18. */
  readonly rewardPerTokenStored: bigint;
  /** The sum of all stakes. */
  readonly totalSupply: bigint;
  /** The farm's balance of the rewards token: `rewardsToken.balanceOf(this)`. */
  readonly rewardsBalance: bigint;
  /** Rejects new stakes. All other operations remain possible. */
  readonly paused: boolean;
}

/** The farm's state of one account. */
export interface AccountState {
  /** The account's stake. */
  readonly balance: bigint;
  /** `rewardPerToken` when its rewards were last settled. */
  readonly userRewardPerTokenPaid: bigint;
  /** Settled up to then, and not paid yet. */
  readonly rewards: bigint;
}

export interface State {
  readonly farm: FarmState;
  readonly account: AccountState;
}

/** As the contract is deployed: an emission lasts seven days. */
export const EMPTY: FarmState = {
  rewardsDuration: 604_800n,
  periodFinish: 0n,
  rewardRate: 0n,
  lastUpdateTime: 0n,
  rewardPerTokenStored: 0n,
  totalSupply: 0n,
  rewardsBalance: 0n,
  paused: false,
};

export const EMPTY_ACCOUNT: AccountState = { balance: 0n, userRewardPerTokenPaid: 0n, rewards: 0n };

/** The factor of figures per token. */
export const SCALE = 10n ** 18n;

/** Returns the last time with rewards: now, or the end of the emission. */
export const lastTimeRewardApplicable = ({ periodFinish }: FarmState, now: bigint): bigint =>
  min(now, periodFinish);

/**
 * Returns the earnings of one staked unit since the beginning, times 10^18. They do not grow while nothing is staked.
 * @throws FarmError SafeMath: subtraction overflow if `now` lies before the latest change
 */
export function rewardPerToken(farm: FarmState, now: bigint): bigint {
  if (farm.totalSupply === 0n) return farm.rewardPerTokenStored;
  const seconds = sub(lastTimeRewardApplicable(farm, now), farm.lastUpdateTime);
  const emitted = mul(mul(seconds, farm.rewardRate), SCALE);
  return add(farm.rewardPerTokenStored, div(emitted, farm.totalSupply));
}

/** Returns an account's unpaid rewards. @throws as `rewardPerToken` */
export function earned(farm: FarmState, account: AccountState, now: bigint): bigint {
  const since = sub(rewardPerToken(farm, now), account.userRewardPerTokenPaid);
  return add(div(mul(account.balance, since), SCALE), account.rewards);
}

export const getRewardForDuration = ({ rewardRate, rewardsDuration }: FarmState): bigint =>
  mul(rewardRate, rewardsDuration);

/** Settles the farm up to now. Source: the modifier `updateReward(address(0))`. */
const updated = (farm: FarmState, now: bigint): FarmState => ({
  ...farm,
  rewardPerTokenStored: rewardPerToken(farm, now),
  lastUpdateTime: lastTimeRewardApplicable(farm, now),
});

/** Settles the farm and an account up to now. Source: the modifier `updateReward(account)`. */
function settled({ farm: before, account }: State, now: bigint): State {
  const farm = updated(before, now);
  const rewards = earned(farm, account, now);
  return { farm, account: { ...account, rewards, userRewardPerTokenPaid: farm.rewardPerTokenStored } };
}

/** @throws FarmError Cannot stake 0; while paused */
export function stake(state: State, amount: bigint, now: bigint): State {
  must(!state.farm.paused, "This action cannot be performed while the contract is paused");
  const { farm, account } = settled(state, now);
  must(amount > 0n, "Cannot stake 0");
  return {
    farm: { ...farm, totalSupply: add(farm.totalSupply, amount) },
    account: { ...account, balance: add(account.balance, amount) },
  };
}

/** @throws FarmError Cannot withdraw 0; SafeMath: subtraction overflow if the amount exceeds the stake */
export function withdraw(state: State, amount: bigint, now: bigint): State {
  const { farm, account } = settled(state, now);
  must(amount > 0n, "Cannot withdraw 0");
  return {
    farm: { ...farm, totalSupply: sub(farm.totalSupply, amount) },
    account: { ...account, balance: sub(account.balance, amount) },
  };
}

interface Paid extends State {
  /** The payment; 0 if nothing was earned. */
  readonly reward: bigint;
}

/** @throws FarmError ERC20: transfer amount exceeds balance if the farm has less than the reward */
export function getReward(state: State, now: bigint): Paid {
  const { farm, account } = settled(state, now);
  const reward = account.rewards;
  must(reward <= farm.rewardsBalance, "ERC20: transfer amount exceeds balance");
  return {
    farm: { ...farm, rewardsBalance: farm.rewardsBalance - reward },
    account: { ...account, rewards: 0n },
    reward,
  };
}

export interface Exited extends Paid {
  /** The returned stake. */
  readonly amount: bigint;
}

/** Withdraws the whole stake, then pays the rewards. @throws as `withdraw` and `getReward` */
export function exit(state: State, now: bigint): Exited {
  const amount = state.account.balance;
  return { ...getReward(withdraw(state, amount, now), now), amount };
}

/** Adds rewards to the balance: the contract is paid before it is notified. */
export const receive = (farm: FarmState, amount: bigint): FarmState => ({
  ...farm,
  rewardsBalance: add(farm.rewardsBalance, amount),
});

/**
 * Begins a new period that emits this reward and the rest of the current period. The rate is floored: fewer than
 * `rewardsDuration` units are never emitted.
 * @throws FarmError Provided reward too high if a whole period would emit more than the farm's balance
 */
export function notifyRewardAmount(before: FarmState, reward: bigint, now: bigint): FarmState {
  const farm = updated(before, now);
  const leftover = now >= farm.periodFinish ? 0n : mul(sub(farm.periodFinish, now), farm.rewardRate);
  const rewardRate = div(add(reward, leftover), farm.rewardsDuration);
  must(rewardRate <= div(farm.rewardsBalance, farm.rewardsDuration), "Provided reward too high");
  return { ...farm, rewardRate, lastUpdateTime: now, periodFinish: add(now, farm.rewardsDuration) };
}

/** @throws FarmError Previous rewards period must be complete before changing the duration for the new period */
export function setRewardsDuration(farm: FarmState, rewardsDuration: bigint, now: bigint): FarmState {
  must(
    now > farm.periodFinish,
    "Previous rewards period must be complete before changing the duration for the new period",
  );
  return { ...farm, rewardsDuration };
}

/**
 * Moves the end of the emission. Source: `updatePeriodFinish` of earlier releases of the contract. A later
 * end emits rewards that are not funded.
 */
export const updatePeriodFinish = (farm: FarmState, periodFinish: bigint, now: bigint): FarmState => ({
  ...updated(farm, now),
  periodFinish,
});
