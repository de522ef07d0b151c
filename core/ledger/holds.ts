import { fail } from "../kernel/errors.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { hold as holdEntity } from "./entity.ts";
import { HoldClosed, HoldExceeded, HoldNotFound } from "./errors.ts";
import type { Entry, Hold, HoldChange, HoldRef } from "./schema.ts";

/** Holds: money of a user account that is reserved until it is captured or released, in parts or in full. */

/** Receives the item that a failed condition returns. */
type Correct = (key: Table.Key, current: Table.Item) => void;

/**
 * Returns the writes of an entry's hold changes.
 * @param correct receives a hold that a concurrent update changed
 * @throws HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXCEEDED
 */
export const holdWrites = (entry: Entry, holds: ReadonlyMap<string, Hold>, correct: Correct): Table.Write[] =>
  entry.holds.map((change) =>
    change.change > 0n && !holds.has(change.holdId)
      ? openHold(entry, change)
      : changeHold(change, holds.get(change.holdId), correct),
  );

const openHold = ({ createdAt }: Entry, { holdId, account, asset, change }: HoldChange): Table.Write => ({
  put: holdEntity.item({ holdId, account, asset, amount: change, remaining: change, createdAt }),
  where: Where.absent,
  onConditionFailed: HoldClosed,
});

/** Takes from a hold or adds to it if its remaining amount is unchanged since it was read. */
function changeHold(change: HoldChange, hold: Hold | undefined, correct: Correct): Table.Write {
  const { amount, remaining } = assertUsable(change, hold);
  const left = remaining + change.change;
  if (left < 0n) throw fail(HoldExceeded);
  return {
    update: holdEntity.key(change),
    set: { remaining: left, ...(change.change > 0n && { amount: amount + change.change }) },
    where: Where.is({ remaining }),
    onConditionFailed(current) {
      if (!current) return fail(HoldNotFound);
      correct(holdEntity.key(change), current);
      return undefined;
    },
  };
}

/**
 * Returns the hold if it belongs to the account and is not used up.
 * @throws HOLD_NOT_FOUND, HOLD_CLOSED
 */
export function assertUsable(ref: HoldRef, hold: Hold | undefined): Hold {
  if (!hold || hold.account !== ref.account || hold.asset !== ref.asset) throw fail(HoldNotFound);
  if (hold.remaining === 0n) throw fail(HoldClosed);
  return hold;
}

export const holdKey = (holdId: string) => holdEntity.key({ holdId });

/** Parses a hold; undefined without an item. */
export const toHold = (item: Table.Item | undefined): Hold | undefined => item && holdEntity.parse(item);

/** Reads a hold. */
export const findHold = async (holdId: string): Promise<Hold | undefined> =>
  toHold(await Table.get(holdKey(holdId)));
