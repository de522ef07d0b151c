import { afterAll, vi } from "vitest";
import * as Clock from "../../core/kernel/clock/index.ts";

/** Gives the next file of this worker the process as this file found it: files of a worker share their modules. */
const before = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Clock.setOffset(0);
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
