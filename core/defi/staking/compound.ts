import * as Sandbox from "../../identity/sandboxes/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Due from "../../platform/due/index.ts";
import * as Table from "../../platform/table/index.ts";
import { catchUp } from "./compounding.ts";
import { compoundDue, compoundingStake } from "./entity.ts";
import { unlockIfDue } from "./unlock.ts";

/** The schedule that adds rewards to stakes, of all ledgers. */

/**
 * Adds to every stake that compounds what its due times have come to.
 * @returns to how many, or of how many a due time passed with nothing to add
 */
export const compound = (): Promise<number> =>
  Sandbox.sweep(compoundDue, (item) => compoundingStake.parse(item).mode, work);

/** What of an owner's compounds. */
export const compoundings = {
  open: async ({ mode, userId }: Owner): Promise<Table.Item[]> => {
    const pk = compoundingStake.partition({ mode, userId });
    return (await Table.queryAll({ pk, beginsWith: compoundingStake.prefix })).filter(Due.isOpen);
  },
  work,
} as const;

async function work(found: Table.Item): Promise<boolean> {
  const ref = compoundingStake.parse(found);
  const before = await catchUp(ref);
  // Where its lock has ended, the due times after that are of the flexible pool.
  const after = (await unlockIfDue(ref)) && (await catchUp(ref));
  return before || after;
}
