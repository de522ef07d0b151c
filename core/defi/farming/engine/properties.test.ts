import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type AccountState,
  EMPTY,
  EMPTY_ACCOUNT,
  earned,
  exit,
  type FarmState,
  getReward,
  notifyRewardAmount,
  receive,
  rewardPerToken,
  stake,
  updatePeriodFinish,
  withdraw,
} from "./farm.ts";
import { FarmError } from "./uint256.ts";

/** Properties of any farm under any sequence of operations. */

const USERS = 4;
const SCALE = 10n ** 18n;
const T0 = 1_700_000_000n;

type Step = { readonly after: bigint } & (
  | { readonly verb: "stake" | "withdraw"; readonly user: number; readonly amount: bigint }
  | { readonly verb: "getReward" | "exit"; readonly user: number }
  | { readonly verb: "notify"; readonly amount: bigint }
  | { readonly verb: "end" }
);

const after = fc.oneof(fc.constant(0n), fc.bigInt(0n, 90_000n), fc.bigInt(0n, 2_000_000n));
const user = fc.nat(USERS - 1);
const amount = fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(0n, 10n ** 13n), fc.bigInt(0n, 10n ** 27n));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ verb: fc.constant("stake" as const), user, amount, after }),
  fc.record({ verb: fc.constant("withdraw" as const), user, amount, after }),
  fc.record({ verb: fc.constantFrom("getReward" as const, "exit" as const), user, after }),
  fc.record({ verb: fc.constant("notify" as const), amount, after }),
  fc.record({ verb: fc.constant("end" as const), after }),
);
const steps = fc.array(step, { minLength: 1, maxLength: 40 });
const duration = fc.oneof(fc.constant(604_800n), fc.bigInt(1n, 100n), fc.bigInt(1n, 10_000_000n));

const holds = (property: Parameters<typeof fc.assert>[0]) => fc.assert(property, { numRuns: 400 });

/** A number as numerator and denominator. */
type Rational = readonly [bigint, bigint];
const plus = ([a, b]: Rational, [c, d]: Rational): Rational => {
  const [n, m] = [a * d + c * b, b * d];
  const g = gcd(n, m);
  return [n / g, m / g];
};
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a || 1n : gcd(b, a % b));

/**
 * A farm and its accounts, and the exact rewards of each account in a model without rounding: every second distributes
 * the rate among the stakers in proportion.
 */
class World {
  farm: FarmState;
  readonly accounts: AccountState[] = Array.from({ length: USERS }, () => EMPTY_ACCOUNT);
  readonly exact: Rational[] = Array.from({ length: USERS }, () => [0n, 1n] as const);
  readonly paid: bigint[] = Array.from({ length: USERS }, () => 0n);
  /** The maximum that flooring may have taken from an account's rewards. */
  readonly lost: Rational[] = Array.from({ length: USERS }, () => [0n, 1n] as const);
  notified = 0n;
  /** Returned to the treasury at an early end. */
  returned = 0n;
  now = T0;

  constructor(rewardsDuration: bigint) {
    this.farm = { ...EMPTY, rewardsDuration };
  }

  /** Advances the time of the model. Within a step, only the period's end changes the rate. */
  private pass(seconds: bigint): void {
    const { periodFinish, rewardRate, totalSupply } = this.farm;
    const until = this.now + seconds < periodFinish ? this.now + seconds : periodFinish;
    const emitting = until > this.now ? until - this.now : 0n;
    this.now += seconds;
    if (totalSupply === 0n) return;
    for (const [i, { balance }] of this.accounts.entries())
      this.exact[i] = plus(this.at(this.exact, i), [emitting * rewardRate * balance, totalSupply]);
  }

  private at<T>(list: readonly T[], i: number): T {
    return list[i] as T;
  }

  /** Each update floors the figure per token, and each settlement floors an account's rewards. */
  private rounded(): void {
    for (const [i, { balance }] of this.accounts.entries())
      this.lost[i] = plus(this.at(this.lost, i), [balance, SCALE]);
  }

  do(step: Step): void {
    this.pass(step.after);
    try {
      this.attempt(step);
    } catch (error) {
      if (!(error instanceof FarmError)) throw error;
    }
  }

  private attempt(step: Step): void {
    const { now } = this;
    if (step.verb === "notify") {
      this.farm = notifyRewardAmount(receive(this.farm, step.amount), step.amount, now);
      this.notified += step.amount;
      this.rounded();
    } else if (step.verb === "end") {
      const left = this.farm.periodFinish > now ? (this.farm.periodFinish - now) * this.farm.rewardRate : 0n;
      const end = now < this.farm.periodFinish ? now : this.farm.periodFinish;
      this.farm = updatePeriodFinish(this.farm, end, now);
      this.farm = { ...this.farm, rewardsBalance: this.farm.rewardsBalance - left };
      this.returned += left;
      this.rounded();
    } else this.byUser(step);
  }

