import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CSRF_COOKIE } from "../../contract/cookies.ts";
import * as Users from "../../core/identity/users.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { Browser, formsOf } from "../../tests/support/browser.ts";
import { withSite } from "../../tests/support/site.ts";

/** The pages as a browser gets them. */

const site = withSite();
const password = "Lovelace!1843";
let count = 0;
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

async function load(browser: Browser, path: string) {
  const response = await browser.request(path);
  return {
    response,
    html: await response.text(),
    csp: response.headers.get("content-security-policy") ?? "",
  };
}

/**
 * Signs in by the sign-in page's own form, without script; from an address of its own, for the limit's sake.
 */
async function signIn(browser: Browser, path = "/auth/signin"): Promise<Response> {
  const { html } = await load(browser, path);
  const [form] = formsOf(html);
  if (!form) throw new Error("no form");
  count++;
  const from = { "x-forwarded-for": `198.51.100.${count}` };
  return browser.submit(form.action, { ...form.fields, email: "ada@example.com", password }, from);
}

const signedIn = async (): Promise<Browser> => {
  const browser = new Browser(site.url);
  await signIn(browser);
  return browser;
};

describe("every page", () => {
  test.each(["/", "/markets", "/auth/signin", "/auth/register", "/dashboard"])(
    "%s allows no script or style but its own",
    async (path) => {
      const browser = path === "/dashboard" ? await signedIn() : new Browser(site.url);
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

  test.each(["/markets", "/dashboard"])("%s has every place that its script fills", async (path) => {
    const browser = path === "/dashboard" ? await signedIn() : new Browser(site.url);
    const { html } = await load(browser, path);
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
    const response = await signIn(browser, "/auth/signin?callbackUrl=%2Fdashboard%2Fwallets");
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      `${site.url}/dashboard/wallets`,
    ]);
    expect((await load(browser, "/dashboard/wallets")).response.status).toBe(200);
  });

  test("offers the providers that are configured, and lets their forms lead there", async () => {
    const { html, csp } = await load(new Browser(site.url), "/auth/signin");
    expect(formsOf(html).map(({ action }) => action)).toEqual([
      "/api/auth/callback/credentials",
      "/api/auth/signin/github",
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
      for (const { fields } of formsOf(html)) expect(fields["callbackUrl"]).toBe("/");
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

  test("signs out by its own form", async () => {
    const browser = await signedIn();
    const { html } = await load(browser, "/dashboard");
    const [form] = formsOf(html);
    expect(form?.action).toBe("/api/auth/signout");
    expect((await browser.submit("/api/auth/signout", form?.fields ?? {})).status).toBe(200);
    expect((await load(browser, "/dashboard")).response.status).toBe(302);
  });

  test("reads the wallets from an address that answers what its script takes", async () => {
    const answer = await (await signedIn()).request("/api/defi/wallets");
    expect(await answer.json()).toEqual({ wallets: [], portfolio: { totalValueUsd: 0, totalValueEur: 0 } });
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
