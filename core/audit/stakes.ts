import { defaults } from "../defi/staking/pools.ts";
import { holdOf } from "../defi/staking/position.ts";
import { unearnedOf } from "../defi/staking/rewards.ts";
import type { Position, StakedPart } from "../defi/staking/schema.ts";
import { token } from "../defi/staking/token.ts";
import type { Mode, Owner } from "../kernel/mode.ts";
import { walletId } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import type { Entry, Hold, HoldRef } from "../ledger/schema.ts";
import { type Checker, entryKind, holdKind, reading } from "./kinds.ts";
import { completedKind, openKind, poolKind, stakedKind, totalsKind } from "./stake-kinds.ts";
import { show, walletAccountOf } from "./words.ts";

/**
 * Stakes: a position repeats what is left of its hold, and the totals of its owner and of its pool repeat the
 * positions, so that votes and pools are one read. What they repeat must be so, and a stake in the journal
 * must have its position.
 */

/** One stake, by its hold. All three are 0 where there is no such thing. */
interface Stake {
  readonly ref: HoldRef;
  /** What the position says. */
  position: bigint;
  /** What is left of the hold. */
  hold: bigint;
  /**
   * What the journal's stakes and unstakes leave of it: tells a stake from money that is held for another
   * purpose.
   */
  journal: bigint;
}

interface PoolRef {
  readonly mode: Mode;
  readonly poolId: string;
}

interface Totals {
  readonly staked: bigint;
  readonly tenths: bigint;
  readonly open: bigint;
}

const NO_PART: StakedPart = { staked: 0n, unearned: 0n };
const NOTHING: Totals = { staked: 0n, tenths: 0n, open: 0n };

export class Stakes implements Checker {
  readonly reads = [
    reading(openKind, (position) => this.addPosition(position)),
    reading(completedKind, (position) => this.addPosition(position)),
    reading(totalsKind, (totals) => this.addTotals(totals)),
    reading(stakedKind, (part) => this.addShard(part)),
    // Its terms repeat nothing that is elsewhere: it only has to be readable.
    reading(poolKind, () => {}),
    reading(holdKind, (hold) => this.addHold(hold)),
    reading(entryKind, (entry) => this.addEntry(entry)),
  ];

  readonly problems: string[] = [];
  private readonly stakes = new Map<string, Stake>();
  /** By ledger and user: what positions come to, and what the user's totals say. */
  private readonly computedTotals = new Map<string, Totals>();
  private readonly storedTotals = new Map<string, Totals>();
  /** By ledger and pool: what positions come to, and what its shards come to. */
  private readonly computedPools = new Map<string, StakedPart>();
  private readonly storedPools = new Map<string, StakedPart>();

  private addPosition(position: Position): void {
    const { mode, positionId, userId, poolId, amount, status } = position;
    this.add(stakeHold(positionId, { mode, userId }), "position", amount);
    const isCompleted = status === "completed";
    if (isCompleted !== (amount === 0n))
      this.problems.push(`the stake ${positionId} is ${status}, with ${show(amount, unit)} staked in it`);
    const pool = defaults.find(({ id }) => id === poolId);
    if (!pool) {
      this.problems.push(`the stake ${positionId} is in ${poolId}, which is no pool`);
      return;
    }
    const owner = nameOf(mode, userId);
    const sum = this.computedTotals.get(owner) ?? NOTHING;
    this.computedTotals.set(owner, {
      staked: sum.staked + amount,
      tenths: sum.tenths + amount * pool.multiplierTenths,
      open: sum.open + (isCompleted ? 0n : 1n),
    });
    const part = { staked: amount, unearned: unearnedOf(position) };
    addPart(this.computedPools, nameOf(mode, poolId), part);
  }

  private addTotals({ mode, userId, staked, tenths, open }: Owner & Totals): void {
    this.storedTotals.set(nameOf(mode, userId), { staked, tenths, open });
  }

