import * as Clock from "../../core/kernel/clock/index.ts";
import { DAY_MS } from "../../core/kernel/time.ts";
import { keyOfItem } from "../../core/platform/table/entity.ts";
import * as Table from "../../core/platform/table/index.ts";

/**
 * Steps of the demo's history. After a crash, the next start continues with the interrupted step. It may already have
 * had its effect, so a step must tolerate repetition; one more swap or payment does no harm in a demo.
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

/** Returns the time at which the history was first started, from which all days are counted. */
async function startedAt(): Promise<number> {
  const nowMs = Clock.nowMs();
  const known = await Table.get(START);
  if (known) return Date.parse(String(known["at"]));
  await Table.put({ ...START, at: new Date(nowMs).toISOString() });
  return nowMs;
}

/**
 * Runs the steps that are not done yet, oldest first, each with the clock set to its day.
 * @returns the number of steps run
 */
export async function run(steps: readonly Step[], signal: AbortSignal): Promise<number> {
  const untilMs = await startedAt();
  const items = await Table.queryAll({ pk: PK, beginsWith: PREFIX });
  const done = new Set(items.map(({ sk }) => String(sk).slice(PREFIX.length)));
  const wanted = steps.filter(({ name }) => !done.has(name)).sort((a, b) => b.daysAgo - a.daysAgo);
  let count = 0;
  for (const { name, daysAgo, run: work } of wanted) {
    if (signal.aborted) break;
    await (daysAgo === 0 ? work() : Clock.at(untilMs - daysAgo * DAY_MS, work));
    await Table.put({ ...keyOfItem({ pk: PK, sk: `${PREFIX}${name}` }) });
    count++;
  }
  return count;
}
