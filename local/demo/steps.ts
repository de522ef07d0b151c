import * as Clock from "../../core/kernel/clock/index.ts";
import { DAY_MS } from "../../core/kernel/time.ts";
import { keyOfItem } from "../../core/platform/table/entity.ts";
import * as Table from "../../core/platform/table/index.ts";

/**
 * The steps of the demo's history. A killed platform resumes them. The interrupted step runs again, although it may have finished
 * without its mark: so a step must tolerate repetition, as a swap or a payment in a demo does.
 */

export interface Step {
  /** Unique among all steps. */
  readonly name: string;
  /** The day of the step; 0 is now. */
  readonly daysAgo: number;
  readonly run: () => Promise<unknown>;
}

const PK = "LOCAL#SEED";
const PREFIX = "DEMO#";
const START = keyOfItem({ pk: PK, sk: "DEMO" });

/** Returns the time at which the history was startMs, from which its days count. */
async function startMs(): Promise<number> {
  const nowMs = Clock.nowMs();
  const known = await Table.get(START);
  if (known) return Date.parse(String(known["at"]));
  await Table.put({ ...START, at: new Date(nowMs).toISOString() });
  return nowMs;
}

/**
 * Runs the steps that are not done, oldest first, each with the clock at its day.
 * @returns their number
 */
export async function run(steps: readonly Step[], signal: AbortSignal): Promise<number> {
  const untilMs = await startMs();
  const items = await Table.queryAll({ pk: PK, beginsWith: PREFIX });
  const done = new Set(items.map(({ sk }) => String(sk).slice(PREFIX.length)));
  const remaining = steps.filter(({ name }) => !done.has(name)).sort((a, b) => b.daysAgo - a.daysAgo);
  let count = 0;
  for (const { name, daysAgo, run: work } of remaining) {
    if (signal.aborted) break;
    await (daysAgo === 0 ? work() : Clock.at(untilMs - daysAgo * DAY_MS, work));
    await Table.put({ ...keyOfItem({ pk: PK, sk: `${PREFIX}${name}` }) });
    count++;
  }
  return count;
}
