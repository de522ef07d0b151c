import { describe, expect, it } from "vitest";
import vectors from "../../../../tests/vectors/staking.json" with { type: "json" };
import {
  type AccountState,
  EMPTY,
  EMPTY_ACCOUNT,
  earned,
  exit,
  type FarmState,
  getReward,
  getRewardForDuration,
  lastTimeRewardApplicable,
  notifyRewardAmount,
  receive,
  rewardPerToken,
  type State,
  setRewardsDuration,
  stake,
  updatePeriodFinish,
  withdraw,
} from "./farm.ts";
import { add, div, FarmError, mul, type Reason, sub } from "./uint256.ts";

/** The cases of the contract's own tests, with figures computed by hand from its source. */

const UNIT = 10n ** 18n;
const DAY = 86_400n;
const WEEK = 7n * DAY;
const T0 = 1_700_000_000n;
const SUB = "SafeMath: subtraction overflow";
const PAUSED = "This action cannot be performed while the contract is paused";
const TOO_HIGH = "Provided reward too high";

/** Returns the reason of a rejection, or undefined. */
function rejectionOf(work: () => unknown): Reason | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof FarmError) return error.reason;
    throw error;
  }
}

/** Returns the farm after a reward was paid and notified. */
const funded = (farm: FarmState, reward: bigint, now: bigint): FarmState =>
  notifyRewardAmount(receive(farm, reward), reward, now);

/** Returns a farm with one account's stake. */
const staked = (amount: bigint, now = T0, farm = EMPTY): State =>
  stake({ farm, account: EMPTY_ACCOUNT }, amount, now);

describe("lastTimeRewardApplicable", () => {
  it("is 0 before any reward, then the current time, and at most the end of the period", () => {
    expect(lastTimeRewardApplicable(EMPTY, T0)).toBe(0n);
    const farm = funded(EMPTY, UNIT, T0);
    expect(lastTimeRewardApplicable(farm, T0)).toBe(T0);
    expect(lastTimeRewardApplicable(farm, T0 + WEEK)).toBe(T0 + WEEK);
    expect(lastTimeRewardApplicable(farm, T0 + WEEK + 1n)).toBe(T0 + WEEK);
  });
});

describe("rewardPerToken", () => {
  it("is 0 at first, and does not grow while nothing is staked", () => {
    expect(rewardPerToken(EMPTY, T0)).toBe(0n);
    const farm = funded(EMPTY, 5000n * UNIT, T0);
    expect(rewardPerToken(farm, T0 + DAY)).toBe(0n);
    expect(rewardPerToken({ ...farm, rewardPerTokenStored: 7n }, T0 + DAY)).toBe(7n);
  });

  it("grows each second by the emission divided by the staked units, floored", () => {
    const { farm } = staked(100n * UNIT);
    const after = funded(farm, 5000n * UNIT, T0);
    // 5000e18 / 604800 = 8267195767195767.19...; a day of it, times 1e18, by 100e18 staked.
    expect(after.rewardRate).toBe(8_267_195_767_195_767n);
    expect(rewardPerToken(after, T0 + DAY)).toBe(7_142_857_142_857_142_688n);
    expect(rewardPerToken(after, T0 + 1n)).toBe(82_671_957_671_957n);
  });

  it("rejects a time before the latest change, as the contract's subtraction does", () => {
    const { farm, account } = staked(UNIT, T0 + 10n, funded(EMPTY, UNIT * 1000n, T0));
    expect(rejectionOf(() => rewardPerToken(farm, T0 + 9n))).toBe(SUB);
    expect(rejectionOf(() => earned(farm, account, T0 + 9n))).toBe(SUB);
  });
});

describe("stake", () => {
  it("increases the account's balance and the supply", () => {
    const { farm, account } = stake(staked(100n), 20n, T0 + 5n);
    expect([farm.totalSupply, account.balance]).toEqual([120n, 120n]);
  });

  it("rejects 0, and any amount while the farm is paused", () => {
    expect(rejectionOf(() => staked(0n))).toBe("Cannot stake 0");
    expect(rejectionOf(() => staked(1n, T0, { ...EMPTY, paused: true }))).toBe(PAUSED);
    expect(rejectionOf(() => staked(0n, T0, { ...EMPTY, paused: true }))).toBe(PAUSED);
  });
});

