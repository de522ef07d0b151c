import { runwayDays } from "../../core/defi/staking/funding.ts";
import { log } from "../../core/platform/log.ts";
import * as Metrics from "../../core/platform/metrics/index.ts";
import * as Outbox from "../../core/platform/outbox/index.ts";
import { ageSeconds } from "../../core/prices/snapshot.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: publishes the age of prices and of the outbox, and the days for which staking rewards are funded. */
export const handler = scheduled(async () => {
  const [priceAge, outboxAge, rewardRunwayDays] = await Promise.all([
    ageSeconds(),
    Outbox.ageSeconds(),
    runwayDays("live"),
  ]);
  const figures = { outboxAge, rewardRunwayDays, ...(priceAge !== undefined && { priceAge }) };
  log.info("operations: metrics measured", Metrics.fields(figures));
  return figures;
});
