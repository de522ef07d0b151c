import { describe, expect, it } from "vitest";
import { logins, widths, withConsole } from "./support.ts";

const { as } = withConsole();

/** A picture of one pixel (PNG). */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe.each(widths)("a person at %i px", (width) => {
  it("changes the profile, the language and the notifications, as the API then states", async () => {
    const { page, open, api, shoot } = await as(logins.ugo, { width });
    await open("/settings");
    await page.getByLabel("First name").fill(`Ugo${width}`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Your profile is saved").waitFor();
    expect(await api("GET", "/api/v1/mobile/user/profile")).toMatchObject({ firstName: `Ugo${width}` });
    const offers = page.getByRole("checkbox", { name: "Offers, Email" });
    const before = await offers.isChecked();
    await offers.click();
    await expect.poll(() => offers.isChecked()).toBe(!before);
    expect(await page.getByRole("checkbox", { name: "Security, Email" }).isDisabled()).toBe(true);
    await shoot("settings");
    await page.getByLabel("Language").selectOption("fr");
    await page.getByRole("heading", { name: "Réglages" }).waitFor();
    expect(await api("GET", "/api/v1/mobile/user/preferences")).toMatchObject({ language: "fr" });
    await page.getByLabel("Langue").selectOption("en");
    await page.getByRole("heading", { name: "Settings" }).waitFor();
  });

  it("adds a document for the verification, and sees its state and the limits", async () => {
    const { page, open, shoot } = await as(logins.dana, { width });
    await open("/verify");
    await page.getByLabel("Kind").selectOption("passport");
    await page
      .getByLabel("Photo or scan")
      .setInputFiles({ name: "passport.png", mimeType: "image/png", buffer: PICTURE });
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByText("Your file was received").waitFor();
    await page.getByRole("list", { name: "Your documents" }).getByText("Passport").first().waitFor();
    await shoot("verify");
  });
});
