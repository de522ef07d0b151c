import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CSRF_COOKIE } from "../../contract/cookies.ts";
import { signIn as signInLimit } from "../../contract/limits.ts";

import { pairs as exchangePairs } from "../../core/defi/exchange/pairs.ts";
import * as Users from "../../core/identity/users.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import * as Prices from "../../core/prices/listing.ts";
import { Browser, parseForms } from "../../tests/support/browser.ts";
import * as Pages from "../../tests/support/pages.ts";
import { load } from "../../tests/support/pages.ts";
import { withSite } from "../../tests/support/site.ts";

/** The pages in a browser. */

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
  it.each(["/", "/markets", "/auth/signin", "/auth/register", "/dashboard/billing"])(
    "%s allows only its own script and style",
    async (path) => {
      const browser = path.startsWith("/dashboard") ? await signedIn() : new Browser(site.url);
      const { response, html, csp } = await load(browser, path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("x-frame-options")).toBe("DENY");
      expect(csp).toContain("default-src 'none'");
      for (const one of ["object-src", "base-uri", "frame-ancestors"]) expect(csp).toContain(`${one} 'none'`);
      expect(csp).not.toContain("unsafe");
      const inline = [...html.matchAll(/<(?:script|style)>([\s\S]*?)<\/(?:script|style)>/g)];
      expect(inline.length).toBeGreaterThan(0);
      for (const [, text = ""] of inline)
        expect(csp).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
      expect(html).not.toMatch(/ on\w+=| style=|javascript:/);
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    },
  );

  it.each(["/", "/markets"])(
    "%s is compressed for those who accept it, with a length that varies",
    async (path) => {
      const request = (encoding: string) =>
        fetch(`${site.url}${path}`, { headers: { accept: "text/html", "accept-encoding": encoding } });
      const plain = await request("identity");
      const html = await plain.text();
      expect(plain.headers.get("content-encoding")).toBeNull();
      expect(plain.headers.get("vary")).toMatch(/accept-encoding/);
      const lengths = new Set<number>();
      for (let at = 0; at < 5; at++) {
        const packed = await request("br, gzip");
        expect(packed.headers.get("content-encoding")).toBe("gzip");
        expect(packed.headers.get("content-type")).toBe("text/html; charset=utf-8");
        const text = await packed.text();
        expect(text).toMatch(/<!-- [\w-]{30,140} -->$/);
        lengths.add(text.length);
      }
      expect(lengths.size).toBeGreaterThan(1);
      expect(html).toMatch(/<\/html>\n$/);
    },
  );

  it("of the markets shows every price and pair without JavaScript, in the visitor's language", async () => {
    const { html } = await load(new Browser(site.url), "/markets");
    const { prices } = await Prices.list();
    for (const { asset } of prices)
      expect(html).toMatch(new RegExp(`data-price="${asset.symbol}">(<span>)?\\$[\\d,.]+<`));
    for (const { id } of exchangePairs) expect(html).toContain(`>${id}</a>`);
    const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? "";
    for (const [, name] of script.matchAll(/at\("(\w+)"/g)) expect(html).toContain(`data-${name}="BTC"`);
  });

  it("has the referrer policy same-origin, so that its form posts have an Origin", async () => {
    const { response } = await load(new Browser(site.url), "/auth/signin");
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
  });
});

