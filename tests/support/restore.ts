import { afterAll, vi } from "vitest";
import * as Clock from "../../core/kernel/clock/index.ts";

/** Restores the process after each test file: the files of a worker share modules and environment. */
const before = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  Clock.setOffset(0);
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
