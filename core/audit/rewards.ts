import type { Account } from "./account.ts";

import { show } from "./words.ts";

/**
 * Pending saveback: merchants have paid for each reward, so the account `saveback` has exactly what all of
 * them come to.
 */

export class Rewards {
  readonly problems: string[] = [];
  private readonly sums = new Map<string, bigint>();

  add(reward: {
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

  differences(accounts: Iterable<Pick<Account, "ref" | "stored">>): string[] {
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