  private addShard({ mode, poolId, staked, unearned }: StakedPart & PoolRef): void {
    addPart(this.storedPools, nameOf(mode, poolId), { staked, unearned });
  }

  private addHold({ remaining, ...ref }: Hold): void {
    this.add(ref, "hold", remaining);
  }

  private addEntry({ type, holds }: Entry): void {
    if (type !== "STAKE" && type !== "UNSTAKE" && type !== "REWARD") return;
    for (const { change, ...ref } of holds) this.add(ref, "journal", change);
  }

  /** Adds to a stake; forgets one of which nothing is left, so that the past takes no space. */
  private add(
    { account, asset, holdId }: HoldRef,
    figure: "position" | "hold" | "journal",
    by: bigint,
  ): void {
    const name = `${refName({ account, asset })} ${holdId}`;
    const ref = { account, asset, holdId };
    const stake = this.stakes.get(name) ?? { ref, position: 0n, hold: 0n, journal: 0n };
    stake[figure] += by;
    if (stake.position === 0n && stake.hold === 0n && stake.journal === 0n) this.stakes.delete(name);
    else this.stakes.set(name, stake);
  }

  compare(): string[] {
    return [
      ...this.problems,
      ...[...this.stakes.values()].flatMap(ofStake),
      ...names(this.computedTotals, this.storedTotals).flatMap((userId) =>
        ofTotals(userId, this.storedTotals.get(userId), this.computedTotals.get(userId)),
      ),
      ...names(this.computedPools, this.storedPools).flatMap((poolId) =>
        ofPool(poolId, this.storedPools.get(poolId), this.computedPools.get(poolId)),
      ),
    ];
  }
}

const unit = { asset: token.symbol };

/** The hold of a position, also of one whose owner is none. */
const stakeHold = (positionId: string, { mode, userId }: Owner): HoldRef =>
  holdOf(positionId, walletAccountOf(walletId(mode, userId, token.symbol)));

/** A user or pool, by which ledger it is of. */
const nameOf = (mode: Mode, id: string): string => (mode === "live" ? id : `${id} (${mode})`);

const names = (...maps: readonly ReadonlyMap<string, unknown>[]): string[] => [
  ...new Set(maps.flatMap((map) => [...map.keys()])),
];

function ofStake({ ref, position, hold, journal }: Stake): string[] {
  if (position === hold || (position === 0n && journal === 0n)) return [];
  return [
    `the stake of the hold ${ref.holdId} (${ref.account}) is ${show(position, ref)} by its position, ` +
      `but ${show(hold, ref)} of the hold is left`,
  ];
}

function ofTotals(userId: string, stored = NOTHING, computed = NOTHING): string[] {
  const said = {
    staked: (amount: bigint) => show(amount, unit),
    tenths: (amount: bigint) => `${amount} tenths`,
    open: (count: bigint) => `${count} open`,
  };
  return (["staked", "tenths", "open"] as const)
    .filter((figure) => stored[figure] !== computed[figure])
    .map(
      (figure) =>
        `the totals of ${userId} say ${said[figure](stored[figure])}, ` +
        `but the stakes come to ${said[figure](computed[figure])}`,
    );
}

const addPart = (parts: Map<string, StakedPart>, name: string, { staked, unearned }: StakedPart): void => {
  const sum = parts.get(name) ?? NO_PART;
  parts.set(name, { staked: sum.staked + staked, unearned: sum.unearned + unearned });
};

const ofPool = (poolId: string, stored = NO_PART, computed = NO_PART): string[] => [
  ...(stored.staked === computed.staked
    ? []
    : [
        `the shards of the staking pool ${poolId} come to ${show(stored.staked, unit)}, ` +
          `but the stakes in it to ${show(computed.staked, unit)}`,
      ]),
  ...(stored.unearned === computed.unearned
    ? []
    : [
        `by the shards of the staking pool ${poolId} its stakes have not earned ${show(stored.unearned, unit)}, ` +
          `by the stakes in it ${show(computed.unearned, unit)}`,
      ]),
];
