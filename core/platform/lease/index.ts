import * as Clock from "../../kernel/clock/index.ts";
import { lease } from "../entity.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";

/**
 * Leases, for work that only one process may do at a time. A holder renews its lease by acquiring it again. After a holder
 * dies, another process can acquire the lease when it expires.
 */

/**
 * Acquires or renews a lease, unless another process has it.
 * @param holder the name of this process
 * @param seconds its duration
 * @returns whether the holder has it now
 */
export async function acquire(name: string, holder: string, seconds: number): Promise<boolean> {
  const nowMs = Clock.nowMs();
  const where = Where.any(Where.absent, Where.is({ holder }), Where.atMost("untilMs", nowMs));
  const set = { holder, untilMs: nowMs + seconds * 1000 };
  return (
    (await Table.ignoreConditionFailure(Table.update(lease.key({ name }), { set, where }))) !== undefined
  );
}

/** Releases a lease before it expires, unless another holder has it. */
export async function release(name: string, holder: string): Promise<void> {
  const where = Where.any(Where.absent, Where.is({ holder }));
  await Table.ignoreConditionFailure(Table.remove(lease.key({ name }), where));
}

/** Returns the check that the holder still has the lease, for writes under it. */
export const assertHeld = (name: string, holder: string) =>
  ({ check: lease.key({ name }), where: Where.is({ holder }) }) satisfies Table.Write;
