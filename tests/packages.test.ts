import { expect, test } from "vitest";
import { newLogin, smoke } from "./smoke/checks.ts";
import { bundleAll } from "./support/deployed.ts";
import { findViolations } from "./support/document/walk.ts";
import { withPlatform } from "./support/platform.ts";

/**
 * Runs every function from its own bundle. Bundles differ from the sources: they are minified, omit unused
 * parts, and create schemas lazily.
 */

const platform = withPlatform({ providers: true, load: bundleAll() });

test("bundles pass the smoke test for every authentication method", async () => {
  const results = await smoke(platform.url, newLogin());
  expect(results.filter(({ problem }) => problem !== undefined)).toEqual([]);
}, 300_000);

test("bundles respond as documented to valid and invalid requests of every operation", async () => {
  const problems = await findViolations(platform, { seed: 2611, allowed: 2, changed: 4 });
  expect(problems.join("\n\n")).toBe("");
}, 600_000);
