import "../support/quiet.ts";
import { argumentsOf, exitWithUsage } from "../../contract/bin/command.ts";
import { authorizations } from "./authorizations.ts";
import { bundles } from "./bundles.ts";
import { exchange } from "./exchange.ts";
import { farming } from "./farming.ts";
import { governance } from "./governance.ts";
import { keys } from "./keys.ts";
import { prices } from "./prices.ts";
import { currentActivity, progress } from "./print.ts";
import { roundtrips } from "./roundtrips.ts";
import { saveback } from "./saveback.ts";
import { staking } from "./staking.ts";
import { throughput } from "./throughput.ts";
import { uploads } from "./uploads.ts";
import { webhooks } from "./webhooks.ts";

/** `npm run bench [-- <suite> …]`: prints measurements next to the design's budgets. Fails only if a suite does not end. */

const suites: Readonly<Record<string, () => Promise<void>>> = {
  bundles,
  roundtrips,
  throughput,
  keys,
  staking,
  exchange,
  farming,
  prices,
  governance,
  saveback,
  webhooks,
  authorizations,
  uploads,
};
const usage = `npm run bench -- [SUITE…]   ${Object.keys(suites).join(", ")}; default: all`;
const { positionals: chosen } = argumentsOf({}, { usage });

/** The time limit of a suite, in seconds. After it, a suite that hangs is aborted and its activity reported. */
const LIMIT_SECONDS = Number(process.env["BENCH_LIMIT_SECONDS"] ?? 900);

async function runWithLimit(name: string, run: () => Promise<void>): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const expire = () =>
      reject(
        new Error(`${name} has not ended within ${LIMIT_SECONDS} s. Current activity: ${currentActivity()}`),
      );
    limit = setTimeout(expire, LIMIT_SECONDS * 1000);
  });
  await Promise.race([run(), late]).finally(() => clearTimeout(limit));
}

const wrong = chosen.filter((name) => !Object.hasOwn(suites, name));
if (wrong.length > 0) exitWithUsage(`There is no suite ${wrong.join(", ")}.`, { usage });
let failed = 0;
for (const [name, run] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  try {
    await runWithLimit(name, run);
  } catch (error) {
    failed++;
    process.stderr.write(`\n${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    progress("");
  }
}
// A suite that was aborted may still have open handles.
process.exit(failed === 0 ? 0 : 1);