describe("earned", () => {
  it("is 0 without a stake", () => {
    expect(earned(EMPTY, EMPTY_ACCOUNT, T0)).toBe(0n);
    expect(earned(funded(staked(UNIT).farm, 5000n * UNIT, T0), EMPTY_ACCOUNT, T0 + DAY)).toBe(0n);
  });

  it("is the balance's fraction of the emission, floored", () => {
    const { farm, account } = staked(100n * UNIT);
    const after = funded(farm, 5000n * UNIT, T0);
    expect(earned(after, account, T0 + DAY)).toBe(714_285_714_285_714_268_800n);
  });

  it("doubles if the same reward is funded again after the first period's end", () => {
    const { farm, account } = staked(100n * UNIT);
    const first = funded(farm, 5000n * UNIT, T0);
    const earnedFirst = earned(first, account, T0 + WEEK);
    const second = funded(first, 5000n * UNIT, T0 + WEEK);
    expect(earned(second, account, T0 + 2n * WEEK)).toBe(2n * earnedFirst);
  });

  it("is each staker's fraction of each second if two stake at different times", () => {
    // 100 a second over 7 s: one staker for 3 s, then two with half each for 4 s.
    const farm0 = funded({ ...EMPTY, rewardsDuration: 7n }, 700n, T0);
    const a = staked(10n, T0, farm0);
    const b = staked(10n, T0 + 3n, a.farm);
    expect(earned(b.farm, a.account, T0 + 7n)).toBe(500n);
    expect(earned(b.farm, b.account, T0 + 7n)).toBe(200n);
    expect(earned(b.farm, b.account, T0 + 700n)).toBe(200n);
  });

  it("excludes the emission while nothing is staked, which remains with the farm", () => {
    const farm0 = funded({ ...EMPTY, rewardsDuration: 10n }, 1000n, T0);
    const { farm, account } = staked(1n, T0 + 4n, farm0);
    expect(earned(farm, account, T0 + 10n)).toBe(600n);
    expect(exit({ farm, account }, T0 + 10n).farm.rewardsBalance).toBe(400n);
  });
});

describe("getReward", () => {
  it("pays the rewards once", () => {
    const { farm, account } = staked(100n * UNIT);
    const before = { farm: funded(farm, 5000n * UNIT, T0), account };
    const paid = getReward(before, T0 + DAY);
    expect(paid.reward).toBe(earned(before.farm, account, T0 + DAY));
    expect(paid.farm.rewardsBalance).toBe(5000n * UNIT - paid.reward);
    expect(earned(paid.farm, paid.account, T0 + DAY)).toBe(0n);
    expect(getReward(paid, T0 + DAY)).toEqual({ farm: paid.farm, account: paid.account, reward: 0n });
  });

  it("is rejected if the farm has less than it owes", () => {
    const account: AccountState = { ...EMPTY_ACCOUNT, rewards: 1n };
    expect(rejectionOf(() => getReward({ farm: EMPTY, account }, T0))).toBe(
      "ERC20: transfer amount exceeds balance",
    );
  });
});

