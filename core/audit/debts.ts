import type { Account } from "./book.ts";
import { show } from "./words.ts";

/**
 * Debts: what users owe is part of `receivable`. The rest of that is owed by the platform itself (a commission that the treasury had
 * spent) or by nobody known (a debit of the bank that suspense could not pay), so the two are not equal, but the part is never more.
 */
export class Debts {
  readonly problems: string[] = [];
  private readonly sums = new Map<string, bigint>();

  add({ userId, asset, owedMinor }: { userId: string; asset: string; owedMinor: bigint }): void {
    if (owedMinor < 0n) this.problems.push(`${userId} owes ${show(owedMinor, { asset })}: below zero`);
    this.sums.set(asset, (this.sums.get(asset) ?? 0n) + owedMinor);
  }

  differences(accounts: Iterable<Pick<Account, "ref" | "stored">>): string[] {
    const owed = new Map<string, bigint>();
    for (const { ref, stored } of accounts)
      if (ref.account === "receivable") owed.set(ref.asset, -stored.available);
    const wrong = [...this.sums].flatMap(([asset, sum]) => {
      const all = owed.get(asset) ?? 0n;
      return sum <= all
        ? []
        : [`users owe ${show(sum, { asset })}, but by the account receivable only ${show(all, { asset })}`];
    });
    return [...this.problems, ...wrong];
  }
}
