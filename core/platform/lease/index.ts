import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";
import { lease } from "./entity.ts";

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

/** Which of these leases nobody holds at this moment: at most 100, in one round trip. */
export async function free(names: readonly string[]): Promise<string[]> {
  const items = await Table.getMany(names.map((name) => lease.key({ name })));
  const nowMs = Clock.nowMs();
  return names.filter((_, index) => {
    const item = items[index];
    return item === undefined || lease.parse(item).untilMs <= nowMs;
  });
}

/** Gives a lease back before it runs out; nothing if it is another's by now. */
export async function release(name: string, holder: string): Promise<void> {
  const where = Where.any(Where.absent, Where.is({ holder }));
  await Table.unlessRefused(Table.remove(lease.key({ name }), where));
}
