import { runDue } from "../../core/people/erasure.ts";
import { ageSeconds } from "../../core/people/held-up.ts";
import { log } from "../../core/platform/log.ts";
import * as Metrics from "../../core/platform/metrics/index.ts";
import { scheduled } from "../_schedule.ts";

/**
 * Every five minutes: goes on with erasures whose day has come, and tells how long the oldest is held up, also where one
 * fails: that is held up, too.
 */
export const handler = scheduled(async () => {
  const run = runDue();
  await run.catch(() => undefined);
  const age = tellAge();
  await age.catch((error: unknown) =>
    log.error("erasure: age of the oldest blocked erasure unknown", { error }),
  );
  const due = await run;
  await age;
  return { due };
});

async function tellAge(): Promise<void> {
  log.info(
    "erasure: age of the oldest blocked one",
    Metrics.fields({ erasureHeldUpAge: await ageSeconds() }),
  );
}
