import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../table/index.ts";
import { lease } from "./entity.ts";

/**
 * Leases: work that only one process may do at a time. A holder that dies is relieved when its lease runs out; whoever
 * holds one renews it by acquiring it again.
 */

const leaseItem = z.object({ untilMs: z.bigint() });

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

/** Which of these leases nobody holds at this moment: at most 100, in one round trip. */
export async function free(names: readonly string[]): Promise<string[]> {
  const items = await Table.getMany(names.map((name) => lease.key({ name })));
  const nowMs = Clock.nowMs();
  return names.filter((_, index) => {
    const item = items[index];
    return item === undefined || leaseItem.parse(item).untilMs <= nowMs;
  });
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
