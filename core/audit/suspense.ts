import { type Flag, flag } from "../flags/entity.ts";
import { systemRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import type { AccountRef } from "../ledger/schema.ts";
import { type Accounts, type Checker, kindOf, reading } from "./kinds.ts";
import { show } from "./words.ts";

const suspenseKind = kindOf(flag, flag.schema, { isRead: (item) => item["kind"] === "suspense" });

/**
 * Suspense: what flags say came for somebody who is erased is a part of it; the rest is of nobody whom we know. So the
 * two are not equal, but the part is never more.
 */
export class Suspense implements Checker {
  readonly reads = [reading(suspenseKind, (one) => this.add(one))];

  readonly problems: string[] = [];
  private readonly sums = new Map<string, bigint>();
  private readonly refs = new Map<string, AccountRef>();

  private add({ id, asset = "", amount = 0n }: Flag): void {
    const ref = systemRef("live", "suspense", asset);
    if (amount < 0n) this.problems.push(`the flag ${id} has ${show(amount, { asset })}: below zero`);
    this.sums.set(refName(ref), (this.sums.get(refName(ref)) ?? 0n) + amount);
    this.refs.set(refName(ref), ref);
  }

  compare(accounts: Accounts): string[] {
    const has = new Map([...accounts].map(({ ref, stored }) => [refName(ref), stored.available]));
    const wrong = [...this.refs].flatMap(([name, ref]) => {
      const [sum, all] = [this.sums.get(name) ?? 0n, has.get(name) ?? 0n];
      if (sum <= all) return [];
      return [`flags come to ${show(sum, ref)}, but the account ${ref.account} has only ${show(all, ref)}`];
    });
    return [...this.problems, ...wrong];
  }
}
