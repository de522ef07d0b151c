import { fail } from "../kernel/errors.ts";
import * as Table from "../platform/table/index.ts";
import { hold as holdEntity } from "./entity.ts";
import { HoldClosed, HoldExceeded, HoldNotFound } from "./errors.ts";
import { type Entry, type Hold, type HoldChange, type HoldRef, holdItem } from "./schema.ts";
import type { Step } from "./step.ts";
import { update } from "./update.ts";

/** Holds: money of a user account that is set aside until it is captured, in part or whole, or released. */

/**
 * The writes of an entry's changes of holds.
 * @throws HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXCEEDED
 */
export const holdSteps = (entry: Entry, known: ReadonlyMap<string, Hold>): Step[] =>
  entry.holds.map((change) =>
    change.change > 0n ? opening(entry, change) : taking(change, known.get(change.holdId)),
  );

function opening({ createdAt }: Entry, { holdId, account, asset, change }: HoldChange): Step {
  const item = { holdId, account, asset, amount: change, remaining: change, createdAt };
  return {
    write: { put: { ...holdEntity.key({ holdId }), ...item }, condition: "attribute_not_exists(pk)" },
    learn: () => ({ error: fail(HoldClosed) }),
  };
}

function taking(change: HoldChange, seen: Hold | undefined): Step {
  const { remaining } = checked(change, seen);
  const left = remaining + change.change;
  if (left < 0n) throw fail(HoldExceeded);
  return {
    write: update(holdEntity.key(change), {
      set: { remaining: left },
      condition: "#remaining = :seen",
      values: { ":seen": remaining },
    }),
    learn: (stood) => (stood ? { hold: holdItem.parse(stood) } : { error: fail(HoldNotFound) }),
  };
}

/**
 * The hold, when it is of that account and something of it is left.
 * @throws HOLD_NOT_FOUND, HOLD_CLOSED
 */
export function checked(ref: HoldRef, seen: Hold | undefined): Hold {
  if (!seen || seen.account !== ref.account || seen.asset !== ref.asset) throw fail(HoldNotFound);
  if (seen.remaining === 0n) throw fail(HoldClosed);
  return seen;
}

/** Where a hold stands. */
export const holdKey = (holdId: string) => holdEntity.key({ holdId });

/** The hold that an item is, or undefined where there is none. */
export const toHold = (item: Table.Item | undefined): Hold | undefined => item && holdItem.parse(item);

/** Reads a hold. */
export const findHold = async (holdId: string): Promise<Hold | undefined> =>
  toHold(await Table.get(holdKey(holdId)));
