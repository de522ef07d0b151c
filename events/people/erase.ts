import { runDue } from "../../core/people/erasure.ts";
import { oldestAgeSeconds } from "../../core/people/held-up.ts";
import { log } from "../../core/platform/log.ts";
import * as Metrics from "../../core/platform/metrics/index.ts";
import { scheduled } from "../_schedule.ts";

/**
 * Every five minutes: continues due erasures, and publishes the age of the oldest held-up erasure, even if an erasure
 * fails. Fails if either fails.
 */
export const handler = scheduled(async () => {
  const run = runDue();
  await run.catch(() => undefined);
  const age = publishAge();
  await age.catch((error: unknown) =>
    log.error("erasure: age of the oldest held-up erasure not published, the next run measures it again", {
      error,
    }),
  );
  const due = await run;
  await age;
  return { due };
});

async function publishAge(): Promise<void> {
  log.info(
    "erasure: age of the oldest held-up erasure published",
    Metrics.fields({ erasureHeldUpAge: await oldestAgeSeconds() }),
  );
}
