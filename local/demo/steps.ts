import * as Clock from "../../core/kernel/clock/index.ts";
import { DAY_MS } from "../../core/kernel/time.ts";
import { keyOfItem } from "../../core/platform/table/entity.ts";
import * as Table from "../../core/platform/table/index.ts";

/**
 * Steps of the demo's history. A platform that was killed among them goes on where it was. The one that it was
 * killed in is done again, though it may have been done but for its mark: so a step must bear to be repeated,
 * as one more swap or payment does in a demo.
 */

export interface Step {
  /** Its own among all. */
  readonly name: string;
  /** When it happens; 0 is now. */
  readonly daysAgo: number;
  readonly run: () => Promise<unknown>;
}

const PK = "LOCAL#SEED";
const PREFIX = "DEMO#";
const BEGUN = keyOfItem({ pk: PK, sk: "DEMO" });

/** When the history began to be made: all its days are counted from there. */
async function begun(): Promise<number> {
  const nowMs = Clock.nowMs();
  const known = await Table.get(BEGUN);
  if (known) return Date.parse(String(known["at"]));
  await Table.put({ ...BEGUN, at: new Date(nowMs).toISOString() });
  return nowMs;
}

/**
 * Does the steps that are not done yet, oldest first, each with the clock at its day.
 * @returns how many it did
 */
export async function run(steps: readonly Step[], signal: AbortSignal): Promise<number> {
  const untilMs = await begun();
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
