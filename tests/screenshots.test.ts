import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Runtime, start } from "../local/runtime.ts";
import { findFlaws } from "./screenshots/look.ts";
import { type Shot, shoot } from "./screenshots/shoot.ts";
import { launchBrowser } from "./support/chromium.ts";

/** Renders the pages in a real browser. The pictures are in `dist/screenshots`. */

// The platform's own address.
process.env["PUBLIC_URL"] = "";

describe("pages in a browser", () => {
  let runtime: Runtime;
  let shots: Shot[];
  beforeAll(async () => {
    runtime = await start({ demo: true });
    await runtime.demoReady();
    await runtime.drain();
    shots = await shoot(runtime.url, {
      into: "dist/screenshots",
      schemes: ["light"],
    });
  }, 240_000);
  afterAll(() => runtime?.stop());

  it("are checked by code that detects known layout errors", async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.setContent(`<p style="width:60px;overflow:hidden;white-space:nowrap">A text that is cut</p>
        <p style="width:500px">A page that is too wide</p>
        <p class="total" style="width:50px">1,234 567</p>`);
    expect(await page.evaluate(findFlaws)).toEqual([
      "scrolls sideways: 508 in 390",
      expect.stringContaining('cuts p "A text'),
      expect.stringContaining('breaks p "1,234'),
    ]);
    await browser.close();
  });

  it("are rendered as more than 20 pictures", () => {
    expect(shots.length).toBeGreaterThan(20);
  });

  it("do not scroll sideways, cut no text, break no number, and cause no browser errors", () => {
    expect(shots.filter(({ flaws }) => flaws.length > 0)).toEqual([]);
  });
});
