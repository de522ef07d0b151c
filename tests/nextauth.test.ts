import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as Users from "../core/identity/users.ts";
import { demoPeople } from "../local/providers.ts";
import { Browser, parseForms } from "./support/browser.ts";
import { withPlatform } from "./support/platform.ts";

/**
 * Tests the session routes with the original Auth.js client, `next-auth/react`, in a simulated browser with
 * cookies and redirects, against the running platform with GitHub's and Google's doubles.
 */

// Empty means the platform's own address, so that redirects lead to its port.
process.env["PUBLIC_URL"] = "";
const platform = withPlatform({ providers: true });
const password = "Lovelace!1843";
const email = "ada@example.com";

/** The client's page: navigation sets its location. */
const page = { location: { href: "", reload: () => undefined }, addEventListener: () => undefined };
let client: typeof import("next-auth/react");
let browser: Browser;
let count = 0;

beforeAll(async () => {
  // The client reads its address when it loads.
  process.env["NEXTAUTH_URL"] = platform.url;
  client = await import("next-auth/react");
  await Users.register({ name: "Ada", email, password });
});
afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  browser = new Browser(platform.url);
  count++;
  const from = `198.51.100.${count}`;
  page.location.href = `${platform.url}/`;
  const realFetch = fetch;
  vi.stubGlobal("window", page);
  vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => {
    // Absolute addresses go out with the real fetch; the client's own are relative to the page.
    if (!address.toString().startsWith("/")) return realFetch(address, init);
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-for", from);
    return browser.request(address, { ...init, headers });
  });
  return () => vi.unstubAllGlobals();
});

const signIn = (given: Record<string, string> = {}) =>
  client.signIn("credentials", { redirect: false, email, password, callbackUrl: "/dashboard", ...given });

/** Selects a user on the provider's page and follows the redirect. */
async function selectProviderUser(person: { readonly email: string; readonly login?: string }) {
  const at = page.location.href;
  const html = await (await browser.request(at)).text();
  const form = parseForms(html).find(({ fields }) =>
    person.login ? fields["login"] === person.login : fields["email"] === person.email,
  );
  if (!form) throw new Error(`${person.email} is not on the provider's page`);
  const back = await browser.submit(new URL(form.action, at).href, form.fields);
  return { back: back.headers.get("location") ?? "", ...(await browser.follow(back, at)) };
}

test("the client starts without a session, and reads the providers and a CSRF token", async () => {
  expect(await client.getSession()).toBeNull();
  expect(Object.keys((await client.getProviders()) ?? {})).toEqual(["credentials", "github", "google"]);
  expect(await client.getCsrfToken()).toMatch(/^[0-9a-f]{64}\.[0-9a-f]{32}$/);
});

describe("signIn and signOut with credentials", () => {
  test("start and end a session", async () => {
    expect(await signIn()).toEqual({ error: null, status: 200, ok: true, url: `${platform.url}/dashboard` });
    expect(await client.getSession()).toMatchObject({
      user: { email, name: "Ada", role: "PARTICULIER" },
      expires: expect.any(String),
    });
    expect(await client.signOut({ redirect: false, callbackUrl: "/" })).toHaveProperty("url");
    expect(await client.getSession()).toBeNull();
  });

  test("sign in again after signing out", async () => {
    await signIn();
    await client.signOut({ redirect: false });
    expect(await signIn()).toMatchObject({ ok: true });
  });

  test("report a wrong password with Auth.js's error name", async () => {
    expect(await signIn({ password: "Wrong!123" })).toEqual({
      error: "CredentialsSignin",
      status: 401,
      ok: false,
      url: null,
    });
    expect(await client.getSession()).toBeNull();
  });

  test("report too many attempts", async () => {
    for (let attempt = 0; attempt < 5; attempt++) await signIn({ password: "Wrong!123" });
    expect(await signIn()).toEqual({ error: "RateLimited", status: 429, ok: false, url: null });
  });

  test("navigate to the requested page without `redirect: false`", async () => {
    await client.signIn("credentials", { email, password, callbackUrl: "/dashboard" });
    expect(page.location.href).toBe(`${platform.url}/dashboard`);
    await client.signOut({ callbackUrl: "/auth/signin" });
    expect(new URL(page.location.href, platform.url).pathname).toBe("/auth/signin");
  });
});

test("signIn without a provider opens the sign-in page", async () => {
  await client.signIn(undefined, { callbackUrl: "/dashboard" });
  const { url, response } = await browser.follow(
    await browser.request(page.location.href),
    page.location.href,
  );
  expect(url).toBe(`${platform.url}/auth/signin?callbackUrl=%2Fdashboard`);
  expect(await response.text()).toContain("Continue with GitHub");
});

describe.each([
  ["github", demoPeople.github[0]],
  ["google", demoPeople.google[0]],
] as const)("signIn(%j)", (id, person) => {
  test("signs in the provider's user and creates the account", async () => {
    await client.signIn(id, { callbackUrl: "/dashboard" });
    const { url, response } = await selectProviderUser(person);
    expect([url, response.status]).toEqual([`${platform.url}/app`, 200]);
    expect(await client.getSession()).toMatchObject({
      user: { email: person.email, name: person.name, role: "PARTICULIER" },
    });
    const me = await (await browser.request("/api/auth/me")).json();
    expect(me).toMatchObject({
      user: { emailVerified: expect.any(String), accounts: [{ provider: id }] },
    });
  });

  test("signs in the same user again", async () => {
    await client.signIn(id);
    await selectProviderUser(person);
    const { user } = (await client.getSession()) as unknown as { user: { id: string } };
    expect((await Users.fromEmail(person.email))?.userId).toBe(user.id);
  });

  test("rejects a used code and state", async () => {
    await client.signIn(id);
    const { back } = await selectProviderUser(person);
    await client.signOut({ redirect: false });
    const { url } = await browser.follow(await browser.request(back), back);
    expect(new URL(url).searchParams.get("error")).toBe("OAuthCallback");
    expect(await client.getSession()).toBeNull();
  });
});
