import { join } from "node:path";
import { readJson, writeJson } from "@svc/local-aws/files";
import * as z from "zod";
import * as Clock from "../core/kernel/clock/index.ts";
import { keyOfItem } from "../core/platform/table/entity.ts";
import * as Table from "../core/platform/table/index.ts";
import * as Where from "../core/platform/table/where.ts";

/** The platform's clock on this machine, which can be advanced and survives restarts, and DynamoDB's time to live. */

/** Ten years: longer than any lock or vote. */
const MAX_ADVANCE_SECONDS = 315_360_000;

export const advanceInput = z.strictObject({ advanceSeconds: z.number().min(0).max(MAX_ADVANCE_SECONDS) });

const storedClock = z.object({ offsetMs: z.int() });

export interface LocalClock {
  /** Advances the clock permanently. */
  advance(seconds: number): void;
  /** Resets the clock to the machine's time. */
  reset(): void;
}

/** Restores the clock. @param folder LOCAL_DATA; undefined if the clock is not stored */
export function openClock(folder?: string): LocalClock {
  const path = folder && join(folder, "clock.json");
  Clock.setOffset((path && readJson(path, storedClock)?.offsetMs) || 0);
  const set = (offsetMs: number) => {
    if (path) writeJson(path, { offsetMs });
    Clock.setOffset(offsetMs);
  };
  return {
    advance: (seconds) => set(Clock.offset() + Math.round(seconds * 1000)),
    reset: () => set(0),
  };
}

/** Deletes items whose `ttl` has passed, which the embedded database does not do. Returns their number. */
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
  /** Sweeps after the sweep in progress, which may have begun before the clock was advanced. */
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
    now().catch((error: unknown) => report(`expiry: sweep failed, the next one runs in a minute: ${error}`));
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
