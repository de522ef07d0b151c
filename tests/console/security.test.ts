import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { demoPeople } from "../../local/providers.ts";
import { Authenticator } from "../support/authenticator.ts";
import { addFingerprintReader, PASSWORD, press, register, see } from "./people.ts";
import { widths, withConsole } from "./support.ts";

/** How an account is protected: password, passkeys, authenticator, sessions, linked accounts. */

const { as, platform } = withConsole();

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Proves who acts with the password. */
async function prove(page: Page): Promise<void> {
  const proof = dialog(page, "Confirm that it is you");
  await proof.getByLabel("Password").fill(PASSWORD);
  await proof.getByRole("button", { name: "Continue" }).click();
}

const signIn = (login: { readonly email: string; readonly password: string }) =>
  platform.call<{ code?: string; token?: string }>("POST", "/api/auth/signin", {
    body: login,
    ip: "192.0.2.77",
    headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0" },
  });

let shared = 0;

describe.each(widths)("a person at %i px", (width) => {
  it("adds a passkey after a proof, sees recovery codes once, renames it, and removes it with itself as the proof", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    await addFingerprintReader(page);
    await platform.advance(301);
    await open("/settings?section=security");
    await press(page, "Add a passkey");
    await dialog(page, "Add a passkey").getByLabel("Name, such as the device").fill("Laptop");
    await dialog(page, "Add a passkey").getByRole("button", { name: "Continue" }).click();
    await prove(page);
    const codes = dialog(page, "Your recovery codes");
    await codes.waitFor();
    expect(await codes.getByRole("listitem").count()).toBe(10);
    await shoot("recovery-codes");
    const first = await codes.getByRole("listitem").first().textContent();
    await codes.getByRole("button", { name: /^Copy/ }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(first);
    await press(page, "I have saved them");
    expect(await page.getByText(first ?? "").count()).toBe(0);
    await see(page, "10 of 10 left, for a lost phone or passkey");
    await shoot("passkeys");
    // From now on the password alone does not sign in.
    expect(await signIn(person)).toMatchObject({ status: 401, body: { code: "TWO_FACTOR_REQUIRED" } });

    await press(page, "Rename: Laptop");
    await dialog(page, "Rename the passkey").getByLabel("Name, such as the device").fill("Old laptop");
    await press(page, "Save");
    await see(page, "The passkey is renamed");
    await platform.advance(301);
    await press(page, "Remove: Old laptop");
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    const proof = dialog(page, "Confirm that it is you");
    expect(await proof.getByLabel("Password").count()).toBe(0);
    await proof.getByRole("button", { name: "Use a passkey" }).click();
    await see(page, "The passkey is removed");
    expect(await api("GET", "/api/auth/passkeys")).toEqual({ passkeys: [] });
    expect((await signIn(person)).status).toBe(200);
  });

  it("sets up an authenticator with its QR code, renews the recovery codes, and turns it off", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    await platform.advance(301);
    await open("/settings?section=security");
    await press(page, "Set up");
    await prove(page);
    const setup = dialog(page, "Set up the authenticator");
    await setup.getByRole("img", { name: /QR code/ }).waitFor();
    await shoot("authenticator");
    await setup.getByRole("button", { name: "Copy: key" }).click();
    const app = new Authenticator(await page.evaluate(() => navigator.clipboard.readText()));
    await setup.getByLabel("Code from the app").fill(app.wrong());
    await press(page, "Turn on");
    await setup.getByText(/incorrect/).waitFor();
    await setup.getByLabel("Code from the app").fill(app.code());
    await press(page, "Turn on");
    const codes = dialog(page, "Your recovery codes");
    await codes.waitFor();
    const first = (await codes.getByRole("listitem").first().textContent()) ?? "";
    await press(page, "I have saved them");
    await see(page, "On");
    expect(await signIn(person)).toMatchObject({ status: 401, body: { code: "TWO_FACTOR_REQUIRED" } });

    await platform.advance(301);
    await press(page, "Create new codes");
    await page.getByRole("dialog").getByRole("button", { name: "Create new codes" }).click();
    const proof = dialog(page, "Confirm that it is you");
    await proof.getByLabel("Code of your authenticator, or a recovery code").fill(first);
    await proof.getByRole("button", { name: "Continue" }).click();
    await codes.waitFor();
    await codes.getByRole("listitem").first().waitFor();
    expect(await codes.getByText(first).count()).toBe(0);
    await press(page, "I have saved them");
    await press(page, "Turn off");
    await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
    await see(page, "The authenticator is off");
    expect(await api("GET", "/api/auth/2fa")).toMatchObject({ enabled: false, authenticator: false });
    expect((await signIn(person)).status).toBe(200);
  });

  it("changes the password, which ends other sessions, and reads at the field what is wrong", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    const other = await signIn(person);
    await open("/settings?section=security");
    await page.getByLabel("Current password").fill("Wrong!1843");
    await page.getByLabel("New password").fill("Another!1843");
    await press(page, "Change the password");
    await page.getByText(/The password is incorrect/).waitFor();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password").fill("short");
    await press(page, "Change the password");
    await page.getByText(/must have at least 8 characters/).waitFor();
    await shoot("password-problem");
    await page.getByLabel("New password").fill("Another!1843");
    await press(page, "Change the password");
    await see(page, "Your password is changed");
    expect((await api<{ sessions: unknown[] }>("GET", "/api/auth/sessions")).sessions).toHaveLength(1);
    const { status } = await platform.call("GET", "/api/auth/me", { token: other.body.token ?? "" });
    expect(status).toBe(401);
    expect((await signIn({ ...person, password: "Another!1843" })).status).toBe(200);
  });

  it("sees where the account is signed in, ends one session after a proof, then all others", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    await signIn(person);
    await signIn(person);
    await platform.advance(301);
    await open("/settings?section=devices");
    await page.getByText("This session").waitFor();
    const firefox = page.getByRole("button", { name: "End the session: Firefox on Windows" });
    expect(await firefox.count()).toBe(2);
    await shoot("sessions");
    await firefox.first().click();
    await page.getByRole("dialog").getByRole("button", { name: "End the session" }).click();
    await prove(page);
    await see(page, "The session is ended");
    await expect.poll(() => firefox.count()).toBe(1);
    await press(page, "End all others");
    await page.getByRole("dialog").getByRole("button", { name: "End all others" }).click();
    await see(page, "All other sessions are ended");
    await expect.poll(() => firefox.count()).toBe(0);
    const { sessions } = await api<{ sessions: unknown[] }>("GET", "/api/auth/sessions");
    expect(sessions).toHaveLength(1);
  });

  it("links an account by the sign-in at its provider, and unlinks it", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    await platform.advance(301);
    await open("/settings?section=accounts");
    await page.getByText("No account is linked").waitFor();
    await press(page, "Link GitHub");
    await prove(page);
    await page.waitForURL(/login\/oauth\/authorize/);
    const someone = demoPeople.github[shared]?.login ?? "";
    shared += 1;
    await page.getByText(someone, { exact: false }).first().click();
    await page.waitForURL(/\/app\/settings/);
    const linked = page.getByRole("list", { name: "Linked accounts" });
    await linked.getByText("GitHub").waitFor();
    await shoot("linked-accounts");
    await press(page, "Unlink GitHub");
    await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
    await see(page, "GitHub is unlinked");
    expect(await api("GET", "/api/auth/accounts")).toEqual({ accounts: [] });
  });
});
