import { describe, expect, it } from "vitest";
import { errorsOf } from "../../contract/errors.ts";
import { routes } from "../../contract/index.ts";
import { Browser } from "../support/browser.ts";
import { launchBrowser } from "../support/chromium.ts";
import { load } from "../support/pages.ts";
import { withPlatform } from "../support/platform.ts";

/** The developer documentation: guides, reference and errors. */

process.env["PUBLIC_URL"] = "";
const platform = withPlatform();
const read = (path: string) => load(new Browser(platform.url), path);

const linksOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/href="(\/[^"#]*)"/g)].map(([, href = ""]) => href)),
];

describe("the documentation", () => {
  it("is linked from the home page, and all of its links work", async () => {
    expect(linksOf((await read("/")).html)).toContain("/docs");
    const { html } = await read("/docs");
    const links = linksOf(html).filter((href) => /^\/(docs|v1|v2|api)/.test(href));
    expect(links.filter((href) => href.startsWith("/docs/")).length).toBeGreaterThan(9);
    for (const href of links) expect([href, (await read(href)).response.status]).toEqual([href, 200]);
  });

  it("returns 404 for an unknown guide", async () => {
    expect((await read("/docs/nothing")).response.status).toBe(404);
    expect((await read("/docs/constructor")).response.status).toBe(404);
  });

  it("explains every error code at an anchor with the code's name, to which responses link", async () => {
    const { html } = await read("/docs/errors");
    const codes = new Set(routes.flatMap(errorsOf).map(({ code }) => code));
    for (const code of codes) expect(html, code).toContain(`id="${code}"`);
    const { body } = await platform.call<{ error: { details: { docs: string } } }>("GET", "/v1/wallets");
    const [path = "", anchor] = body.error.details.docs.replace(platform.url, "").split("#");
    expect((await read(path)).html).toContain(`id="${anchor}"`);
  });
});

describe("the reference", () => {
  it("runs only the platform's own scripts, and loads nothing from other origins", async () => {
    const { csp } = await read("/docs/api");
    const directives = Object.fromEntries(
      csp.split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1)]),
    );
    expect(directives["default-src"]).toEqual(["'none'"]);
    expect(directives["script-src"]).toEqual(["'self'", expect.stringMatching(/^'sha256-[\w+/=]{44}'$/)]);
    expect(directives["connect-src"]).toEqual(["'self'"]);
    expect(csp).not.toMatch(/https?:|\*|unsafe-eval/);
    const { response, html } = await read("/docs/reference.js");
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/javascript; charset=utf-8",
    ]);
    // The maximum response of a function.
    expect(JSON.stringify(html).length).toBeLessThan(6 * 1024 * 1024);
  });

  it("sends a test request from a browser with the demo's key", { timeout: 180_000 }, async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      const wrong: string[] = [];
      page.on("pageerror", (error) => wrong.push(String(error)));
      page.on("request", (one) => {
        if (!one.url().startsWith(platform.url) && !/^(data|blob):/.test(one.url())) wrong.push(one.url());
      });
      page.on("console", (one) => {
        if (/Content Security Policy/.test(one.text())) wrong.push(one.text());
      });
      await page.goto(`${platform.url}/docs/api#v1/tag/wallets/GET/v1/wallets`);
      await page.getByText("List wallets").first().waitFor({ timeout: 60_000 });
      const tryIt = page.getByRole("button", { name: /Test Request.*get \/v1\/wallets\)/i }).first();
      await tryIt.click({ timeout: 60_000 });
      const answered = page.waitForResponse((one) => new URL(one.url()).pathname === "/v1/wallets");
      await page.getByRole("button", { name: /^Send/ }).first().click();
      expect((await answered).status()).toBe(200);
      expect(wrong).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
