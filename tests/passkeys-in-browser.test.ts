import { type CDPSession, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "./support/chromium.ts";
import { withPlatform } from "./support/platform.ts";

/** Passkeys on the pages, in a real browser with a virtual authenticator. */

process.env["PUBLIC_URL"] = "";
process.env["SIGN_IN_MAX"] = "100";
const platform = withPlatform({ seeded: false });
const executablePath = findChromium();

const email = "ada@example.com";
const password = "Lovelace!1843";

describe.skipIf(!executablePath)("a user of a browser", { timeout: 180_000 }, () => {
  let stop: () => Promise<void>;
  let page: Page;
  let devTools: CDPSession;
  const wrong: string[] = [];
  /** The address at which passkeys work: a passkey belongs to a domain. */
  const at = (path: string) => `${platform.url.replace("127.0.0.1", "localhost")}${path}`;

  beforeAll(async () => {
    const browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox"] });
    stop = () => browser.close();
    page = await browser.newPage({ locale: "en-GB" });
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (one) => {
      if (/Content Security Policy/.test(one.text())) wrong.push(one.text());
    });
    // The virtual authenticator confirms whatever a page offers, so only one test lets the page offer passkeys in a field.
    await page.addInitScript(() => {
      if (location.hash !== "#offers")
        PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    devTools = await page.context().newCDPSession(page);
    await devTools.send("WebAuthn.enable", { enableUI: false });
    await devTools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }, 120_000);
  afterAll(() => stop?.());

  const click = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const signOut = async () => {
    await click("Sign out");
    await page.waitForURL(at("/"));
  };

  it("adds a passkey after a proof, and sees recovery codes once", async () => {
    const body = { name: "Ada Lovelace", email, password };
    expect((await platform.call("POST", "/api/auth/register", { body })).status).toBe(201);
    await page.goto(at("/auth/signin?callbackUrl=/dashboard/security"));
    await page.fill("#email", email);
    await page.fill("#password", password);
    await click("Sign in");
    await page.waitForURL(at("/dashboard/security"));
    await platform.advance(301);
    await page.reload();
    await page.fill("#passkeyName", "Laptop");
    await click("Add a passkey");
    await page.waitForURL(/\/auth\/confirm/);
    await page.fill("#password", password);
    await click("Continue");
    await page.waitForURL(/\/dashboard\/security/);
    await page.fill("#passkeyName", "Laptop");
    await click("Add a passkey");
    await page.waitForSelector("#recovery-codes:not([hidden])");
    expect(await page.locator("#recovery-codes li").count()).toBe(10);
    await page.getByRole("link", { name: "I have saved them" }).click();
    await page.waitForSelector("text=The passkey was added.");
    expect(await page.getByRole("cell", { name: "Laptop", exact: true }).count()).toBe(1);
    await signOut();
  });

  it("signs in with the passkey alone", async () => {
    await page.goto(at("/auth/signin?callbackUrl=/dashboard/security"));
    await click("Sign in with a passkey");
    await page.waitForURL(at("/dashboard/security"));
    await signOut();
  });

  it("signs in with the passkey that the browser offers in the email field", async () => {
    await page.goto(at("/auth/signin?callbackUrl=/dashboard/security#offers"));
    await page.waitForURL(at("/dashboard/security"));
    await signOut();
  });

  it("uses the passkey instead of a code after the password", async () => {
    await page.goto(at("/auth/signin?callbackUrl=/dashboard/security"));
    await page.fill("#email", email);
    await page.fill("#password", password);
    await click("Sign in");
    await page.waitForURL(at("/auth/two-factor"));
    await click("Use a passkey");
    await page.waitForURL(at("/dashboard/security"));
  });

  it("proves who acts with the passkey before it removes one", async () => {
    await platform.advance(301);
    await page.reload();
    await page.getByLabel("New name").fill("Old laptop");
    await click("Rename");
    await page.waitForSelector("text=The passkey was renamed.");
    await click("Remove the passkey: Old laptop");
    await page.waitForURL(/\/auth\/confirm/);
    expect(await page.locator("#password").count()).toBe(0);
    await click("Use a passkey");
    await page.waitForURL(/\/dashboard\/security/);
    await click("Remove the passkey: Old laptop");
    await page.waitForSelector("text=The passkey was removed.");
    await signOut();
    await page.goto(at("/auth/signin"));
    await click("Sign in with a passkey");
    await page.waitForSelector("text=This passkey was not accepted.");
  });

  it("reads where passkeys work, if the page was opened by an IP address", async () => {
    await page.goto(at("/auth/signin").replace("localhost", "127.0.0.1"));
    await click("Sign in with a passkey");
    await page.waitForSelector(".problem:not(:empty)");
    expect(await page.locator(".problem").textContent()).toContain(`Passkeys work only at ${at("")}.`);
    expect(wrong).toEqual([]);
  });
});
