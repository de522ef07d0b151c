import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { toIso } from "../../kernel/time.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import { openPosition, stakeCheckpoint, stakeTotals } from "./entity.ts";
import { defaultOf } from "./pools.ts";
import type { Position, Totals } from "./schema.ts";

/**
 * A user's staked amounts and their weight in votes, now and at any earlier instant. Every change writes the totals and
 * a checkpoint in its own transaction, so that an earlier state is one query. Multipliers have one decimal, so weights
 * are exact in tenths of a base unit.
 */

const NOTHING: Totals = { staked: 0n, tenths: 0n, open: 0n, atMs: 0n, version: 0n };

export const totalsKey = ({ mode, userId }: Owner): Key => stakeTotals.key({ mode, userId });

export const totalsOf = (item: Table.Item | undefined): Totals => (item ? stakeTotals.parse(item) : NOTHING);

/**
 * Returns the writes of a change: the totals if they are unchanged, and the checkpoint. The time of a
 * user's checkpoints never decreases, although servers' clocks differ.
 */
export function totalsWrites(
  { mode, userId }: Owner,
  before: Totals,
  change: Pick<Totals, "staked" | "tenths" | "open">,
  nowMs: bigint,
): Table.Write[] {
  const after: Totals = {
    staked: before.staked + change.staked,
    tenths: before.tenths + change.tenths,
    open: before.open + change.open,
    atMs: nowMs > before.atMs ? nowMs : before.atMs,
    votingUntilMs: before.votingUntilMs,
    version: before.version + 1n,
  };
  const { staked, tenths } = after;
  const checkpoint = { mode, userId, at: toIso(after.atMs), version: padded(after.version) };
  return [
    { put: { ...stakeTotals.key({ mode, userId }), ...after }, where: stakeTotals.unchanged(before) },
    { put: { ...stakeCheckpoint.key(checkpoint), staked, tenths } },
  ];
}

/** Returns the bonus of locks on a user's weight, in base units. */
export const bonusOf = ({ staked, tenths }: Pick<Totals, "staked" | "tenths">): Money.BaseUnits =>
  tenths / 10n - staked;

/** Returns the bonus of the locks that last past an instant, in base units. Reads up to 1,000 open positions. */
export async function bonusPast({ mode, userId }: Owner, atMs: number): Promise<Money.BaseUnits> {
  const positions = await listAll(openPosition, { mode, userId });
  const locked = positions.filter(
    ({ unlockDate }) => unlockDate !== undefined && Date.parse(unlockDate) > atMs,
  );
  const sum = (weigh: (one: Position) => bigint) => Money.sum(locked.map(weigh));
  return bonusOf({
    staked: sum(({ amount }) => amount),
    tenths: sum(({ poolId, amount }) => amount * defaultOf(poolId).multiplierTenths),
  });
}

/** Returns the write that prevents early withdrawals until the end of a vote in which the user's locks count. */
export const votingWrite = (
  owner: Owner,
  { version, votingUntilMs = 0n }: Totals,
  endMs: bigint,
): Table.Write => ({
  update: totalsKey(owner),
  // The new version makes a concurrent stake or unstake retry.
  set: { votingUntilMs: endMs > votingUntilMs ? endMs : votingUntilMs, version: version + 1n },
  where: stakeTotals.unchanged({ version }),
});

interface Weight {
  readonly staked: Money.BaseUnits;
  /** Staked amounts times the multipliers of their pools, floored once over the sum. */
  readonly weighted: Money.BaseUnits;
}

const weightOf = ({ staked, tenths }: Pick<Totals, "staked" | "tenths">): Weight => ({
  staked,
  weighted: tenths / 10n,
});

/** Returns a user's staked amount and its weight at an instant, including changes in the same millisecond. */
export async function weightAt({ mode, userId }: Owner, atMs: number): Promise<Weight> {
  const { items } = await Table.query({
    pk: stakeCheckpoint.partition({ mode, userId }),
    upTo: stakeCheckpoint.key({ mode, userId, at: toIso(atMs), version: AFTER_ALL }).sk,
    newestFirst: true,
    limit: 1,
  });
  return weightOf(items[0] ? stakeCheckpoint.parse(items[0]) : NOTHING);
}

/** Returns a user's staked amount and its weight now. */
export const weightNow = async (owner: Owner): Promise<Weight> =>
  weightOf(totalsOf(await Table.get(totalsKey(owner))));

/** Sorts after every version. */
const AFTER_ALL = "~";

const padded = (version: bigint): string => version.toString().padStart(12, "0");
