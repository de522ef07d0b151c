import { mkdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import packaged from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/**
 * Starts the browser of the tests, which comes inside an npm package (linux-x64), or the one that `CHROMIUM_PATH` names. Its
 * sandbox needs permissions that containers lack; it only opens our own pages.
 */
export async function launchBrowser(): Promise<Browser> {
  const own = process.env["CHROMIUM_PATH"];
  return chromium.launch(own ? { executablePath: own, args: ["--no-sandbox"] } : await unpack());
}

/** Unpacks the browser once, although test files start in parallel. */
async function unpack() {
  const lock = join(tmpdir(), "svc-chromium.lock");
  while (!take(lock)) await setTimeout(100);
  try {
    return {
      executablePath: await packaged.executablePath(),
      args: packaged.args.filter((one) => one !== "--single-process"),
    };
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Creates the lock. @returns whether it was free. A process that was killed leaves its lock, which is free after a minute. */
function take(lock: string): boolean {
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > 60_000) rmSync(lock, { recursive: true, force: true });
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
