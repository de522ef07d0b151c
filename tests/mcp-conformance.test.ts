import { afterAll, beforeAll, expect, it } from "vitest";
import { conformance, proxyTo, revisions } from "./mcp-conformance.ts";
import { loadWithFixtures } from "./support/mcp/load.ts";
import { withPlatform } from "./support/platform.ts";

/** The official suite exits with 0 if every scenario that the revision requires has passed. */

const platform = withPlatform({ load: loadWithFixtures });

let proxy: Awaited<ReturnType<typeof proxyTo>>;
beforeAll(async () => {
  proxy = await proxyTo(platform.url, platform.seed.apiKeys.mcp);
});
afterAll(async () => {
  await proxy.stop();
});

/** The least number of scenarios that must pass for each revision. */
const required: Readonly<Record<(typeof revisions)[number], number>> = { "2026-07-28": 37, "2025-11-25": 30 };

it.each(revisions)(
  "passes every scenario that the official conformance suite requires of %s",
  async (revision) => {
    const { code, output } = await conformance(proxy.url, revision);
    const [, summary = output] = output.split("=== SUMMARY ===");
    expect(code, summary).toBe(0);
    const passed = [...summary.matchAll(/^✓ [\w-]+: [1-9]\d* passed, 0 failed$/gm)];
    expect(passed.length, summary).toBeGreaterThanOrEqual(required[revision]);
  },
  60_000,
);
