import * as LedgerClock from "../../kernel/clock/ledger.ts";
import { type Mode, partsOf, type Sandbox, sandboxOf } from "../../kernel/mode.ts";
import * as Due from "../../platform/due/index.ts";
import { type Key, keyOfItem } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { userProfile } from "../entity.ts";
import { holderFrom, type User } from "../user.ts";
import { type KeptSandbox, sandbox } from "./entity.ts";

/** The name and the clock of a developer's sandbox. `core/sandboxes` opens, moves and resets it. */

export interface Standing {
  readonly mode: Sandbox;
  /** How far its clock is ahead of the platform's, in milliseconds. */
  readonly aheadMs: number;
  /** The stored item. Undefined until it is opened. */
  readonly kept: KeptSandbox | undefined;
}

export const keyOf = (ownerId: string): Key => sandbox.key({ ownerId });

export function standingOf(
  { userId, ownershipId }: Pick<User, "userId" | "ownershipId">,
  item: Table.Item | undefined,
): Standing {
  const kept = item && sandbox.parse(item);
  if (!kept) return { mode: sandboxOf(userId), aheadMs: 0, kept: undefined };
  // A former owner's sandbox is abandoned.
  if (kept.ownershipId !== ownershipId)
    return { mode: sandboxOf(userId, kept.generation + 1), aheadMs: 0, kept: undefined };
  return { mode: sandboxOf(userId, kept.generation), aheadMs: kept.aheadMs, kept };
}

export async function read(owner: Pick<User, "userId" | "ownershipId">): Promise<Standing> {
  return standingOf(owner, await Table.get(keyOf(owner.userId)));
}

/** Returns the clock of a ledger. Undefined for a sandbox that was reset. */
async function standingIn(mode: Mode): Promise<Pick<Standing, "aheadMs"> | undefined> {
  if (mode === "live") return { aheadMs: 0 };
  const { ownerId } = partsOf(mode);
  const [ownerItem, item] = await Table.getMany([userProfile.key({ userId: ownerId }), keyOf(ownerId)]);
  // Tests of one context create no accounts.
  const standing = ownerItem ? standingOf(holderFrom(ownerItem), item) : { mode, aheadMs: 0 };
  return standing.mode === mode ? standing : undefined;
}

/** `Due.sweep` for work in ledgers, under the clock of each item's ledger. Items of a former sandbox leave the index. */
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
      await Table.ignoreConditionFailure(
        Table.update(keyOfItem(item), { set: Due.done, where: Where.exists }),
      );
      return false;
    },
    options,
  );
