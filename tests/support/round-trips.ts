import * as Table from "../../core/platform/table/index.ts";

/** How many calls to the table a piece of work makes in sequence: those that overlap in time are one. */
async function once(work: () => Promise<unknown>): Promise<number> {
  const calls: Table.Usage[] = [];
  Table.observe((usage) => calls.push(usage));
  await work();
  Table.observe(undefined);
  let [steps, until] = [0, 0];
  for (const { startedMs, endedMs } of calls.sort((a, b) => a.startedMs - b.startedMs)) {
    if (startedMs >= until) steps++;
    // What begins after the first of a step has ended may have waited for it.
    until = startedMs >= until ? endedMs : Math.min(until, endedMs);
  }
  return steps;
}

/** The round trips in sequence of work: the fewest of several times, because a schedule may run at the same moment. */
export async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  let fewest = await once(work);
  for (let again = 0; again < 5; again++) fewest = Math.min(fewest, await once(work));
  return fewest;
}
