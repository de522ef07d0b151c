import * as Table from "../../core/platform/table/index.ts";

/** What a piece of work calls the table for. */
async function callsOf(work: () => Promise<unknown>): Promise<readonly Table.Usage[]> {
  const calls: Table.Usage[] = [];
  Table.observe((usage) => calls.push(usage));
  await work();
  Table.observe(undefined);
  return calls;
}

/** How many of the calls are made in sequence: those that overlap in time are one. */
export function inSequence(calls: readonly Pick<Table.Usage, "startedMs" | "endedMs">[]): number {
  let [steps, until] = [0, 0];
  for (const { startedMs, endedMs } of calls.toSorted((a, b) => a.startedMs - b.startedMs)) {
    if (startedMs >= until) steps++;
    // What begins after the first of a step has ended may have waited for it.
    until = startedMs >= until ? endedMs : Math.min(until, endedMs);
  }
  return steps;
}

/** The least of several times, because a schedule may run at the same moment. */
async function fewest(
  work: () => Promise<unknown>,
  count: (calls: readonly Table.Usage[]) => number,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 6; times++) least = Math.min(least, count(await callsOf(work)));
  return least;
}

/** The round trips in sequence of work. */
export const roundTrips = (work: () => Promise<unknown>): Promise<number> => fewest(work, inSequence);

/** How many calls work makes, side by side or not. */
export const tableCalls = (work: () => Promise<unknown>): Promise<number> =>
  fewest(work, ({ length }) => length);
