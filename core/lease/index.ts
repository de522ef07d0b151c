import * as Clock from "../clock/index.ts";
import * as Table from "../platform/table.ts";
import { lease } from "./entity.ts";

/**
 * Leases: work that only one process may do at a time. A holder that dies is relieved when its lease runs out; whoever
 * holds one renews it by acquiring it again.
 */

/**
 * Takes or renews a lease.
 * @param holder names this process: another one's lease is not touched before it has run out
 * @param seconds how long it holds unless renewed
 * @returns whether it is the holder's now
 */
export async function acquire(name: string, holder: string, seconds: number): Promise<boolean> {
  const nowMs = Clock.nowMs();
  try {
    await Table.update({
      key: lease.key({ name }),
      update: "SET holder = :holder, untilMs = :until",
      condition: "attribute_not_exists(pk) OR holder = :holder OR untilMs <= :now",
      values: { ":holder": holder, ":until": nowMs + seconds * 1000, ":now": nowMs },
    });
    return true;
  } catch (error) {
    if (error instanceof Table.ConditionFailed) return false;
    throw error;
  }
}

/** Gives a lease back before it runs out; nothing if it is another's by now. */
export async function release(name: string, holder: string): Promise<void> {
  try {
    await Table.remove(lease.key({ name }), {
      condition: "attribute_not_exists(pk) OR holder = :holder",
      values: { ":holder": holder },
    });
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
  }
}
