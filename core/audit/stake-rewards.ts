import type { Position } from "../defi/staking/schema.ts";
import { token } from "../defi/staking/token.ts";
import type { Owner } from "../kernel/mode.ts";
import { sum } from "../kernel/money/index.ts";
import { modeOf, parseSystem, parseWalletId, walletOf } from "../ledger/accounts.ts";
import * as Due from "../platform/due/index.ts";
import { type Checker, entryKind, reading } from "./kinds.ts";
import { completedKind, openKind, paidKind, paidSumKind, planKind } from "./stakes.ts";
import { nameIn, problemUnless, show } from "./texts.ts";

/** Figures of one fact, by the source that states them. */
type Figures<Source extends string> = Record<Source, bigint>;

/** Paid rewards: a user's records, the sums by pool and the journal must be equal. The journal has no pools. */
export function paidRewards(): Checker {
  const users = new Map<string, Figures<"journal" | "records" | "sums">>();
  const pools = new Map<string, Figures<"records" | "sums" | "addedByRecords" | "addedBySums">>();
  const format = (amount: bigint) => show(amount, { asset: token.symbol });
  const nameOf = ({ mode, userId }: Owner) => nameIn(mode, userId);
  const ofUser = (owner: Owner) => entryOf(users, nameOf(owner), { journal: 0n, records: 0n, sums: 0n });
  const ofPool = (owner: Owner, poolId: string) => {
    const zero = { records: 0n, sums: 0n, addedByRecords: 0n, addedBySums: 0n };
    return entryOf(pools, `${nameOf(owner)} in ${poolId}`, zero);
  };
  return {
    reads: [
      reading(paidKind, ({ poolId, kind, amount, ...owner }) => {
        ofUser(owner).records += amount;
        const figures = ofPool(owner, poolId);
        figures.records += amount;
        if (kind === "compounded") figures.addedByRecords += amount;
      }),
      reading(paidSumKind, ({ poolId, paid, compounded, ...owner }) => {
        ofUser(owner).sums += paid;
        const figures = ofPool(owner, poolId);
        figures.sums += paid;
        figures.addedBySums += compounded;
      }),
      reading(entryKind, ({ postings, reference, actorId }) => {
        if (reference?.kind !== "stake") return;
        const from = postings.filter(({ account }) => parseSystem(account).name === "rewards");
        const paid = -sum(from.map(({ amount }) => amount));
        if (!from[0] || paid === 0n) return;
        const [owner] = postings.flatMap(({ account }) => parseWalletId(walletOf(account) ?? "") ?? []);
        // A reward that went only to `suspense` has no wallet: its actor is the owner.
        ofUser(owner ?? { mode: modeOf(from[0].account), userId: actorId }).journal += paid;
      }),
    ],
    compare: () => [
      ...[...users].flatMap(([name, { journal, records, sums }]) =>
        problemUnless(
          journal === records && journal === sums,
          () =>
            `rewards of ${name} are ${format(journal)} by the journal, ${format(records)} by their records, ` +
            `${format(sums)} by the sums of pools`,
        ),
      ),
      ...[...pools].flatMap(([name, { records, sums }]) =>
        problemUnless(
          records === sums,
          () =>
            `rewards of ${name} are ${format(records)} by their records, ${format(sums)} by the pool's sum`,
        ),
      ),
      ...[...pools].flatMap(([name, { addedByRecords: records, addedBySums: sums }]) =>
        problemUnless(
          records === sums,
          () =>
            `of the rewards of ${name}, ${format(records)} were added to stakes by their records, ${format(sums)} by the pool's sum`,
        ),
      ),
    ],
  };
}

/** Returns the entry of a name. Creates it with an initial value. */
function entryOf<T>(all: Map<string, T>, name: string, initial: T): T {
  const entry = all.get(name) ?? initial;
  all.set(name, entry);
  return entry;
}

/** Compounding stakes: the schedule finds each at the time that its position states. */
export function compounding(): Checker {
  const times = new Map<string, { position?: string; schedule?: string }>();
  const ended = new Set<string>();
  const timesOf = (positionId: string) => entryOf(times, positionId, {});
  const addPosition = ({ positionId, compoundsAt }: Pick<Position, "positionId" | "compoundsAt">) => {
    if (compoundsAt !== undefined) timesOf(positionId).position = compoundsAt;
  };
  return {
    reads: [
      reading(openKind, addPosition),
      reading(completedKind, addPosition),
      reading(planKind, (plan) => {
        const at = Due.timeOf(plan);
        if (at !== undefined) timesOf(plan.positionId).schedule = at;
        // A reset sandbox has no due dates.
        else if (plan.mode !== "live") ended.add(plan.positionId);
      }),
    ],
    compare: () =>
      [...times].flatMap(([positionId, { position, schedule }]) =>
        problemUnless(
          ended.has(positionId) || position === schedule,
          () =>
            `the stake ${positionId} compounds at ${position ?? "no time"}, the schedule looks for it at ${schedule ?? "no time"}`,
        ),
      ),
  };
}
