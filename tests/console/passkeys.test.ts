import { expect, it } from "vitest";
import { addFingerprintReader, PASSWORD, press, register } from "./people.ts";
import { withConsole } from "./support.ts";

/** Sign-in with passkeys on the server's pages, which lead to the console. */

const { as, platform } = withConsole();

it("a person signs in with a passkey alone, as offered in the email field, and in place of a code", async () => {
  const person = await register(platform);
  const { page, open } = await as(person);
  // The virtual authenticator confirms whatever a page offers, so only one step lets the page offer passkeys in a field.
  await page.addInitScript(() => {
    if (location.hash !== "#offers") PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await addFingerprintReader(page);
  const forget = () => page.context().clearCookies();
  const home = () => page.getByRole("heading", { name: "Hello, Ada" }).waitFor();

  await open("/settings?section=security");
  await press(page, "Add a passkey");
  await page.getByLabel("Name, such as the device").fill("Laptop");
  await press(page, "Continue");
  await press(page, "I have saved them");

  await forget();
  await page.goto("/auth/signin?callbackUrl=/dashboard");
  await press(page, "Sign in with a passkey");
  await home();

  await forget();
  await page.goto("/auth/signin?callbackUrl=/dashboard#offers");
  await home();

  await forget();
  await page.goto("/auth/signin");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await press(page, "Sign in");
  await page.waitForURL(/\/auth\/two-factor/);
  await press(page, "Use a passkey");
  await home();

  await open("/settings?section=security");
  await press(page, "Remove: Laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No passkey yet").waitFor();
  await forget();
  await page.goto("/auth/signin");
  await press(page, "Sign in with a passkey");
  await page.getByText("This passkey was not accepted.").waitFor();

  const address = page.url().replace("localhost", "127.0.0.1");
  await page.goto(address);
  await press(page, "Sign in with a passkey");
  await expect
    .poll(() => page.locator(".problem").first().textContent())
    .toContain("Passkeys work only at http://localhost");
});
