import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CSRF_COOKIE } from "../../contract/cookies.ts";
import { signIn as signInLimit } from "../../contract/limits.ts";

import * as Users from "../../core/identity/users.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { Browser, formsOf } from "../../tests/support/browser.ts";
import * as Pages from "../../tests/support/pages.ts";
import { load } from "../../tests/support/pages.ts";
import { withSite } from "../../tests/support/site.ts";

/** The pages as a browser gets them. */

const site = withSite();
const password = "Lovelace!1843";
const nasty = `Ada "><script>alert(1)</script>'&`;

beforeAll(async () => {
  Object.assign(process.env, {
    GITHUB_CLIENT_ID: "one",
    GITHUB_BASE_URL: "https://github.example",
    GOOGLE_CLIENT_ID: "",
  });
  await Users.register({ name: nasty, email: "ada@example.com", password });
});
afterAll(() => {
  for (const name of ["GITHUB_CLIENT_ID", "GITHUB_BASE_URL", "GOOGLE_CLIENT_ID"]) delete process.env[name];
});

const signIn = (browser: Browser, path?: string) =>
  Pages.signIn(browser, { email: "ada@example.com", password }, path);

const signedIn = async (): Promise<Browser> => {
  const browser = new Browser(site.url);
  await signIn(browser);
  return browser;
};

describe("every page", () => {
  test.each(["/", "/markets", "/auth/signin", "/auth/register", "/dashboard", "/dashboard/billing"])(
    "%s allows no script or style but its own",
    async (path) => {
      const browser = path.startsWith("/dashboard") ? await signedIn() : new Browser(site.url);
      const { response, html, csp } = await load(browser, path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("x-frame-options")).toBe("DENY");
      expect(csp).toContain("default-src 'none'");
      expect(csp).toContain("base-uri 'none'");
      expect(csp).not.toContain("unsafe");
      const inline = [...html.matchAll(/<(?:script|style)>([\s\S]*?)<\/(?:script|style)>/g)];
      expect(inline.length).toBeGreaterThan(0);
      for (const [, text = ""] of inline)
        expect(csp).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
      expect(html).not.toMatch(/ on\w+=| style=|javascript:/);
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    },
  );

  test("of the markets has every place that its script fills", async () => {
    const { html } = await load(new Browser(site.url), "/markets");
    const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? "";
    const ids = [...script.matchAll(/byId\("([\w-]+)"\)/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) expect(html).toContain(`id="${id}"`);
  });

  test("keeps the Origin of its own form posts, which no-referrer would turn into null", async () => {
    const { response } = await load(new Browser(site.url), "/auth/signin");
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
  });
});

describe("the sign-in page", () => {
  test("signs in without script, and goes where it was asked to", async () => {
    const browser = new Browser(site.url);
    const response = await signIn(browser, "/auth/signin?callbackUrl=%2Fdashboard%2Fbilling");
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      `${site.url}/dashboard/billing`,
    ]);
    expect((await load(browser, "/dashboard/billing")).response.status).toBe(200);
    for (const path of ["/auth/signin", "/auth/register"]) {
      const { response: onward } = await load(browser, path);
      expect([onward.status, onward.headers.get("content-type")], path).toEqual([
        302,
        "text/html; charset=utf-8",
      ]);
    }
  });

  test("keeps the whole address that was asked for, its query too", async () => {
    const browser = new Browser(site.url);
    const asked = "/dashboard/billing?from=2026-01-01&note=a%20b%26c&next=//evil.com";
    const guarded = (await load(browser, asked)).response;
    const place = guarded.headers.get("location") ?? "";
    expect(guarded.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(place).toBe(`/auth/signin?callbackUrl=${encodeURIComponent(asked)}`);
    const { html } = await load(browser, place);
    expect(html).toContain(`/auth/register?callbackUrl=${encodeURIComponent(asked)}`);
    const wrong = await Pages.signIn(browser, { email: "ada@example.com", password: "Wrong!123" }, place);
    const again = wrong.headers.get("location") ?? "";
    expect(new URL(again).searchParams.get("error")).toBe("CredentialsSignin");
    expect((await signIn(browser, again)).headers.get("location")).toBe(`${site.url}${asked}`);
    expect((await load(browser, asked)).response.status).toBe(200);
  });

  test("offers the providers that are configured, and lets their forms lead there", async () => {
    const { html, csp } = await load(new Browser(site.url), "/auth/signin");
    expect(formsOf(html).map(({ action }) => action)).toEqual([
      "/api/auth/callback/credentials",
      "/api/auth/signin/github",
      "/language",
    ]);
    expect(csp).toContain("form-action 'self' https://github.example");
  });

  test("gives its form a token that the cookie has too", async () => {
    const browser = new Browser(site.url);
    const { html } = await load(browser, "/auth/signin");
    for (const { fields } of formsOf(html))
      expect(fields["csrfToken"]).toBe(browser.jar().get(CSRF_COOKIE)?.value);
  });

  test.each([
    ["CredentialsSignin", "The e-mail or the password is wrong."],
    ["RateLimited", `Wait ${signInLimit.windowSeconds / 60} minutes and try again.`],
    ["OAuthAccountNotLinked", "its e-mail address is not verified there"],
    ["<b>whatever</b>", "Signing in did not work. Try again."],
    ["constructor", "Signing in did not work. Try again."],
  ])("says in a sentence what %s means", async (error, sentence) => {
    const { html } = await load(new Browser(site.url), `/auth/signin?error=${encodeURIComponent(error)}`);
    expect(html).toContain(sentence);
    expect(html).not.toContain("<b>");
  });

  test.each(["https://evil.com/", "//evil.com", "javascript:alert(1)", `"><script>alert(1)</script>`])(
    "does not take %s as the page to go to",
    async (callbackUrl) => {
      const { html } = await load(
        new Browser(site.url),
        `/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`,
      );
      expect(html).not.toContain("evil.com");
      expect(html).not.toContain("alert(1)");
      for (const { action, fields } of formsOf(html))
        expect(action === "/language" ? fields["back"] : fields["callbackUrl"]).toBe(
          action === "/language" ? "/auth/signin" : "/",
        );
    },
  );

  test("sends on whoever is signed in", async () => {
    const browser = await signedIn();
    for (const path of ["/auth/signin", "/auth/register"]) {
      const { response } = await load(browser, path);
      expect([response.status, response.headers.get("location")]).toEqual([302, "/dashboard"]);
    }
  });
});

