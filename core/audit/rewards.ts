import { pendingReward } from "../loyalty/saveback/entity.ts";
import { pendingKey } from "../loyalty/saveback/rewards.ts";
import { rewardItem } from "../loyalty/saveback/schema.ts";
import { type Accounts, type Checker, kindOf, reading } from "./kinds.ts";
import { show } from "./words.ts";

/**
 * Pending saveback: merchants have paid for each reward, so the account `saveback` has exactly what all of
 * them come to.
 */

export class Rewards implements Checker {
  readonly reads = [
    reading(kindOf(pendingReward, rewardItem, { keyOf: pendingKey }), (reward) => this.add(reward)),
  ];

  readonly problems: string[] = [];
  private readonly sums = new Map<string, bigint>();

  private add(reward: {
    readonly paymentId: string;
    readonly asset: string;
    readonly amountMinor: bigint;
    readonly status: string;
  }): void {
    const { paymentId, asset, amountMinor, status } = reward;
    if (status !== "PENDING" || amountMinor <= 0n)
      this.problems.push(
        `the reward of ${paymentId} is of ${show(amountMinor, { asset })} and ${status}, among those that are pending`,
      );
    this.sums.set(asset, (this.sums.get(asset) ?? 0n) + amountMinor);
  }

  compare(accounts: Accounts): string[] {
    const funds = new Map<string, bigint>();
    for (const { ref, stored } of accounts)
      if (ref.account === "saveback") funds.set(ref.asset, stored.available);
    const wrong = [...new Set([...this.sums.keys(), ...funds.keys()])].flatMap((asset) => {
      const [sum, has] = [this.sums.get(asset) ?? 0n, funds.get(asset) ?? 0n];
      return sum === has
        ? []
        : [
            `pending rewards come to ${show(sum, { asset })}, but the account saveback has ${show(has, { asset })}`,
          ];
    });
    return [...this.problems, ...wrong];
  }
}
