import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives memory back. V8 collects when it needs room, so after a rush, or after the demo's history was made, a
 * process that has nothing to do would keep all that it ever took. Where it has been at rest for a while,
 * everything is collected once.
 */

/** How often is looked, and under which share of one processor the process is at rest. */
const LOOK_EVERY_MS = 10_000;
const AT_REST = 0.1;

/** Less than this is not worth it, in bytes taken since it was last collected. */
const WORTH_BYTES = 32 * 1024 * 1024;

/** @returns ends it */
export function startGivingBack(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { type: "major"; flavor: "last-resort" }) => void;
  let left = 0;
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const isAtRest = (user + system) / 1000 / LOOK_EVERY_MS < AT_REST;
    if (!isAtRest || process.memoryUsage.rss() - left < WORTH_BYTES) return;
    collect({ type: "major", flavor: "last-resort" });
    left = process.memoryUsage.rss();
    before = process.cpuUsage();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