describe("setRewardsDuration", () => {
  it("is accepted before the first reward, and after a period's end, not at its last second", () => {
    expect(EMPTY.rewardsDuration).toBe(WEEK);
    const longer = setRewardsDuration(EMPTY, 10n * WEEK, T0);
    expect(longer).toEqual({ ...EMPTY, rewardsDuration: 10n * WEEK });
    const farm = funded(EMPTY, 5000n * UNIT, T0);
    const early =
      "Previous rewards period must be complete before changing the duration for the new period" as const;
    expect(rejectionOf(() => setRewardsDuration(farm, DAY, T0 + DAY))).toBe(early);
    expect(rejectionOf(() => setRewardsDuration(farm, DAY, T0 + WEEK))).toBe(early);
    expect(setRewardsDuration(farm, DAY, T0 + WEEK + 1n).rewardsDuration).toBe(DAY);
  });

  it("applies to the next reward: a duration ten times as long has a tenth of the rate", () => {
    const { farm, account } = staked(100n * UNIT);
    const half = getReward({ farm: funded(farm, 5000n * UNIT, T0), account }, T0 + 4n * DAY);
    const later = setRewardsDuration(receive(half.farm, 5000n * UNIT), 10n * WEEK, T0 + 8n * DAY);
    const next = notifyRewardAmount(later, 5000n * UNIT, T0 + 8n * DAY);
    expect(next.rewardRate).toBe(826_719_576_719_576n);
    expect(next.periodFinish).toBe(T0 + 8n * DAY + 10n * WEEK);
    const last = getReward({ farm: next, account: half.account }, T0 + 79n * DAY);
    expect(half.reward + last.reward <= 10_000n * UNIT).toBe(true);
    expect(10_000n * UNIT - (half.reward + last.reward) < 10n * WEEK * 2n).toBe(true);
  });
});

describe("getRewardForDuration", () => {
  it("is the rate over a whole period", () => {
    const farm = funded(EMPTY, 5000n * UNIT, T0);
    expect(getRewardForDuration(farm)).toBe(8_267_195_767_195_767n * WEEK);
  });
});

describe("withdraw", () => {
  it("rejects 0, and more than is staked", () => {
    expect(rejectionOf(() => withdraw(staked(5n), 0n, T0))).toBe("Cannot withdraw 0");
    expect(rejectionOf(() => withdraw({ farm: EMPTY, account: EMPTY_ACCOUNT }, 100n * UNIT, T0))).toBe(SUB);
    const other = staked(100n, T0, staked(5n).farm);
    expect(
      rejectionOf(() => withdraw({ farm: other.farm, account: { ...EMPTY_ACCOUNT, balance: 5n } }, 6n, T0)),
    ).toBe(SUB);
  });

  it("returns the stake and leaves the rewards", () => {
    const { farm, account } = staked(500n * UNIT);
    const before = { farm: funded(farm, 35_000n * UNIT, T0), account };
    const part = withdraw(before, 100n * UNIT, T0 + 6n * DAY);
    expect([part.farm.totalSupply, part.account.balance]).toEqual([400n * UNIT, 400n * UNIT]);
    expect(part.account.rewards).toBe(earned(before.farm, account, T0 + 6n * DAY));
    expect(part.account.rewards).toBe((rewardPerToken(before.farm, T0 + 6n * DAY) * 500n * UNIT) / UNIT);
  });
});

describe("exit", () => {
  it("returns the whole stake and pays all rewards", () => {
    const { farm, account } = staked(100n * UNIT);
    const before = { farm: funded(farm, 5000n * UNIT, T0), account };
    const gone = exit(before, T0 + DAY);
    expect([gone.amount, gone.reward]).toEqual([100n * UNIT, earned(before.farm, account, T0 + DAY)]);
    expect([gone.account.balance, gone.account.rewards, gone.farm.totalSupply]).toEqual([0n, 0n, 0n]);
    expect(rejectionOf(() => exit(gone, T0 + DAY))).toBe("Cannot withdraw 0");
  });
});

