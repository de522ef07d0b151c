import * as z from "zod";
import type { BaseUnits } from "../../kernel/money/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { stakeCheckpoint, stakeTotals } from "./entity.ts";

/**
 * What a user has staked, and what it weighs in a vote, now and at any instant before. Every change writes the new totals
 * and a checkpoint of them in its own transaction, so a look back is one query. Multipliers have one decimal: weights are
 * kept in tenths of a base unit and exact.
 */

export interface Weight {
  readonly staked: BaseUnits;
  /** Staked times the pools' multipliers, in tenths of a base unit. */
  readonly tenths: bigint;
}

export const totalsItem = z.object({
  staked: z.bigint(),
  tenths: z.bigint(),
  /** In how many positions. */
  open: z.bigint(),
  /** When it last changed. */
  atMs: z.bigint(),
  version: z.bigint(),
});
export type Totals = z.output<typeof totalsItem>;

const NOTHING: Totals = { staked: 0n, tenths: 0n, open: 0n, atMs: 0n, version: 0n };

/** Where a user's totals stand. */
export const totalsKey = (userId: string): Key => stakeTotals.key({ userId });

/** The totals that an item is; nothing staked where there is none. */
export const totalsOf = (item: Table.Item | undefined): Totals => (item ? totalsItem.parse(item) : NOTHING);

/** How a stake or an unstake changes the totals. */
export type Change = Pick<Totals, "staked" | "tenths" | "open">;

/**
 * The two writes of a change: the totals, refused if they are no longer what was read, and the checkpoint. Where clocks
 * differ, a user's checkpoints still never go back in time.
 */
export function changed(userId: string, seen: Totals, change: Change, nowMs: bigint): Table.Write[] {
  const totals: Totals = {
    staked: seen.staked + change.staked,
    tenths: seen.tenths + change.tenths,
    open: seen.open + change.open,
    atMs: nowMs > seen.atMs ? nowMs : seen.atMs,
    version: seen.version + 1n,
  };
  const { staked, tenths, version } = totals;
  const at = iso(totals.atMs);
  return [
    {
      put: { ...totalsKey(userId), ...totals },
      ...(seen.version === 0n
        ? { condition: "attribute_not_exists(pk)" }
        : { condition: "version = :seen", values: { ":seen": seen.version } }),
    },
    { put: { ...stakeCheckpoint.key({ userId, at, version: padded(version) }), staked, tenths } },
  ];
}

/**
 * What the user had staked at an instant, and that times the pools' multipliers, both in base units (the latter floored
 * once, over the sum). Changes of that very millisecond count.
 */
export async function weightAt(
  userId: string,
  atMs: number,
): Promise<{ readonly staked: BaseUnits; readonly weighted: BaseUnits }> {
  const { items } = await Table.query({
    pk: stakeCheckpoint.partition({ userId }),
    upTo: stakeCheckpoint.key({ userId, at: iso(BigInt(atMs)), version: AFTER_ALL }).sk,
    newestFirst: true,
    limit: 1,
  });
  const { staked, tenths } = items[0] ? checkpointItem.parse(items[0]) : NOTHING;
  return { staked, weighted: tenths / 10n };
}

const checkpointItem = totalsItem.pick({ staked: true, tenths: true });

/** Sorts behind every version. */
const AFTER_ALL = "~";

const padded = (version: bigint): string => version.toString().padStart(12, "0");

const iso = (ms: bigint): string => new Date(Number(ms)).toISOString();
