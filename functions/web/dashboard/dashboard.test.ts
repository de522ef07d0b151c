import { describe, expect, it } from "vitest";
import * as Users from "../../../core/identity/users.ts";
import { Browser } from "../../../tests/support/browser.ts";
import { load, signIn, submit } from "../../../tests/support/pages.ts";
import { withSite } from "../../../tests/support/site.ts";

/** The addresses of the dashboard, which lead to the console, in a browser without JavaScript. */

const site = withSite();
const password = "Lovelace!1843";

async function member(email: string): Promise<Browser> {
  await Users.register({ name: "Ada", email, password });
  const browser = new Browser(site.url);
  await signIn(browser, { email, password });
  return browser;
}

describe("an address of the dashboard", () => {
  it("leads a signed-in user to the console's screen that replaced the page", async () => {
    const browser = await member("ada@example.com");
    for (const [path, screen] of [
      ["/dashboard", "/app"],
      ["/dashboard/wallets", "/app/wallets"],
      ["/dashboard/security", "/app/settings?section=security"],
      ["/dashboard/security?done=address", "/app/settings?section=security"],
      ["/dashboard/two-factor", "/app/settings?section=security"],
      ["/dashboard/accounts", "/app/settings?section=accounts"],
      ["/dashboard/merchant?onboarding=done", "/app"],
      ["/dashboard/a/b/c", "/app"],
      ["/dashboard/constructor", "/app"],
      ["/dashboard//evil.example", "/app"],
    ] as const) {
      const { response } = await load(browser, path);
      expect([response.status, response.headers.get("location")], path).toEqual([302, screen]);
    }
  });

  it("leads a visitor without a session to the sign-in page, and from there to the screen", async () => {
    await Users.register({ name: "Grace", email: "grace@example.com", password });
    for (const path of ["/dashboard", "/dashboard/security"]) {
      const browser = new Browser(site.url);
      const page = (await load(browser, path)).response.headers.get("location") ?? "";
      expect(page).toBe(`/auth/signin?callbackUrl=${encodeURIComponent(path)}`);
      const signedIn = await signIn(browser, { email: "grace@example.com", password }, page);
      expect(signedIn.headers.get("location")).toBe(`${site.url}${path}`);
      expect((await load(browser, path)).response.headers.get("location")).toMatch(/^\/app/);
    }
  });

  it("takes no forms any more", async () => {
    const browser = await member("forms@example.com");
    for (const path of ["/dashboard", "/dashboard/security/password"])
      expect([404, 405]).toContain((await browser.submit(path, {})).status);
  });
});

describe("signing out", () => {
  it("works on every page by a form without JavaScript", async () => {
    for (const path of ["/", "/markets", "/dashboard/billing"]) {
      const browser = await member(`out${path.replaceAll("/", "-")}@example.com`);
      const answer = await submit(browser, path, "/auth/signout");
      expect([answer.status, answer.headers.get("location")], path).toEqual([302, "/"]);
      expect((await load(browser, "/dashboard/billing")).response.status, path).toBe(302);
      expect((await load(browser, "/")).html, path).toContain("Sign in");
    }
  });

  it("requires the form's CSRF token, and redirects anonymous visitors to the home page", async () => {
    const browser = await member("stays@example.com");
    const { browser: other } = { browser: await member("other@example.com") };
    const foreign = other.jar().get("__Host-svc_csrf")?.value ?? "";
    for (const csrfToken of ["", "made-up", foreign])
      expect((await browser.submit("/auth/signout", { csrfToken })).status).toBe(403);
    expect((await load(browser, "/dashboard/billing")).response.status).toBe(200);
    const stranger = await new Browser(site.url).submit("/auth/signout", { csrfToken: "" });
    expect([stranger.status, stranger.headers.get("location")]).toEqual([302, "/"]);
  });
});