describe("notifyRewardAmount", () => {
  it("begins a period whose rate is the reward divided by its seconds, floored", () => {
    const farm = funded(EMPTY, 1000n, T0);
    expect(farm).toMatchObject({ rewardRate: 0n, lastUpdateTime: T0, periodFinish: T0 + WEEK });
    expect(funded(EMPTY, WEEK * 3n - 1n, T0).rewardRate).toBe(2n);
  });

  it("adds the reward that remains of the current period, if that has not ended", () => {
    const first = funded({ ...EMPTY, rewardsDuration: 100n }, 1000n, T0);
    const second = funded(first, 1000n, T0 + 40n);
    // 60 s of 10 a second remain: 1600 over 100 s.
    expect(second).toMatchObject({ rewardRate: 16n, periodFinish: T0 + 140n, lastUpdateTime: T0 + 40n });
    // At the end nothing remains.
    expect(funded(first, 1000n, T0 + 100n).rewardRate).toBe(10n);
    // One second before, one second remains: 1010 over 100 s, floored.
    expect(funded(first, 1000n, T0 + 99n).rewardRate).toBe(10n);
  });

  it("does not change rewards that were earned at the previous rate", () => {
    const { farm, account } = staked(7n, T0, funded({ ...EMPTY, rewardsDuration: 100n }, 700n, T0));
    const second = funded(farm, 9300n, T0 + 50n);
    expect(second.rewardRate).toBe(96n);
    // The stored figure was floored at 350 / 7 = 50 each.
    expect(earned(second, account, T0 + 50n)).toBe(350n);
    expect(earned(second, account, T0 + 51n)).toBe(445n);
  });

  it("rejects a reward that exceeds the farm's balance, alone or with the current period's rest", () => {
    const sent = receive(EMPTY, 1000n * UNIT);
    expect(rejectionOf(() => notifyRewardAmount(sent, 1000n * UNIT + UNIT / 10n, T0))).toBe(TOO_HIGH);
    const again = receive(notifyRewardAmount(sent, 1000n * UNIT, T0), 1000n * UNIT);
    expect(rejectionOf(() => notifyRewardAmount(again, 1000n * UNIT + UNIT / 10n, T0))).toBe(TOO_HIGH);
    expect(rejectionOf(() => notifyRewardAmount(again, 1000n * UNIT, T0))).toBeUndefined();
    expect(rejectionOf(() => notifyRewardAmount(EMPTY, WEEK, T0))).toBe(TOO_HIGH);
  });
});

describe("updatePeriodFinish", () => {
  it("ends the emission immediately, and keeps the earned rewards", () => {
    const { farm, account } = staked(4n, T0, funded({ ...EMPTY, rewardsDuration: 100n }, 1000n, T0));
    const ended = updatePeriodFinish(farm, T0 + 30n, T0 + 30n);
    expect(ended).toMatchObject({ periodFinish: T0 + 30n, lastUpdateTime: T0 + 30n });
    expect(earned(ended, account, T0 + 30n)).toBe(300n);
    expect(earned(ended, account, T0 + 100n)).toBe(300n);
  });
});

describe("the arithmetic", () => {
  it("rejects results outside of 256 bits and a division by zero, with SafeMath's messages", () => {
    const most = 2n ** 256n - 1n;
    expect([add(most, 0n), sub(1n, 1n), mul(most, 1n), div(7n, 2n)]).toEqual([most, 0n, most, 3n]);
    expect(rejectionOf(() => add(most, 1n))).toBe("SafeMath: addition overflow");
    expect(rejectionOf(() => sub(0n, 1n))).toBe(SUB);
    expect(rejectionOf(() => mul(2n ** 128n, 2n ** 128n))).toBe("SafeMath: multiplication overflow");
    expect(rejectionOf(() => div(1n, 0n))).toBe("SafeMath: division by zero");
    const broken = { ...EMPTY, rewardsDuration: 0n };
    expect(rejectionOf(() => notifyRewardAmount(broken, 1n, T0))).toBe("SafeMath: division by zero");
  });
});

