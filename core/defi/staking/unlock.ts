import * as Clock from "../../kernel/clock/index.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Due from "../../platform/due/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { openPosition, unlockDue } from "./entity.ts";
import { stakeUnlocked } from "./events.ts";
import { token } from "./token.ts";

/**
 * The schedule of unlock dates, of both ledgers. Whether a stake can be taken back is a question of the time
 * alone; this says so to its owner, once.
 */

/**
 * Marks every position whose unlock date has come, and emits `stake-unlocked` for it in the same transaction.
 * What was just changed stays for the next run.
 * @returns how many were marked
 */
export const unlock = (): Promise<number> => Due.sweep(unlockDue, mark);

/** @returns whether it was marked now: not by another run before, nor changed since the index showed it */
function mark(item: Table.Item): Promise<boolean> {
  const position = openPosition.parse(item);
  const { mode, userId, positionId, poolId, amount, unlockDate = "" } = position;
  return Table.tryCommit([
    {
      update: openPosition.key(position),
      set: { unlockedAt: Clock.nowIso(), ...Due.done },
      add: { version: 1n },
      where: Where.all(Where.has("duePk"), Where.is({ amount })),
    },
    Outbox.write(stakeUnlocked, {
      mode,
      userId,
      positionId,
      poolId,
      unlockDate,
      amount: Money.format(amount, token.decimals),
      asset: token.symbol,
    }),
  ]);
}
