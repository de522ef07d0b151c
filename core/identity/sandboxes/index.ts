import * as LedgerClock from "../../kernel/clock/ledger.ts";
import { type Mode, partsOf, type Sandbox, sandboxOf } from "../../kernel/mode.ts";
import * as Due from "../../platform/due/index.ts";
import { type Key, keyOfItem } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { userProfile } from "../entity.ts";
import { holderFrom, type User } from "../user.ts";
import { type KeptSandbox, sandbox } from "./entity.ts";

/**
 * A developer's sandbox as it stands: its name, and the clock that its ledger goes by. What is in it, and how
 * it is opened, moved on and reset: `core/sandboxes`.
 */

export interface Standing {
  readonly mode: Sandbox;
  /** How far its clock stands ahead of the platform's, in milliseconds. */
  readonly aheadMs: number;
  /** What is kept of it; undefined until it is opened. */
  readonly kept: KeptSandbox | undefined;
}

export const keyOf = (ownerId: string): Key => sandbox.key({ ownerId });

/** The sandbox of an owner, whatever was kept of one before. */
export function standingOf(
  { userId, ownershipId }: Pick<User, "userId" | "ownershipId">,
  item: Table.Item | undefined,
): Standing {
  const kept = item && sandbox.parse(item);
  if (!kept) return { mode: sandboxOf(userId), aheadMs: 0, kept: undefined };
  // What the account's holder before has tried is nobody's any more.
  if (kept.ownershipId !== ownershipId)
    return { mode: sandboxOf(userId, kept.generation + 1), aheadMs: 0, kept: undefined };
  return { mode: sandboxOf(userId, kept.generation), aheadMs: kept.aheadMs, kept };
}

/** The sandbox of an owner, read anew. */
export async function read(owner: Pick<User, "userId" | "ownershipId">): Promise<Standing> {
  return standingOf(owner, await Table.get(keyOf(owner.userId)));
}

/** How a ledger stands; undefined of a sandbox that was reset, or whose owner has gone. */
async function standingIn(mode: Mode): Promise<Pick<Standing, "aheadMs"> | undefined> {
  if (mode === "live") return { aheadMs: 0 };
  const { ownerId } = partsOf(mode);
  const [ownerItem, item] = await Table.getMany([userProfile.key({ userId: ownerId }), keyOf(ownerId)]);
  // Tests of one context know no accounts.
  const standing = ownerItem ? standingOf(holderFrom(ownerItem), item) : { mode, aheadMs: 0 };
  return standing.mode === mode ? standing : undefined;
}

/**
 * `Due.sweep` for work in ledgers: each item's is done under the clock of its ledger, and what was due in a
 * sandbox that is no more is taken out of the index.
 */
export const sweep = (
  due: Due.Due,
  modeOf: (item: Table.Item) => Mode,
  work: (item: Table.Item) => Promise<boolean>,
  options?: Due.Sweep,
): Promise<number> =>
  Due.sweep(
    due,
    async (item) => {
      const standing = await standingIn(modeOf(item));
      if (standing) return LedgerClock.under(standing.aheadMs, () => work(item));
      await Table.unlessRefused(Table.update(keyOfItem(item), { set: Due.done, where: Where.exists }));
      return false;
    },
    options,
  );