/** The edge cases of the vectors. Undefined for locks and votes, which a farm does not have. */
const edgeCases: Readonly<Record<string, (() => void) | undefined>> = {
  "stake 0 rejected": () => expect(rejectionOf(() => staked(0n))).toBe("Cannot stake 0"),
  "stake below min / above max (and sum over positions?)": undefined,
  "withdraw 0 rejected; withdraw more than staked rejected": () => {
    expect(rejectionOf(() => withdraw(staked(9n), 0n, T0))).toBe("Cannot withdraw 0");
    expect(rejectionOf(() => withdraw(staked(9n), 10n, T0))).toBe(SUB);
  },
  "claim with 0 rewards: pays 0 and changes nothing": () => {
    const before = staked(9n);
    expect(getReward(before, T0 + DAY)).toEqual({ ...before, reward: 0n });
  },
  "claim twice in the same second pays once": () => {
    const once = getReward(staked(9n, T0, funded(EMPTY, 10n * WEEK, T0)), T0 + DAY);
    expect([once.reward, getReward(once, T0 + DAY).reward]).toEqual([864_000n, 0n]);
  },
  "rewards do not accrue before start or after completion": () => {
    const late = staked(1n, T0 + 5n, funded({ ...EMPTY, rewardsDuration: 10n }, 100n, T0));
    expect(earned(late.farm, late.account, T0 + 5n)).toBe(0n);
    expect(earned(late.farm, late.account, T0 + 11n)).toBe(50n);
  },
  "partial unstake keeps accrued rewards of the rest": () => {
    const before = staked(10n, T0, funded({ ...EMPTY, rewardsDuration: 10n }, 100n, T0));
    const { farm, account } = withdraw(before, 4n, T0 + 5n);
    expect(account).toMatchObject({ balance: 6n, rewards: 50n });
    expect(earned(farm, account, T0 + 10n)).toBe(99n);
  },
  "two parallel claims pay once (idempotent/conditional write)": undefined,
  "two parallel unstakes of the full amount: one fails": undefined,
  "sum of position claims = claims of one merged position within rounding of 1 unit per position": () => {
    const farm0 = funded({ ...EMPTY, rewardsDuration: 97n }, 1_000_003n, T0);
    const a = staked(3n, T0, farm0);
    const b = staked(8n, T0, a.farm);
    const one = staked(11n, T0, farm0);
    const apart = earned(b.farm, a.account, T0 + 97n) + earned(b.farm, b.account, T0 + 97n);
    const merged = earned(one.farm, one.account, T0 + 97n);
    expect(merged - apart >= 0n && merged - apart <= 2n).toBe(true);
  },
  "reward rounding always floors in favour of the pool": () => {
    const { farm, account } = staked(3n, T0, funded({ ...EMPTY, rewardsDuration: 1n }, 10n, T0));
    // 10e18 / 3 floored, times 3, floored.
    expect(earned(farm, account, T0 + 1n)).toBe(9n);
  },
  "rate change applies only from the change on (index checkpoint)": () => {
    const { farm, account } = staked(1n, T0, funded({ ...EMPTY, rewardsDuration: 10n }, 100n, T0));
    const changed = funded(farm, 950n, T0 + 5n);
    expect(earned(changed, account, T0 + 5n)).toBe(50n);
    expect(earned(changed, account, T0 + 6n)).toBe(150n);
  },
  "forceEarly before unlock: penalty floor(amount*10/100) exactly, to treasury; ledger stays balanced":
    undefined,
  "forceEarly after unlock: no penalty": undefined,
  "unstake exactly at unlockDate allowed (>=)": undefined,
  "flexible: unlockDate null, forceEarly ignored, no penalty": undefined,
  "leap year: 365 days are 31536000 s, not a calendar year": undefined,
  "voting power follows remaining amount after partial unstake": undefined,
  'reward pot exhaustion: accrual cannot promise more than funded (Synthetix "Provided reward too high")':
    () => expect(rejectionOf(() => notifyRewardAmount(receive(EMPTY, WEEK - 1n), WEEK, T0))).toBe(TOO_HIGH),
  "pausing blocks stake but never withdraw": () => {
    const { farm, account } = staked(10n, T0, funded({ ...EMPTY, rewardsDuration: 10n }, 100n, T0));
    const before = { farm: { ...farm, paused: true }, account };
    expect(rejectionOf(() => stake(before, 1n, T0))).toBe(PAUSED);
    expect(exit(before, T0 + 10n)).toMatchObject({ amount: 10n, reward: 100n });
  },
};

describe("the vectors' edge cases", () => {
  it("are all listed in this file, also those that do not apply to farms", () => {
    expect(Object.keys(edgeCases).sort()).toEqual([...vectors.edgeCases].sort());
  });
  it.each(Object.entries(edgeCases).flatMap(([name, check]) => (check ? [[name, check] as const] : [])))(
    "hold: %s",
    (_, check) => check(),
  );
});
