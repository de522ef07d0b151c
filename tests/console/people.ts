import type { Page } from "playwright-core";
import { newEmail } from "../support/addresses.ts";
import type { Platform } from "../support/platform.ts";

/** New accounts for tests that change an account, and what their owners do. */

export const PASSWORD = "Lovelace!1843";

export interface Person {
  readonly email: string;
  readonly password: string;
}

let count = 0;

/** Registers an account in English. Each has its own IP address because of rate limits. */
export async function register(platform: Platform, name = "Ada Lovelace"): Promise<Person> {
  const login = { email: newEmail(), password: PASSWORD };
  count += 1;
  const { status } = await platform.call("POST", "/api/auth/register", {
    body: { name, ...login },
    headers: { "accept-language": "en" },
    ip: `203.0.113.${count}`,
  });
  if (status !== 201) throw new Error(`the registration answered ${status}`);
  return login;
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).click();

/** Waits until the page shows a sentence. */
export const see = (page: Page, sentence: string) =>
  page.getByText(sentence, { exact: true }).first().waitFor();

/** Gives the browser a fingerprint reader that confirms everything. */
export async function addFingerprintReader(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
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
}
