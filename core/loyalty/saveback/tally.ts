import * as Assets from "../../kernel/assets/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { plus, sha256Hex } from "../../kernel/sha256.ts";
import type { Amount, AssetShare, Beneficiary, PendingTotals, ProgramShare, Reward } from "./schema.ts";

/**
 * Sums rewards by user, by program, by asset and in total. Pure. A tally's size depends on the number of beneficiaries and
 * programs, not of rewards.
 */

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const entry = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
};

/** A number of rewards and their amount in each asset. */
class Sum {
  rewards = 0;
  readonly #minor = new Map<string, bigint>();

  add({ asset, amountMinor }: Reward): void {
    this.rewards++;
    this.#minor.set(asset, (this.#minor.get(asset) ?? 0n) + amountMinor);
  }

  get amounts(): Amount[] {
    return [...this.#minor]
      .sort(([a], [b]) => byText(a, b))
      .map(([asset, amountMinor]) => ({
        asset,
        amount: Assets.format(amountMinor, asset),
        amountMinor,
      }));
  }

  /** Adds the minor units of all assets. For sorting only. */
  get weight(): bigint {
    return Money.sum(this.#minor.values());
  }
}

class Group {
  readonly sum = new Sum();
  readonly users = new Set<string>();
  readonly programs = new Set<string>();
  readonly rates = new Set<string>();
  merchantId = "";

  add(reward: Reward): void {
    this.sum.add(reward);
    this.users.add(reward.userId);
    this.programs.add(reward.programId);
    this.rates.add(reward.rate);
    this.merchantId = reward.merchantId;
  }
}

/** Sorts largest first, then by id, so that equal rewards make equal lists. */
const largestFirst = ([a, one]: [string, Sum], [b, other]: [string, Sum]): number =>
  one.weight === other.weight ? byText(a, b) : one.weight > other.weight ? -1 : 1;

export class Tally {
  readonly #all = new Sum();
  readonly #users = new Map<string, Sum>();
  readonly #programs = new Map<string, Group>();
  readonly #assets = new Map<string, Group>();
  /** Independent of the order of the rewards. */
  #fingerprint = 0n;

  add(reward: Reward): void {
    this.#all.add(reward);
    entry(this.#users, reward.userId, () => new Sum()).add(reward);
    entry(this.#programs, reward.programId, () => new Group()).add(reward);
    entry(this.#assets, reward.asset, () => new Group()).add(reward);
    const { userId, paymentId, programId, asset, amountMinor } = reward;
    this.#fingerprint = plus(this.#fingerprint, [userId, paymentId, programId, asset, amountMinor]);
  }

  get totals(): PendingTotals {
    return {
      rewards: this.#all.rewards,
      beneficiaryCount: this.#users.size,
      programCount: this.#programs.size,
      totals: this.#all.amounts,
    };
  }

  /** SHA-256 of the number of rewards and the sum of their hashes (`plus`). */
  get hash(): string {
    return sha256Hex(`${this.#all.rewards} ${this.#fingerprint}`);
  }

  /** Largest first. */
  get beneficiaries(): Beneficiary[] {
    return [...this.#users]
      .sort(largestFirst)
      .map(([userId, { rewards, amounts }]) => ({ userId, rewards, amounts }));
  }

  /** Largest first. */
  get perProgram(): ProgramShare[] {
    return [...this.#programs]
      .sort(([a, one], [b, other]) => largestFirst([a, one.sum], [b, other.sum]))
      .map(([programId, { sum, users, rates, merchantId }]) => ({
        programId,
        merchantId,
        rates: [...rates].sort((a, b) => Number(a) - Number(b)),
        rewards: sum.rewards,
        beneficiaries: users.size,
        amounts: sum.amounts,
      }));
  }

  get perAsset(): AssetShare[] {
    return [...this.#assets]
      .sort(([a], [b]) => byText(a, b))
      .flatMap(([, { sum, users, programs }]) =>
        sum.amounts.map((amount) => ({
          ...amount,
          rewards: sum.rewards,
          beneficiaries: users.size,
          programs: programs.size,
        })),
      );
  }
}
