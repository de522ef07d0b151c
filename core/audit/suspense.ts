import { systemRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import type { Flag } from "../ledger/flags/entity.ts";
import type { AccountRef } from "../ledger/schema.ts";
import type { Account } from "./account.ts";
import { show } from "./words.ts";

/**
 * Suspense: what flags say came for somebody who is erased is a part of it; the rest is of nobody whom we know. So the
 * two are not equal, but the part is never more.
 */
export class Suspense {
  readonly problems: string[] = [];
  private readonly sums = new Map<string, bigint>();
  private readonly refs = new Map<string, AccountRef>();

  add({ id, asset = "", amount = 0n }: Flag): void {
    const ref = systemRef("live", "suspense", asset);
    if (amount < 0n) this.problems.push(`the flag ${id} has ${show(amount, { asset })}: below zero`);
    this.sums.set(refName(ref), (this.sums.get(refName(ref)) ?? 0n) + amount);
    this.refs.set(refName(ref), ref);
  }

  differences(accounts: Iterable<Pick<Account, "ref" | "stored">>): string[] {
    const has = new Map([...accounts].map(({ ref, stored }) => [refName(ref), stored.available]));
    const wrong = [...this.refs].flatMap(([name, ref]) => {
      const [sum, all] = [this.sums.get(name) ?? 0n, has.get(name) ?? 0n];
      if (sum <= all) return [];
      return [`flags come to ${show(sum, ref)}, but the account ${ref.account} has only ${show(all, ref)}`];
    });
    return [...this.problems, ...wrong];
  }
}