  private byUser(step: Step & { readonly user: number }): void {
    const { now, farm } = this;
    const before = { farm, account: this.at(this.accounts, step.user) };
    const next =
      step.verb === "stake"
        ? stake(before, step.amount, now)
        : step.verb === "withdraw"
          ? withdraw(before, step.amount, now)
          : step.verb === "getReward"
            ? getReward(before, now)
            : exit(before, now);
    this.rounded();
    this.lost[step.user] = plus(this.at(this.lost, step.user), [1n, 1n]);
    this.farm = next.farm;
    this.accounts[step.user] = next.account;
    this.paid[step.user] = this.at(this.paid, step.user) + (farm.rewardsBalance - next.farm.rewardsBalance);
  }

  /** Returns the total rewards of each account: paid and owed. */
  totals(): bigint[] {
    return this.accounts.map((account, i) => this.at(this.paid, i) + earned(this.farm, account, this.now));
  }
}

const lived = (rewardsDuration: bigint, all: readonly Step[]): World => {
  const world = new World(rewardsDuration);
  for (const one of all) world.do(one);
  return world;
};

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

it("a farm never pays or owes more than was funded, and always holds enough for its debts", () => {
  holds(
    fc.property(duration, steps, (seconds, all) => {
      const world = new World(seconds);
      for (const one of all) {
        world.do(one);
        expect(sum(world.totals()) <= world.notified - world.returned).toBe(true);
        expect(world.farm.rewardsBalance).toBe(world.notified - world.returned - sum(world.paid));
        const { periodFinish, rewardRate, rewardsBalance } = world.farm;
        const toCome = periodFinish > world.now ? (periodFinish - world.now) * rewardRate : 0n;
        expect(sum(world.totals()) - sum(world.paid) + toCome <= rewardsBalance).toBe(true);
      }
    }),
  );
});

it("a farm's supply is the sum of all stakes", () => {
  holds(
    fc.property(duration, steps, (seconds, all) => {
      const world = lived(seconds, all);
      expect(world.farm.totalSupply).toBe(sum(world.accounts.map(({ balance }) => balance)));
    }),
  );
});

it("a farm pays each staker at most the exact fraction of each second, and less by the flooring alone", () => {
  holds(
    fc.property(duration, steps, (seconds, all) => {
      const world = lived(seconds, all);
      for (const [i, total] of world.totals().entries()) {
        const [n, d] = world.exact[i] as Rational;
        // The current figure includes one more update and settlement.
        const { balance } = world.accounts[i] as AccountState;
        const [lost, of] = plus(plus(world.lost[i] as Rational, [balance, SCALE]), [1n, 1n]);
        expect(total * d <= n).toBe(true);
        expect((n - total * d) * of <= lost * d).toBe(true);
      }
    }),
  );
});

it("earned rewards never decrease as time passes, and do not change after the period's end", () => {
  holds(
    fc.property(duration, steps, fc.array(after, { maxLength: 8 }), (seconds, all, pauses) => {
      const { farm, accounts, now } = lived(seconds, all);
      let at = now;
      let last = accounts.map((account) => earned(farm, account, at));
      for (const pause of pauses) {
        const wasOver = at >= farm.periodFinish;
        const before = rewardPerToken(farm, at);
        at += pause;
        const next = accounts.map((account) => earned(farm, account, at));
        expect(next.every((one, i) => one >= (last[i] ?? 0n))).toBe(true);
        expect(rewardPerToken(farm, at) >= before).toBe(true);
        if (wasOver) expect(next).toEqual(last);
        last = next;
      }
    }),
  );
});

it("the order of different stakers' operations within a second does not change their result", () => {
  const mine = fc.record({
    user,
    verb: fc.constantFrom("stake" as const, "withdraw" as const, "getReward" as const, "exit" as const),
    amount,
    after: fc.constant(0n),
  });
  holds(
    fc.property(duration, steps, fc.array(mine, { maxLength: USERS }), after, (seconds, all, same, later) => {
      // One operation each, since the order of an account's own operations matters.
      const each = [...new Map(same.map((one) => [one.user, one])).values()];
      const ends = [each, each.toReversed()].map((order) => {
        const world = lived(seconds, [...all, { verb: "getReward", user: 0, after: later }]);
        for (const one of order) world.do(one as Step);
        return { farm: world.farm, accounts: world.accounts, paid: world.paid };
      });
      expect(ends[0]).toEqual(ends[1]);
    }),
  );
});

it("a payment to one staker changes another staker's rewards only by rounding", () => {
  holds(
    fc.property(duration, steps, after, (seconds, all, later) => {
      const world = lived(seconds, all);
      const at = world.now + later;
      const [first = EMPTY_ACCOUNT, second = EMPTY_ACCOUNT] = world.accounts;
      const taken = getReward({ farm: world.farm, account: first }, world.now);
      const [apart, together] = [earned(taken.farm, second, at), earned(world.farm, second, at)];
      // The figure per token is floored once more.
      expect(apart <= together && (together - apart - 1n) * SCALE <= second.balance).toBe(true);
    }),
  );
});
