import { describe, expect, it } from "vitest";
import { latestEmailTo } from "../support/emails.ts";
import { PASSWORD, press, register, see } from "./people.ts";
import { logins, widths, withConsole } from "./support.ts";

/** The account: its checklist, profile, address, number, preferences and data. */

const { as, platform } = withConsole();

interface Profile {
  readonly version: number;
  readonly email: string;
  readonly emailVerified: string | null;
  readonly phone: string | null;
  readonly phoneVerified: string | null;
}
const PROFILE = "/api/v1/mobile/user/profile";

let numbers = 10_000_000;

describe.each(widths)("a person at %i px", (width) => {
  it("sees after the registration what is left to do, and confirms the address with the email's code", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    await open("/");
    const steps = page.getByRole("list", { name: "Finish setting up your account" });
    for (const step of [
      "Confirm your email address",
      "Add a passkey",
      "Verify your identity",
      "Add your first money",
    ])
      await steps.getByText(step).waitFor();
    await see(page, "0 of 4 done");
    await shoot("onboarding");
    await steps.getByRole("link", { name: /Confirm your email address/ }).click();
    await press(page, "Send the confirmation email");
    const code = page.getByLabel("Code from the email");
    await code.fill("000 000");
    await press(page, "Confirm");
    await page
      .getByText(/code is incorrect|expired|not valid|invalid/i)
      .first()
      .waitFor();
    const email = await latestEmailTo(platform, person.email, "/auth/verify-email");
    await code.fill(`${email.code.slice(0, 3)} ${email.code.slice(3)}`);
    await press(page, "Confirm");
    await see(page, "Your email address is confirmed");
    expect((await api<Profile>("GET", PROFILE)).emailVerified).not.toBeNull();
    await open("/");
    await see(page, "1 of 4 done");
  });

  it("changes all of the profile, and keeps what was typed if another device saved first", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    await open("/settings?section=profile");
    await page.getByLabel("First name").fill("Augusta");
    await page.getByLabel("Date of birth").fill("1990-12-10");
    await page.getByLabel("Street and number").fill("12 St James's Square");
    await page.getByLabel("Postcode").fill("SW1Y 4JH");
    await page.getByLabel("City").fill("London");
    await page.getByLabel("Country").selectOption({ label: "United Kingdom" });
    await page.reload();
    expect(await page.getByLabel("City").inputValue()).toBe("London");
    await press(page, "Save");
    await see(page, "Your profile is saved");
    expect(await api(`GET`, PROFILE)).toMatchObject({
      firstName: "Augusta",
      dateOfBirth: "1990-12-10",
      address: { line1: "12 St James's Square", postalCode: "SW1Y 4JH", city: "London", country: "GB" },
    });
    await api("PATCH", PROFILE, { lastName: "King" });
    await page.getByLabel("City").fill("Ockham");
    await press(page, "Save");
    await see(page, "Your profile was changed on another device");
    await expect.poll(() => page.getByLabel("Last name").inputValue()).toBe("King");
    expect(await page.getByLabel("City").inputValue()).toBe("Ockham");
    await shoot("profile-conflict");
    await press(page, "Save");
    await see(page, "Your profile is saved");
    await expect
      .poll(() => api("GET", PROFILE))
      .toMatchObject({ lastName: "King", address: { city: "Ockham" } });
    await page.getByLabel("Date of birth").fill("2020-01-01");
    await press(page, "Save");
    await page.getByText(/18/).first().waitFor();
    await shoot("profile-problem");
  });

  it("changes the email address with the code that the new address received", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    await platform.advance(301);
    await open("/settings?section=profile");
    const to = `new.${person.email}`;
    const card = page.getByRole("region", { name: "Email address" });
    await card.getByRole("button", { name: "Change" }).click();
    await card.getByLabel("New address").fill(to);
    await press(page, "Send the code");
    await page.getByRole("dialog").getByLabel("Password").fill(PASSWORD);
    await press(page, "Continue");
    await page.getByText(`We sent it to ${to}, your new address.`).waitFor();
    const { code } = await latestEmailTo(platform, to, "/auth/change-email");
    await page.reload();
    await page.getByLabel("Code from the email").fill(code);
    await shoot("email-change");
    await press(page, "Change the address");
    await see(page, `Your email address is now ${to}`);
    expect((await api<Profile>("GET", PROFILE)).email).toBe(to);
  });

  it("adds a phone number, confirms it by the text message's code, and removes it", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    await open("/settings?section=profile");
    numbers += 1;
    const phone = `+336${numbers}`;
    await page.getByRole("textbox", { name: "Phone number" }).fill(phone);
    await press(page, "Send a code by text message");
    await page.getByText(`We sent it to ${phone}.`).waitFor();
    await platform.drain();
    const code = platform.sms(phone).at(-1)?.text.slice(0, 6) ?? "";
    await page.getByLabel("Code from the text message").fill(code);
    await press(page, "Confirm");
    await see(page, "Your phone number is confirmed");
    expect(await api("GET", PROFILE)).toMatchObject({ phone, phoneVerified: expect.any(String) });
    await shoot("phone");
    await press(page, "Remove");
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await see(page, "Your phone number is removed");
    expect(await api("GET", PROFILE)).toMatchObject({ phone: null });
  });

  it("chooses the channels of notifications by category, and cannot turn off security", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    await open("/settings?section=notifications");
    const offers = page.getByRole("checkbox", { name: "Offers, Email" });
    await offers.click();
    await expect.poll(() => offers.isChecked()).toBe(true);
    expect(await page.getByRole("checkbox", { name: "Security, Email" }).isDisabled()).toBe(true);
    expect(await api("GET", "/api/v1/mobile/notifications/preferences")).toMatchObject({
      marketing: { email: true, push: false },
      security: { email: true, push: true, inApp: true },
    });
    await shoot("notifications");
  });

  it("chooses language, currency, time zone and theme, which the platform then has", async () => {
    const person = await register(platform);
    const { page, open, api, shoot } = await as(person, { width });
    await open("/settings?section=display");
    const stored = () => api<Record<string, unknown>>("GET", "/api/v1/mobile/user/preferences");
    await page.getByLabel("Currency of totals").selectOption("USD");
    await expect.poll(async () => (await stored())["currency"]).toBe("USD");
    await page.getByLabel("Time zone").selectOption("America/New_York");
    await expect.poll(async () => (await stored())["timezone"]).toBe("America/New_York");
    await page.getByLabel("Theme").selectOption("Dark");
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
    await shoot("display");
    await page.getByRole("switch", { name: "Hide amounts" }).click();
    await expect.poll(async () => (await stored())["hideBalances"]).toBe(true);
    await page.getByLabel("Language", { exact: true }).selectOption("fr");
    await page.getByRole("heading", { name: "Réglages" }).waitFor();
    expect(await stored()).toMatchObject({ language: "fr", theme: "dark" });
  });

  it("exports the personal data and downloads the file", async () => {
    const person = await register(platform);
    const { page, open, shoot } = await as(person, { width });
    await platform.advance(301);
    await open("/settings?section=privacy");
    await press(page, "Request your data");
    await page.getByRole("dialog").getByLabel("Password").fill(PASSWORD);
    await press(page, "Continue");
    const button = page.getByRole("button", { name: "Download your data" });
    await platform.drain();
    await button.waitFor();
    await shoot("export");
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    expect(download.suggestedFilename()).toMatch(/\.json$/);
    expect(await (await fetch(download.url())).text()).toContain(person.email);
  });

  it("reads what blocks the deletion of the account", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/settings?section=privacy");
    const { blockers } = await api<{ blockers: { message: string }[] }>("GET", "/api/account/erasure");
    expect(blockers.length).toBeGreaterThan(0);
    for (const { message } of blockers) await page.getByText(message).waitFor();
    expect(await page.getByRole("button", { name: "Delete the account" }).isDisabled()).toBe(true);
    await shoot("deletion-blocked");
  });

  it("deletes the account after a proof, learns the date, and keeps it by signing in", async () => {
    const person = await register(platform);
    const { page, open, shoot } = await as(person, { width });
    await platform.advance(301);
    await open("/settings?section=privacy");
    await page
      .getByText(/After 30 days, we delete the account/)
      .first()
      .waitFor();
    await press(page, "Delete the account");
    await page.getByRole("dialog").getByRole("button", { name: "Delete the account" }).click();
    await page.getByRole("dialog").getByLabel("Password").fill(PASSWORD);
    await press(page, "Continue");
    await page.getByRole("heading", { name: "Your account will be deleted" }).waitFor();
    await shoot("deletion");
    await press(page, "Done");
    await page.waitForURL(/\/auth\/signin/);
    const again = await as(person, { width });
    expect(await again.api("GET", "/api/account/erasure")).toMatchObject({ dueAt: null });
  });
});

describe("a person who reads French", () => {
  it("sees the checklist and the settings in French", async () => {
    const person = await register(platform);
    const { page, open, shoot } = await as(person, { language: "fr" });
    await open("/");
    await page.getByText("Terminez la configuration de votre compte").first().waitFor();
    await open("/settings?section=security");
    for (const name of ["Clés d'accès", "Application d'authentification", "Mot de passe"])
      await page.getByRole("heading", { name, exact: true }).waitFor();
    await shoot("security-fr");
  });
});
