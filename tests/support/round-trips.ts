import { randomUUID } from "node:crypto";
import * as Correlation from "../../core/platform/correlation.ts";
import * as Table from "../../core/platform/table/index.ts";

/** What a piece of work calls the table for, told from all that goes on beside it by its correlation id. */
async function callsOf(work: () => Promise<unknown>): Promise<readonly Table.Usage[]> {
  const calls: Table.Usage[] = [];
  const id = `work-${randomUUID()}`;
  Table.observe((usage) => {
    if (Correlation.current() === id) calls.push(usage);
  });
  await Correlation.under(id, work).finally(() => Table.observe(undefined));
  if (calls.length === 0) throw new Error("what was measured has called the table for nothing");
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

/** The least of several times: the first fills what is kept in memory. */
async function fewest(
  work: () => Promise<unknown>,
  count: (calls: readonly Table.Usage[]) => number,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3; times++) least = Math.min(least, count(await callsOf(work)));
  return least;
}

/** The round trips in sequence of work. */
export const roundTrips = (work: () => Promise<unknown>): Promise<number> => fewest(work, inSequence);

/** How many calls work makes, side by side or not. */
export const tableCalls = (work: () => Promise<unknown>): Promise<number> =>
  fewest(work, ({ length }) => length);
