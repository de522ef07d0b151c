import * as Clock from "../core/kernel/clock/index.ts";
import { keyOfItem } from "../core/platform/table/entity.ts";
import * as Table from "../core/platform/table/index.ts";
import * as Where from "../core/platform/table/where.ts";

/**
 * DynamoDB's time to live, which the embedded database does not have: items whose `ttl` has passed are
 * deleted.
 */

/** Deletes expired items; answers how many. An item renewed meanwhile stays. */
export async function sweepExpired(): Promise<number> {
  const expired = Where.atMost("ttl", Clock.nowSeconds());
  let deleted = 0;
  for await (const item of Table.scan(expired)) {
    try {
      await Table.remove(keyOfItem(item), expired);
      deleted++;
    } catch (error) {
      if (!(error instanceof Table.ConditionFailed)) throw error;
    }
  }
  return deleted;
}

export interface ExpirySweep {
  /** Sweeps, after the sweep in progress: that one may have begun before the clock was moved. */
  now(): Promise<number>;
  stop(): Promise<void>;
}

/** Sweeps every minute of the platform's clock. */
export function startExpirySweep(report: (line: string) => void): ExpirySweep {
  let current: Promise<number> = Promise.resolve(0);
  const now = (): Promise<number> => {
    current = current.catch(() => 0).then(sweepExpired);
    return current;
  };
  const timer = setInterval(() => {
    now().catch((error: unknown) => report(`expired items were not deleted: ${error}`));
  }, 60_000);
  timer.unref();
  return {
    now,
    async stop() {
      clearInterval(timer);
      await current.catch(() => undefined);
    },
  };
}
