import { join } from "node:path";
import { readJson, writeJson } from "@svc/local-aws/files";
import * as z from "zod";
import * as Clock from "../core/kernel/clock/index.ts";

/** The platform's clock on this machine: it can be moved forward, and a restart leaves it there. */

/** Ten years: far enough for any lock or vote. */
export const MAX_ADVANCE_SECONDS = 315_360_000;

export const advanceInput = z.strictObject({ advanceSeconds: z.number().min(0).max(MAX_ADVANCE_SECONDS) });

const kept = z.object({ offsetMs: z.int() });

export interface LocalClock {
  /** Moves the clock forward and keeps it there. */
  advance(seconds: number): void;
  /** Sets the clock to the machine's. */
  reset(): void;
}

/** Sets the clock to where it last stood. @param folder LOCAL_DATA; undefined: nothing is kept */
export function openClock(folder?: string): LocalClock {
  const path = folder && join(folder, "clock.json");
  Clock.setOffset((path && readJson(path, kept)?.offsetMs) || 0);
  const set = (offsetMs: number) => {
    if (path) writeJson(path, { offsetMs });
    Clock.setOffset(offsetMs);
  };
  return {
    advance: (seconds) => set(Clock.offset() + Math.round(seconds * 1000)),
    reset: () => set(0),
  };
}
