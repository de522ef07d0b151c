import * as Sandbox from "../../identity/sandboxes/index.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Due from "../../platform/due/index.ts";
import * as Table from "../../platform/table/index.ts";
import { change } from "./change.ts";
import { testWithdrawal, testWithdrawalDue } from "./entity.ts";
import { nextAt, nextWord } from "./fates.ts";
import { heard } from "./state.ts";

/**
 * What becomes of withdrawals of sandboxes, by their clocks. Nothing here knows of a bank: where one goes decides what
 * a bank would say of it.
 */

/** Does what is due of all of them. @returns for how many */
export const settleDue = (): Promise<number> =>
  Sandbox.sweep(testWithdrawalDue, (item) => testWithdrawal.parse(item).mode, settle);

/** What is still to become of an owner's. */
export const settlements = {
  open: async ({ mode, userId }: Owner): Promise<Table.Item[]> => {
    const pk = testWithdrawal.partition({ mode, userId });
    return (await Table.queryAll({ pk, beginsWith: testWithdrawal.prefix })).filter(Due.isOpen);
  },
  work: settle,
} as const;

/** @returns whether something became of it now: not by another run before */
async function settle(found: Table.Item): Promise<boolean> {
  let isDone = false;
  await change(testWithdrawal.parse(found), (before) => {
    const at = nextAt(before);
    isDone = at !== undefined && at <= Clock.nowIso();
    return isDone ? heard(before, nextWord(before, Clock.nowIso())) : undefined;
  });
  return isDone;
}
