import type { CompoundingPlan, PaidReward, PaidSum, Position } from "../defi/staking/schema.ts";
import { token } from "../defi/staking/token.ts";
import type { Owner } from "../kernel/mode.ts";
import { modeOf, parseSystem, parseWalletId, walletOf } from "../ledger/accounts.ts";
import type { Entry } from "../ledger/schema.ts";
import * as Due from "../platform/due/index.ts";
import { type Checker, entryKind, reading } from "./kinds.ts";
import { completedKind, openKind, paidKind, paidSumKind, planKind } from "./stake-kinds.ts";
import { show } from "./words.ts";

/**
 * Rewards of stakes: what the records of a user's say was paid, and the sums by pool, are what the journal has
 * paid; and a stake that compounds is found by the schedule at the very time that it says itself.
 */

const unit = { asset: token.symbol };

/** What was paid, by several tellings. The journal tells of no pools. */
type Told<Teller extends string> = Record<Teller, bigint>;

type OfUser = Told<"journal" | "records" | "sums">;
type OfPool = Told<"records" | "sums" | "addedByRecords" | "addedBySums">;

export class PaidRewards implements Checker {
  readonly reads = [
    reading(paidKind, (paid) => this.addPaid(paid)),
    reading(paidSumKind, (sum) => this.addSum(sum)),
    reading(entryKind, (entry) => this.addEntry(entry)),
  ];

  private readonly users = new Map<string, OfUser>();
  private readonly pools = new Map<string, OfPool>();

  private addEntry({ postings, reference, actorId }: Entry): void {
    if (reference?.kind !== "stake") return;
    const from = postings.filter(({ account }) => parseSystem(account).name === "rewards");
    const paid = from.reduce((sum, { amount }) => sum - amount, 0n);
    if (!from[0] || paid === 0n) return;
    const [owner] = postings.flatMap(({ account }) => parseWalletId(walletOf(account) ?? "") ?? []);
    // What went to `suspense` alone is of no wallet: whose it was, the entry says.
    this.ofUser(owner ?? { mode: modeOf(from[0].account), userId: actorId }).journal += paid;
  }

  private addPaid({ poolId, kind, amount, ...owner }: PaidReward): void {
    this.ofUser(owner).records += amount;
    const told = this.ofPool(owner, poolId);
    told.records += amount;
    if (kind === "compounded") told.addedByRecords += amount;
  }

  private addSum({
    poolId,
    paid,
    compounded,
    ...owner
  }: PaidSum & Owner & { readonly poolId: string }): void {
    this.ofUser(owner).sums += paid;
    const told = this.ofPool(owner, poolId);
    told.sums += paid;
    told.addedBySums += compounded;
  }

  private ofUser(owner: Owner): OfUser {
    return kept(this.users, nameOf(owner), () => ({ journal: 0n, records: 0n, sums: 0n }));
  }

  private ofPool(owner: Owner, poolId: string): OfPool {
    const nothing = { records: 0n, sums: 0n, addedByRecords: 0n, addedBySums: 0n };
    return kept(this.pools, `${nameOf(owner)} in ${poolId}`, () => nothing);
  }

  compare(): string[] {
    const say = (amount: bigint) => show(amount, unit);
    return [
      ...[...this.users].flatMap(([name, { journal, records, sums }]) =>
        journal === records && journal === sums
          ? []
          : [
              `rewards of ${name} are ${say(journal)} by the journal, ${say(records)} by their records, ` +
                `${say(sums)} by the sums of pools`,
            ],
      ),
      ...[...this.pools].flatMap(([name, { records, sums }]) =>
        records === sums
          ? []
          : [`rewards of ${name} are ${say(records)} by their records, ${say(sums)} by the pool's sum`],
      ),
      ...[...this.pools].flatMap(([name, { addedByRecords: records, addedBySums: sums }]) =>
        records === sums
          ? []
          : [
              `of the rewards of ${name}, ${say(records)} were added to stakes by their records, ${say(sums)} by the pool's sum`,
            ],
      ),
    ];
  }
}

const nameOf = ({ mode, userId }: Owner): string => (mode === "live" ? userId : `${userId} (${mode})`);

function kept<T>(all: Map<string, T>, name: string, made: () => T): T {
  const known = all.get(name) ?? made();
  all.set(name, known);
  return known;
}

type Teller = "the position" | "the schedule";

export class Compounding implements Checker {
  readonly reads = [
    reading(openKind, (position) => this.addPosition(position)),
    reading(completedKind, (position) => this.addPosition(position)),
    reading(planKind, (plan) => this.addPlan(plan, Due.timeOf(plan))),
  ];

  private readonly times = new Map<string, Map<Teller, string>>();
  private readonly ended = new Set<string>();

  private addPosition({ positionId, compoundsAt }: Position): void {
    if (compoundsAt !== undefined) this.add(positionId, compoundsAt, "the position");
  }

  /** @param at when it is due, by the clock of its ledger; undefined if the schedule does not find it any more */
  private addPlan({ mode, positionId }: CompoundingPlan, at: string | undefined): void {
    if (at !== undefined) this.add(positionId, at, "the schedule");
    // In a sandbox that was reset nothing falls due any more.
    else if (mode !== "live") this.ended.add(positionId);
  }

  private add(positionId: string, at: string, teller: Teller): void {
    const told = this.times.get(positionId) ?? new Map<Teller, string>();
    this.times.set(positionId, told.set(teller, at));
  }

  compare(): string[] {
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
