import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { toIso } from "../../kernel/time.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { openPosition, stakeCheckpoint, stakeTotals } from "./entity.ts";
import { defaultOf } from "./pools.ts";
import { openOf } from "./position.ts";
import type { Position, Totals } from "./schema.ts";

/**
 * What a user has staked, and what it weighs in a vote, now and at any instant before. Every change writes
 * the new totals and a checkpoint of them in its own transaction, so a look back is one query. Multipliers
 * have one decimal: weights are kept in tenths of a base unit and exact.
 */

const NOTHING: Totals = { staked: 0n, tenths: 0n, open: 0n, atMs: 0n, version: 0n };

export const totalsKey = ({ mode, userId }: Owner): Key => stakeTotals.key({ mode, userId });

/** The totals that an item is; nothing staked where there is none. */
export const totalsOf = (item: Table.Item | undefined): Totals => (item ? stakeTotals.parse(item) : NOTHING);

/** How a stake or an unstake changes the totals. */
type Change = Pick<Totals, "staked" | "tenths" | "open">;

/**
 * The two writes of a change: the totals, over exactly what was read, and the checkpoint. Where clocks
 * differ, a user's checkpoints still never go back in time.
 */
export function totalsWrites(
  { mode, userId }: Owner,
  before: Totals,
  change: Change,
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

/** What the locks of stakes add to their weight, in base units. */
export const bonusOf = ({ staked, tenths }: Pick<Totals, "staked" | "tenths">): Money.BaseUnits =>
  tenths / 10n - staked;

/**
 * What those of a user's locks add that last past an instant, in base units. Reads the open positions, which
 * are 1,000 at most.
 */
export async function bonusPast(owner: Owner, atMs: number): Promise<Money.BaseUnits> {
  const positions = (await Table.queryAll(openOf(owner))).map((item) => openPosition.parse(item));
  const locked = positions.filter(
    ({ unlockDate }) => unlockDate !== undefined && Date.parse(unlockDate) > atMs,
  );
  const sum = (weigh: (one: Position) => bigint) => Money.sum(locked.map(weigh));
  return bonusOf({
    staked: sum(({ amount }) => amount),
    tenths: sum(({ poolId, amount }) => amount * defaultOf(poolId).multiplierTenths),
  });
}

/** The write that keeps a user's locks until a vote in which they weigh is over, over exactly what was read. */
export const votingWrite = (
  owner: Owner,
  { version, votingUntilMs = 0n }: Totals,
  endMs: bigint,
): Table.Write => ({
  update: totalsKey(owner),
  // A version of its own: a stake or an unstake that has read the totals before is made again over this.
  set: { votingUntilMs: endMs > votingUntilMs ? endMs : votingUntilMs, version: version + 1n },
  where: stakeTotals.unchanged({ version }),
});

/**
 * What the user had staked at an instant, and that times the pools' multipliers, both in base units (the
 * latter floored once, over the sum). Changes of that very millisecond count.
 */
export async function weightAt(
  { mode, userId }: Owner,
  atMs: number,
): Promise<{ readonly staked: Money.BaseUnits; readonly weighted: Money.BaseUnits }> {
  const { items } = await Table.query({
    pk: stakeCheckpoint.partition({ mode, userId }),
    upTo: stakeCheckpoint.key({ mode, userId, at: toIso(atMs), version: AFTER_ALL }).sk,
    newestFirst: true,
    limit: 1,
  });
  const { staked, tenths } = items[0] ? stakeCheckpoint.parse(items[0]) : NOTHING;
  return { staked, weighted: tenths / 10n };
}

/** As `weightAt` of now: what the latest change has left. */
export async function weightNow(
  owner: Owner,
): Promise<{ readonly staked: Money.BaseUnits; readonly weighted: Money.BaseUnits }> {
  const { staked, tenths } = totalsOf(await Table.get(totalsKey(owner)));
  return { staked, weighted: tenths / 10n };
}

/** Sorts behind every version. */
const AFTER_ALL = "~";

const padded = (version: bigint): string => version.toString().padStart(12, "0");
