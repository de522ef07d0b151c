import { globSync, readFileSync } from "node:fs";

/*
 * Which tests run when: the one place that says it.
 *
 *   npm test            lint, types and all tests of the suites `shared` and `isolated`: everything that a change can break
 *   npm run test:unit   those of them that need neither a database nor the platform
 *   npm run test:rest   the suite `rest`: whole builds, kills, walks over every route, the browser
 *   npm run test:all    `npm test`, then `npm run test:rest`
 */

const ALL = globSync("{contract,core,functions,events,stacks,local,packages,tests}/**/*.test.ts", {
  exclude: ["**/node_modules/**"],
});

/** Files of `rest`: slow, and rarely broken by a change that leaves the others green. */
const REST = [
  // Bundles and synthesized stacks.
  "stacks/**/*.test.ts",
  "tests/{costs,packages}.test.ts",
  // Processes that are started, killed and restored; long mixtures of everything under faults.
  "tests/reliability/*.test.ts",
  "local/{backfill,redrive,start}.test.ts",
  "local/demo/demo.test.ts",
  // Walks over every route, tool or page.
  "tests/{authorization,document,index-lag,kept-answers,personal-data,round-trips,screenshots,smoke,tools}.test.ts",
  "tests/public/{document,isolation}.test.ts",
  "tests/sdk/stranger.test.ts",
  // The official conformance suite, which is a process of its own.
  "tests/mcp-conformance.test.ts",
];

const rest = new Set(globSync(REST));
const main = ALL.filter((file) => !rest.has(file));
const contains = (pattern: RegExp) => (file: string) => pattern.test(readFileSync(file, "utf8"));

/** Replaces modules, or counts what its process does: each needs modules of its own. */
const mocksModules = contains(/\bvi\.(mock|doMock|resetModules)\(|support\/without-mutex/);
const needsServices = contains(/support\/(database|platform|killable|deployed)/);

export const suites = {
  shared: main.filter((file) => !mocksModules(file)),
  isolated: main.filter(mocksModules),
  rest: [...rest],
  unit: main.filter((file) => !needsServices(file)),
};
