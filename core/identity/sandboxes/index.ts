import * as LedgerClock from "../../kernel/clock/ledger.ts";
import { type Mode, partsOf, type Sandbox, sandboxOf } from "../../kernel/mode.ts";
import * as Due from "../../platform/due/index.ts";
import { type Key, keyOfItem } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { userProfile } from "../entity.ts";
import { holderFrom, type User } from "../user.ts";
import { type StoredSandbox, sandbox } from "./entity.ts";

/** Reads the ledger and the clock of a developer's sandbox. `core/sandboxes` creates, moves and resets sandboxes. */

export interface SandboxState {
  readonly mode: Sandbox;
  /** How far the sandbox's clock is ahead of the platform's, in milliseconds. */
  readonly aheadMs: number;
  /** The stored sandbox. Undefined before the first use. */
  readonly stored: StoredSandbox | undefined;
}

export const keyOf = (ownerId: string): Key => sandbox.key({ ownerId });

export function stateOf(
  { userId, ownershipId }: Pick<User, "userId" | "ownershipId">,
  item: Table.Item | undefined,
): SandboxState {
  const stored = item && sandbox.parse(item);
  if (!stored) return { mode: sandboxOf(userId), aheadMs: 0, stored: undefined };
  // A new owner gets the sandbox after the former owner's.
  if (stored.ownershipId !== ownershipId)
    return { mode: sandboxOf(userId, stored.generation + 1), aheadMs: 0, stored: undefined };
  return { mode: sandboxOf(userId, stored.generation), aheadMs: stored.aheadMs, stored };
}

export async function read(owner: Pick<User, "userId" | "ownershipId">): Promise<SandboxState> {
  return stateOf(owner, await Table.get(keyOf(owner.userId)));
}

/** Returns the clock of a ledger. Undefined for a former sandbox, which was reset. */
async function clockOf(mode: Mode): Promise<Pick<SandboxState, "aheadMs"> | undefined> {
  if (mode === "live") return { aheadMs: 0 };
  const { ownerId } = partsOf(mode);
  const [ownerItem, item] = await Table.getMany([userProfile.key({ userId: ownerId }), keyOf(ownerId)]);
  // Tests of a single context do not create accounts.
  const state = ownerItem ? stateOf(holderFrom(ownerItem), item) : { mode, aheadMs: 0 };
  return state.mode === mode ? state : undefined;
}

/** Works like `Due.sweep`, with the clock of each item's ledger. Removes items of former sandboxes from the index. */
export const sweep = (
  due: Due.Due,
  modeOf: (item: Table.Item) => Mode,
  work: (item: Table.Item) => Promise<boolean>,
  options?: Due.Sweep,
): Promise<number> =>
  Due.sweep(
    due,
    async (item) => {
      const state = await clockOf(modeOf(item));
      if (state) return LedgerClock.under(state.aheadMs, () => work(item));
      await Table.ignoreConditionFailure(
        Table.update(keyOfItem(item), { set: Due.done, where: Where.exists }),
      );
      return false;
    },
    options,
  );
