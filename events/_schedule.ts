import { randomUUID } from "node:crypto";
import type { Context, ScheduledEvent } from "aws-lambda";
import * as Correlation from "../core/platform/correlation.ts";
import { log } from "../core/platform/log.ts";
import * as Metrics from "../core/platform/metrics/index.ts";

type Tick = Pick<ScheduledEvent, "id" | "time">;

/**
 * Makes the handler of a schedule. Each run has its own correlation id, which is EventBridge's id of the tick, and one log
 * line with its metrics.
 */
export const scheduled =
  <T>(work: (tick: Tick, context: Context) => Promise<T>) =>
  (tick?: Partial<Tick>, context?: Context): Promise<T> =>
    Correlation.under(Correlation.safe(tick?.id) ?? randomUUID(), async () => {
      const startedMs = performance.now();
      const line = (failed: number) => {
        const durationMs = Math.round(performance.now() - startedMs);
        return Metrics.fields({ processed: 1 - failed, failed, durationMs }, Metrics.consumer());
      };
      try {
        const did = await work(tick as Tick, context as Context);
        log.info("schedule: run completed", { ...line(0), did });
        return did;
      } catch (error) {
        log.error("schedule: run failed, the next run continues its work", { ...line(1), error });
        throw error;
      }
    });
