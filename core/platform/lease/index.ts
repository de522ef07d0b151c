import * as Clock from "../../kernel/clock/index.ts";
import { lease } from "../entity.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";

/**
 * Leases: work that only one process may do at a time. A holder that dies is relieved when its lease runs
 * out; whoever holds one renews it by acquiring it again.
 */

/**
 * Takes or renews a lease.
 * @param holder names this process: another one's lease is not touched before it has run out
 * @param seconds how long it holds unless renewed
 * @returns whether it is the holder's now
 */
export async function acquire(name: string, holder: string, seconds: number): Promise<boolean> {
  const nowMs = Clock.nowMs();
  const where = Where.any(Where.absent, Where.is({ holder }), Where.atMost("untilMs", nowMs));
  const set = { holder, untilMs: nowMs + seconds * 1000 };
  return (await Table.unlessRefused(Table.update(lease.key({ name }), { set, where }))) !== undefined;
}

/** Gives a lease back before it runs out; nothing if it is another's by now. */
export async function release(name: string, holder: string): Promise<void> {
  const where = Where.any(Where.absent, Where.is({ holder }));
  await Table.unlessRefused(Table.remove(lease.key({ name }), where));
}

/** The check that a lease is still the holder's, for what is written under it. */
export const stillHeld = (name: string, holder: string) =>
  ({ check: lease.key({ name }), where: Where.is({ holder }) }) satisfies Table.Write;
