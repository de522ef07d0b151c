import { expect, test } from "vitest";
import { newLogin, smoke } from "./smoke/checks.ts";
import { bundleAll } from "./support/deployed.ts";
import { findViolations } from "./support/document/walk.ts";
import { withPlatform } from "./support/platform.ts";

/**
 * What is deployed answers as what is tested. Packages are made of the sources for a short start: minified, with what no
 * request reads left out and schemas made late. Here every function comes out of its own.
 */

const platform = withPlatform({ providers: true, load: bundleAll() });

test("a platform of packages passes the smoke test, through every door", async () => {
  const results = await smoke(platform.url, newLogin());
  expect(results.filter(({ problem }) => problem !== undefined)).toEqual([]);
}, 300_000);

test("every package answers what the document allows, and its opposite, as the document says", async () => {
  const problems = await findViolations(platform, { seed: 2611, allowed: 2, changed: 4 });
  expect(problems.join("\n\n")).toBe("");
}, 600_000);
