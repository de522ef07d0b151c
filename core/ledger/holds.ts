import { fail } from "../kernel/errors.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { hold as holdEntity } from "./entity.ts";
import { HoldClosed, HoldExceeded, HoldNotFound } from "./errors.ts";
import type { Entry, Hold, HoldChange, HoldRef } from "./schema.ts";

/** Holds: money of a user account that is reserved until it is captured, in part or whole, or released. */

/**
 * The writes of an entry's changes of holds.
 * @param changed is told of a hold that another writer has changed meanwhile
 * @throws HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXCEEDED
 */
export const holdWrites = (
  entry: Entry,
  holds: ReadonlyMap<string, Hold>,
  changed: (hold: Hold) => void,
): Table.Write[] =>
  entry.holds.map((change) =>
    change.change > 0n && !holds.has(change.holdId)
      ? opening(entry, change)
      : changing(change, holds.get(change.holdId), changed),
  );

const opening = ({ createdAt }: Entry, { holdId, account, asset, change }: HoldChange): Table.Write => ({
  put: holdEntity.item({ holdId, account, asset, amount: change, remaining: change, createdAt }),
  where: Where.absent,
  refused: HoldClosed,
});

/** Takes from a hold, or adds to one that was read, over exactly what was read. */
function changing(change: HoldChange, hold: Hold | undefined, changed: (hold: Hold) => void): Table.Write {
  const { amount, remaining } = checked(change, hold);
  const left = remaining + change.change;
  if (left < 0n) throw fail(HoldExceeded);
  return {
    update: holdEntity.key(change),
    set: { remaining: left, ...(change.change > 0n && { amount: amount + change.change }) },
    where: Where.is({ remaining }),
    refused(current) {
      if (!current) return fail(HoldNotFound);
      changed(holdEntity.parse(current));
      return undefined;
    },
  };
}

/**
 * The hold, when it is of that account and something of it is left.
 * @throws HOLD_NOT_FOUND, HOLD_CLOSED
 */
export function checked(ref: HoldRef, hold: Hold | undefined): Hold {
  if (!hold || hold.account !== ref.account || hold.asset !== ref.asset) throw fail(HoldNotFound);
  if (hold.remaining === 0n) throw fail(HoldClosed);
  return hold;
}

/** The key of a hold's item. */
export const holdKey = (holdId: string) => holdEntity.key({ holdId });

/** The hold that an item is, or undefined where there is none. */
export const toHold = (item: Table.Item | undefined): Hold | undefined => item && holdEntity.parse(item);

/** Reads a hold. */
export const findHold = async (holdId: string): Promise<Hold | undefined> =>
  toHold(await Table.get(holdKey(holdId)));
