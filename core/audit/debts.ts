import type * as z from "zod";
import { systemRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import type { AccountRef } from "../ledger/schema.ts";
import { debt } from "../policy/entity.ts";
import { type Accounts, type Checker, kindOf, reading } from "./kinds.ts";
import { show } from "./words.ts";

/**
 * Debts: what users owe is part of `receivable`. The rest of that is owed by the platform itself (a
 * commission that the treasury had spent) or by nobody known (a debit of the bank that suspense could not
 * pay), so the two are not equal, but the part is never more.
 */
export class Debts implements Checker {
  readonly reads = [reading(kindOf(debt, debt.schema), (one) => this.add(one))];

  readonly problems: string[] = [];
  private readonly sums = new Map<string, bigint>();
  private readonly refs = new Map<string, AccountRef>();

  private add({ mode, userId, asset, owedMinor }: z.output<typeof debt.schema>): void {
    const ref = systemRef(mode, "receivable", asset);
    if (owedMinor < 0n) this.problems.push(`${userId} owes ${show(owedMinor, { asset })}: below zero`);
    this.sums.set(refName(ref), (this.sums.get(refName(ref)) ?? 0n) + owedMinor);
    this.refs.set(refName(ref), ref);
  }

  compare(accounts: Accounts): string[] {
    const owed = new Map([...accounts].map(({ ref, stored }) => [refName(ref), -stored.available]));
    const wrong = [...this.refs].flatMap(([name, ref]) => {
      const [sum, all] = [this.sums.get(name) ?? 0n, owed.get(name) ?? 0n];
      return sum <= all
        ? []
        : [`users owe ${show(sum, ref)}, but by the account ${ref.account} only ${show(all, ref)}`];
    });
    return [...this.problems, ...wrong];
  }
}
