import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as Users from "../../core/identity/users.ts";
import { Browser } from "../../tests/support/browser.ts";
import { linksOf, load, signIn, submit } from "../../tests/support/pages.ts";
import { withSite } from "../../tests/support/site.ts";

/** Links between pages, and the page for unknown addresses. */

const site = withSite();
const login = { email: "ada@example.com", password: "Lovelace!1843" };

async function member(): Promise<Browser> {
  if (!(await Users.fromEmail(login.email))) await Users.register({ name: "Ada", ...login });
  const browser = new Browser(site.url);
  await signIn(browser, login);
  return browser;
}

const screens = [...readFileSync("console/src/routes.tsx", "utf8").matchAll(/path: "(\/[^"$]*)"/g)].map(
  ([, path = ""]) => `/app${path}`.replace(/\/$/, ""),
);

/** Returns whether a path is a screen or a file of the console, which this site does not serve. */
function isOfConsole(path: string): boolean {
  const { pathname } = new URL(path, site.url);
  return screens.includes(pathname) || existsSync(pathname.replace(/^\/app/, "console/public"));
}

/** Follows all links from the home page. Returns the pages, and those with another status than 200. */
async function walk(browser: Browser) {
  const broken: string[] = [];
  const pages = new Map<string, string>();
  const next: [path: string, from: string][] = [["/", "the start"]];
  const known = new Set(next.map(([path]) => path));
  for (let step = next.shift(); step; step = next.shift()) {
    const [path, from] = step;
    expect(path, `a link on ${from}`).toMatch(/^\//);
    if (/^\/app\b/.test(path)) {
      if (!isOfConsole(path)) broken.push(`${path} on ${from}: neither a screen nor a file of the console`);
      continue;
    }
    const { response: first } = await load(browser, path);
    // Pages for visitors lead signed-in users to the console.
    if (/^\/app\b/.test(first.headers.get("location") ?? "")) continue;
    const { url, response } = await browser.follow(first, path);
    if (response.status !== 200) broken.push(`${path} on ${from}: ${response.status}`);
    if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
    const { html } = await load(browser, url);
    pages.set(new URL(url).pathname, html);
    for (const link of linksOf(html).filter((one) => !known.has(one))) {
      known.add(link);
      next.push([link, path]);
    }
  }
  return { broken, pages };
}

/** Returns whether a page is documentation, which has its own test. */
const isDocs = (path: string): boolean => path.startsWith("/docs");

describe("every link of every page leads to a page", () => {
  it("for an anonymous visitor", async () => {
    const { broken, pages } = await walk(new Browser(site.url));
    expect(broken).toEqual([]);
    expect([...pages.keys()].filter((path) => !isDocs(path)).sort()).toEqual([
      "/",
      "/auth/forgot-password",
      "/auth/register",
      "/auth/signin",
      "/markets",
    ]);
  });

  it("for a signed-in user", async () => {
    const { broken, pages } = await walk(await member());
    expect(broken).toEqual([]);
    expect([...pages.keys()].filter((path) => !isDocs(path)).sort()).toEqual(
      [...["/", "/markets", "/dashboard/billing"]].sort(),
    );
  });
});

const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

describe("every page", () => {
  it("has a unique title, one main heading, the same navigation, and labels for its fields", async () => {
    for (const browser of [new Browser(site.url), await member()]) {
      const { pages } = await walk(browser);
      const titles = [...pages.values()].map(titleOf);
      expect(new Set(titles).size).toBe(pages.size);
      const navigations = new Set(
        [...pages.values()].map((html) =>
          (/<header>[\s\S]*<\/header>/.exec(html)?.[0] ?? "")
            .replace(/ aria-current="page"/, "")
            .replace(/value="[^"]*"/, ""),
        ),
      );
      expect(navigations.size).toBe(1);
      for (const [path, html] of pages) {
        expect(html.match(/<h1[ >]/g), path).toHaveLength(1);
        for (const [, id = ""] of html.matchAll(/<(?:input|select)(?! type="hidden")[^>]* id="([\w-]+)"/g))
          expect(html, path).toContain(`<label for="${id}">`);
        const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
        expect(new Set(ids).size, path).toBe(ids.length);
      }
    }
  });

  it("marks its own link in the navigation as the current page", async () => {
    const { html } = await load(await member(), "/dashboard/billing");
    expect(html).toContain(`<a href="/dashboard/billing" aria-current="page">Billing</a>`);
  });
});

describe("an unknown address", () => {
  it.each(["/nope", "/a/b/c"])("shows a 404 page with the navigation (%s)", async (path) => {
    const { response, html, csp } = await load(await member(), path);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
    expect(html).toContain("Page not found");
    expect(titleOf(html)).toBe("Page not found · svc");
    expect(linksOf(html)).toEqual(expect.arrayContaining(["/", "/markets", "/app"]));
    expect(csp).toContain("script-src 'none'");
  });

  it("shows a signed-in user without the right to a page an error page with a form to sign out", async () => {
    const answer = await submit(await member(), "/dashboard/admin", "/auth/signout");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
  });

  it("returns a JSON error to a client that does not accept HTML", async () => {
    const response = await (await member()).request("/nope");
    expect([response.status, await response.json()]).toMatchObject([404, { code: "NOT_FOUND" }]);
  });
});
