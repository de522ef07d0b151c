import { randomUUID } from "node:crypto";
import * as Correlation from "../../core/platform/correlation.ts";
import * as Table from "../../core/platform/table/index.ts";

/** Returns the table calls of a piece of work, identified by its correlation id. */
async function recordCalls(work: () => Promise<unknown>): Promise<readonly Table.Usage[]> {
  const calls: Table.Usage[] = [];
  const id = `work-${randomUUID()}`;
  Table.observe((usage) => {
    if (Correlation.current() === id) calls.push(usage);
  });
  await Correlation.under(id, work).finally(() => Table.observe(undefined));
  if (calls.length === 0) throw new Error("the measured work has not called the table");
  return calls;
}

/** Counts the calls in sequence: calls that overlap in time count as one. */
export function countSequential(calls: readonly Pick<Table.Usage, "startedMs" | "endedMs">[]): number {
  let [steps, until] = [0, 0];
  for (const { startedMs, endedMs } of calls.toSorted((a, b) => a.startedMs - b.startedMs)) {
    if (startedMs >= until) steps++;
    // A call that begins after the first call of a step has ended may have waited for it.
    until = startedMs >= until ? endedMs : Math.min(until, endedMs);
  }
  return steps;
}

/** Returns the lowest count of three runs: the first run fills caches. */
async function lowestCount(
  work: () => Promise<unknown>,
  count: (calls: readonly Table.Usage[]) => number,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3; times++) least = Math.min(least, count(await recordCalls(work)));
  return least;
}

/** Returns the sequential round trips of work. */
export const roundTrips = (work: () => Promise<unknown>): Promise<number> =>
  lowestCount(work, countSequential);

/** Returns the number of table calls of work, parallel or not. */
export const tableCalls = (work: () => Promise<unknown>): Promise<number> =>
  lowestCount(work, ({ length }) => length);
