import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { logins, widths, withConsole } from "./support.ts";

/** Every screen passes axe in both themes at both widths. */

const { as } = withConsole();

/** The screens without parameters, from the console's list of routes. */
const screens = [...readFileSync("console/src/routes.tsx", "utf8").matchAll(/\bpath: "(\/[^"$]*)"/g)].map(
  ([, path = ""]) => path,
);
const GALLERY = "/ui";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  it.each(widths)("axe finds no violation on any screen at %i px", { timeout: 240_000 }, async (width) => {
    const { page, open } = await as(logins.dana, { width, theme });
    const found: string[] = [];
    for (const screen of screens) {
      await open(screen);
      // Skeletons are busy until their data is there; those of the page of all components stay.
      if (screen !== GALLERY)
        await expect.poll(() => page.locator("[aria-busy=true]").count(), { message: screen }).toBe(0);
      // The policy allows no script of ours in the page, so it comes through the browser's debugger.
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => (globalThis as never as Axe).axe.run());
      found.push(
        ...violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes.map((one) => one.html).join(" ")}`),
      );
    }
    expect(screens.length).toBeGreaterThan(15);
    expect(found).toEqual([]);
  });
});

interface Axe {
  readonly axe: {
    run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}