describe("the sign-in page", () => {
  it("signs in without JavaScript, and redirects to the requested page", async () => {
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

  it("redirects to the requested address with its query, also after a wrong password", async () => {
    const browser = new Browser(site.url);
    const requested = "/dashboard/billing?from=2026-01-01&note=a%20b%26c&next=//evil.com";
    const guarded = (await load(browser, requested)).response;
    const signInPath = guarded.headers.get("location") ?? "";
    expect(guarded.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(signInPath).toBe(`/auth/signin?callbackUrl=${encodeURIComponent(requested)}`);
    const { html } = await load(browser, signInPath);
    expect(html).toContain(`/auth/register?callbackUrl=${encodeURIComponent(requested)}`);
    const wrong = await Pages.signIn(
      browser,
      { email: "ada@example.com", password: "Wrong!123" },
      signInPath,
    );
    const again = wrong.headers.get("location") ?? "";
    expect(new URL(again).searchParams.get("error")).toBe("CredentialsSignin");
    expect((await signIn(browser, again)).headers.get("location")).toBe(`${site.url}${requested}`);
    expect((await load(browser, requested)).response.status).toBe(200);
  });

  it("offers the configured providers, and its policy lets the forms redirect to them", async () => {
    const { html, csp } = await load(new Browser(site.url), "/auth/signin");
    expect(parseForms(html).map(({ action }) => action)).toEqual([
      "/api/auth/callback/credentials",
      "/api/auth/signin/github",
      "/language",
    ]);
    expect(csp).toContain("form-action 'self' https://github.example");
  });

  it("has the same CSRF token in its forms and its cookie", async () => {
    const browser = new Browser(site.url);
    const { html } = await load(browser, "/auth/signin");
    for (const { fields } of parseForms(html))
      expect(fields["csrfToken"]).toBe(browser.jar().get(CSRF_COOKIE)?.value);
  });

  it.each([
    ["CredentialsSignin", "The email address or password is incorrect."],
    ["RateLimited", `Wait ${signInLimit.windowSeconds / 60} minutes and try again.`],
    ["OAuthAccountNotLinked", "its email address is not verified there"],
    ["<b>whatever</b>", "The sign-in failed. Try again."],
    ["constructor", "The sign-in failed. Try again."],
  ])("explains the error %s in a sentence", async (error, sentence) => {
    const { html } = await load(new Browser(site.url), `/auth/signin?error=${encodeURIComponent(error)}`);
    expect(html).toContain(sentence);
    expect(html).not.toContain("<b>");
  });

  it.each(["https://evil.com/", "//evil.com", "javascript:alert(1)", `"><script>alert(1)</script>`])(
    "does not redirect to %s after the sign-in",
    async (callbackUrl) => {
      const { html } = await load(
        new Browser(site.url),
        `/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`,
      );
      expect(html).not.toContain("evil.com");
      expect(html).not.toContain("alert(1)");
      for (const { action, fields } of parseForms(html))
        expect(action === "/language" ? fields["back"] : fields["callbackUrl"]).toBe(
          action === "/language" ? "/auth/signin" : "/",
        );
    },
  );

  it("redirects a signed-in user to the console", async () => {
    const browser = await signedIn();
    for (const path of ["/auth/signin", "/auth/register"]) {
      const { response } = await load(browser, path);
      expect([response.status, response.headers.get("location")]).toEqual([302, "/app"]);
    }
  });
});

it("the registration page has a form with the method POST, and does not redirect to another site", async () => {
  const { html } = await load(new Browser(site.url), "/auth/register?callbackUrl=%2F%2Fevil.com");
  expect(html).toContain('<form method="post" action="/api/auth/register" data-next="/">');
  expect(html).toContain('href="/auth/signin?callbackUrl=%2F"');
});

describe("a page that requires a session", () => {
  it.each([
    ["GET", "/dashboard"],
    ["GET", "/dashboard/wallets"],
    ["GET", "/dashboard/a/b/c"],
    ["GET", "/api/billing/invoices"],
    ["POST", "/api/billing/invoices/1"],
  ])("redirects %s %s without a session to the sign-in page", async (method, path) => {
    const response = await new Browser(site.url).request(path, { method });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`/auth/signin?callbackUrl=${encodeURIComponent(path)}`);
  });

  it("is served with a session, except below /api/billing, which has no pages yet", async () => {
    const browser = await signedIn();
    expect((await browser.request("/dashboard/billing")).status).toBe(200);
    for (const method of ["GET", "PUT", "DELETE"]) {
      const billing = await browser.request("/api/billing/invoices", { method });
      expect(billing.status).toBe(404);
      expect(await billing.json()).toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

describe("a page with the user's name", () => {
  it("shows it with escaped characters", async () => {
    const { html } = await load(await signedIn(), "/dashboard/billing");
    expect(html).toContain("Ada &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;");
    expect(html).not.toContain("<script>alert(1)");
  });
});

describe("an asset's logo", () => {
  it("exists for every asset", async () => {
    for (const { logoUrl, symbol } of Assets.list()) {
      const response = await fetch(site.url + logoUrl);
      expect(response.headers.get("content-type")).toBe("image/svg+xml");
      expect(await response.text()).toContain(`>${symbol}</text>`);
    }
  });

  it.each(["doge.svg", "..%2F..%2Fpackage.json", "btc.png"])("does not exist for %s", async (file) => {
    expect((await fetch(`${site.url}/assets/${file}`)).status).toBe(404);
  });
});

describe("the well-known addresses", () => {
  const KEY_HASH = "MkBrBbHkAUxsm3JPWb54YRw5-1NnkvXmp7Q0Rb1hZyk";
  const get = (name: string) => fetch(`${site.url}/.well-known/${name}`, { redirect: "manual" });
  afterEach(() => {
    for (const name of ["PASSKEY_ORIGINS", "ANDROID_PACKAGE_NAME", "IOS_APP_IDS"]) delete process.env[name];
  });

  it("name the iOS apps of IOS_APP_IDS, as JSON and without a redirect", async () => {
    process.env["IOS_APP_IDS"] = "ABCDE12345.com.example.svc, ABCDE12345.com.example.svc.beta";
    const response = await get("apple-app-site-association");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      webcredentials: { apps: ["ABCDE12345.com.example.svc", "ABCDE12345.com.example.svc.beta"] },
    });
  });

  it("name the Android app, with the fingerprints of the certificates that PASSKEY_ORIGINS has as hashes", async () => {
    process.env["ANDROID_PACKAGE_NAME"] = "com.example.svc";
    process.env["PASSKEY_ORIGINS"] = `https://apps.svc.example,android:apk-key-hash:${KEY_HASH}`;
    const response = await get("assetlinks.json");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual([
      {
        relation: [
          "delegate_permission/common.handle_all_urls",
          "delegate_permission/common.get_login_creds",
        ],
        target: {
          namespace: "android_app",
          package_name: "com.example.svc",
          sha256_cert_fingerprints: [
            "32:40:6B:05:B1:E4:01:4C:6C:9B:72:4F:59:BE:78:61:1C:39:FB:53:67:92:F5:E6:A7:B4:34:45:BD:61:67:29",
          ],
        },
      },
    ]);
  });

  it("are a 404 for apps that are not set, and for an Android app without a certificate", async () => {
    expect((await get("apple-app-site-association")).status).toBe(404);
    expect((await get("assetlinks.json")).status).toBe(404);
    expect((await get("constructor")).status).toBe(404);
    process.env["ANDROID_PACKAGE_NAME"] = "com.example.svc";
    process.env["PASSKEY_ORIGINS"] = "https://apps.svc.example";
    expect((await get("assetlinks.json")).status).toBe(404);
  });

  it("lead password managers to the screen with the passkeys and the password", async () => {
    const { enroll, manage } = (await (await get("passkey-endpoints")).json()) as Record<string, string>;
    const changePassword = await get("change-password");
    expect(changePassword.status).toBe(302);
    const screen = "/app/settings?section=security";
    expect(changePassword.headers.get("location")).toBe(screen);
    for (const target of [enroll, manage])
      expect(target).toMatch(new RegExp(`^https?://[^/]+${screen.replace("?", "\\?")}$`));
  });
});