test("the registration page never puts a password into an address, script or not", async () => {
  const { html } = await load(new Browser(site.url), "/auth/register?callbackUrl=%2F%2Fevil.com");
  expect(html).toContain('<form method="post" action="/api/auth/register" data-next="/">');
  expect(html).toContain('href="/auth/signin?callbackUrl=%2F"');
});

describe("the guard", () => {
  test.each([
    ["GET", "/dashboard"],
    ["GET", "/dashboard/wallets"],
    ["GET", "/dashboard/a/b/c"],
    ["GET", "/api/billing/invoices"],
    ["POST", "/api/billing/invoices/1"],
  ])("%s %s without a session leads to the sign-in page", async (method, path) => {
    const response = await new Browser(site.url).request(path, { method });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`/auth/signin?callbackUrl=${encodeURIComponent(path)}`);
  });

  test("lets a session in: the dashboard is there, billing has nothing yet", async () => {
    const browser = await signedIn();
    expect((await browser.request("/dashboard")).status).toBe(200);
    for (const method of ["GET", "PUT", "DELETE"]) {
      const billing = await browser.request("/api/billing/invoices", { method });
      expect(billing.status).toBe(404);
      expect(await billing.json()).toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

describe("the dashboard", () => {
  test("shows who is signed in, with every character as text", async () => {
    const { html } = await load(await signedIn(), "/dashboard");
    expect(html).toContain("Ada &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;");
    expect(html).not.toContain("<script>alert(1)");
    expect(html).toContain("Personal account");
  });
});

describe("an asset's logo", () => {
  test("is there for every asset", async () => {
    for (const { logoUrl, symbol } of Assets.list()) {
      const response = await fetch(site.url + logoUrl);
      expect(response.headers.get("content-type")).toBe("image/svg+xml");
      expect(await response.text()).toContain(`>${symbol}</text>`);
    }
  });

  test.each(["doge.svg", "..%2F..%2Fpackage.json", "btc.png"])("but not %s", async (file) => {
    expect((await fetch(`${site.url}/assets/${file}`)).status).toBe(404);
  });
});
