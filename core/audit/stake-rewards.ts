import type { PaidReward, PaidSum } from "../defi/staking/schema.ts";
import { token } from "../defi/staking/token.ts";
import type { Owner } from "../kernel/mode.ts";
import { parseSystem, parseWalletId, walletOf } from "../ledger/accounts.ts";
import type { Entry } from "../ledger/schema.ts";
import { show } from "./words.ts";

/**
 * Rewards of stakes: what the records of a user's say was paid, and the sums by pool, are what the journal has
 * paid; and a stake that compounds is found by the schedule at the very time that it says itself.
 */

const unit = { asset: token.symbol };

/** What a user was paid, by three tellings. */
interface Told {
  journal: bigint;
  records: bigint;
  sums: bigint;
}

export class PaidRewards {
  private readonly users = new Map<string, Told>();

  addEntry({ postings, reference }: Entry): void {
    if (reference?.kind !== "stake") return;
    const paid = postings.reduce(
      (sum, { account, amount }) => (parseSystem(account).name === "rewards" ? sum - amount : sum),
      0n,
    );
    const [owner] = postings.flatMap(({ account }) => parseWalletId(walletOf(account) ?? "") ?? []);
    if (paid !== 0n && owner) this.add(owner, "journal", paid);
  }

  addPaid(paid: PaidReward): void {
    this.add(paid, "records", paid.amount);
  }

  addSum(owner: Owner, _poolId: string, { paid }: PaidSum): void {
    this.add(owner, "sums", paid);
  }

  private add({ mode, userId }: Owner, teller: keyof Told, amount: bigint): void {
    const name = mode === "live" ? userId : `${userId} (${mode})`;
    const told = this.users.get(name) ?? { journal: 0n, records: 0n, sums: 0n };
    told[teller] += amount;
    this.users.set(name, told);
  }

  differences(): string[] {
    return [...this.users].flatMap(([name, { journal, records, sums }]) =>
      journal === records && journal === sums
        ? []
        : [
            `rewards of ${name} are ${show(journal, unit)} by the journal, ${show(records, unit)} by their records, ` +
              `${show(sums, unit)} by the sums of pools`,
          ],
    );
  }
}

type Teller = "the position" | "the schedule";

export class Compounding {
  private readonly times = new Map<string, Map<Teller, string>>();
  private readonly ended = new Set<string>();

  add(positionId: string, at: string, teller: Teller): void {
    const told = this.times.get(positionId) ?? new Map<Teller, string>();
    this.times.set(positionId, told.set(teller, at));
  }

  /** In a sandbox that was reset nothing falls due any more. */
  end(positionId: string): void {
    this.ended.add(positionId);
  }

  differences(): string[] {
    return [...this.times].flatMap(([positionId, told]) => {
      if (this.ended.has(positionId)) return [];
      const [position, schedule] = [told.get("the position"), told.get("the schedule")];
      return position === schedule
        ? []
        : [
            `the stake ${positionId} compounds at ${position ?? "no time"}, the schedule looks for it at ${schedule ?? "no time"}`,
          ];
    });
  }
}
