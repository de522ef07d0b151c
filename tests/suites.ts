import { globSync, readFileSync } from "node:fs";

/*
 * Assigns every test file to a suite. Each suite is a project of vitest.
 *
 *   npm test            lint, types, and the suites `unit`, `services` and `isolated`: all tests that a change is likely to break
 *   npm run test:unit   the suite `unit`: tests that need neither a database nor the platform
 *   npm run test:rest   the suite `rest`: whole builds, killed processes, walks over every route, the browser
 *   npm run test:all    `npm test`, then `npm run test:rest`
 */

const ALL = globSync("{contract,core,functions,events,stacks,local,packages,tests}/**/*.test.ts", {
  exclude: ["**/node_modules/**"],
});

/** Slow files that rarely fail if all others pass. */
const REST = [
  // Bundles and synthesized stacks.
  "stacks/**/*.test.ts",
  "tests/{costs,packages}.test.ts",
  // Processes that are started, killed and restored; long mixed runs under faults.
  "tests/reliability/*.test.ts",
  "local/{backfill,erasures-reapply,redrive,start}.test.ts",
  "core/people/races.test.ts",
  "local/demo/demo.test.ts",
  // Walks over every route, tool, page or verb.
  "tests/{authorization,document,index-lag,cached-responses,personal-data,round-trips,screenshots,smoke,tools}.test.ts",
  "tests/public/{document,isolation}.test.ts",
  "tests/sdk/stranger.test.ts",
  // The console's jobs in a real browser, except the journey.
  "tests/console/!(journey).test.ts",
  "core/defi/modes.test.ts",
  // Statistics over months of the simulated market.
  "core/prices/ticks.test.ts",
  "core/prices/sources/simulated.test.ts",
  // The official conformance suite, which runs as a separate process.
  "tests/mcp-conformance.test.ts",
];

const rest = new Set(globSync(REST));
const main = ALL.filter((file) => !rest.has(file));
const contains = (pattern: RegExp) => (file: string) => pattern.test(readFileSync(file, "utf8"));
const mocksModules = contains(/\bvi\.(mock|doMock|resetModules)\(/);
const needsServices = contains(/support\/(database|platform|killable|deployed|site)\b|withConsole/);
const sharedWorker = main.filter((file) => !mocksModules(file));

export const suites = {
  unit: sharedWorker.filter((file) => !needsServices(file)),
  services: sharedWorker.filter(needsServices),
  /** Files that mock modules: each runs in its own worker. */
  isolated: main.filter(mocksModules),
  rest: [...rest],
};
