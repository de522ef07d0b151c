import { describe, expect, it } from "vitest";
import { createCardHolder } from "../support/cards.ts";
import { widths, withConsole } from "./support.ts";

const { as, platform } = withConsole();

const password = "Lovelace!1843";

describe.each(widths)("a verified person's cards at %i px", (width) => {
  const login = async () => ({ email: (await createCardHolder(platform)).email, password });

  it("are ordered, frozen and unfrozen", async () => {
    const { page, open, api, shoot } = await as(await login(), { width });
    await open("/cards");
    await shoot("cards");
    await page.getByRole("button", { name: "Order a card" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Order a card" });
    await dialog.getByLabel("Kind").selectOption("virtual");
    await dialog.getByRole("button", { name: "Order a card" }).click();
    await page.getByRole("button", { name: "Freeze", exact: true }).click();
    await page.getByText("This card is frozen").waitFor();
    await shoot("card");
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const card = () => api<{ status: string }>("GET", `/api/v1/mobile/cards/${id}`);
    expect((await card()).status).toBe("frozen");
    await page.getByRole("button", { name: "Unfreeze" }).click();
    await page.getByRole("button", { name: "Freeze", exact: true }).waitFor();
    expect((await card()).status).toBe("active");
  });

  it("have controls and limits, which the API then states", async () => {
    const { page, open, api } = await as(await login(), { width });
    await open("/cards");
    await page.getByRole("list", { name: "Your cards" }).getByRole("link").first().click();
    const abroad = page.getByRole("switch", { name: "Payments abroad" });
    const before = await abroad.isChecked();
    await abroad.click();
    await expect.poll(() => abroad.isChecked()).toBe(!before);
    await page.getByLabel("Each day").fill("250");
    await page.getByRole("button", { name: "Save the limits" }).click();
    await page.getByText("The limits are saved").waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const { settings } = await api<{ settings: object }>("GET", `/api/v1/mobile/cards/${id}`);
    expect(settings).toMatchObject({ abroad: !before, limits: { daily: 250 } });
  });

  it("show their number and take a PIN only after a proof, which is asked for where it is needed", async () => {
    const { page, open } = await as(await login(), { width });
    await open("/cards");
    await page.getByRole("list", { name: "Your cards" }).getByRole("link").first().click();
    await page.getByRole("button", { name: "Show number" }).waitFor();
    // The sign-in is a proof for five minutes.
    await platform.advance(301);
    await page.getByRole("button", { name: "Show number" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    await proof.getByLabel("Password").fill("wrong");
    await proof.getByRole("button", { name: "Continue" }).click();
    await proof
      .getByText(/password/i)
      .first()
      .waitFor();
    await proof.getByLabel("Password").fill(password);
    await proof.getByRole("button", { name: "Continue" }).click();
    const details = page.getByRole("dialog", { name: "Card details" });
    await details.getByText(/^(\d{4} ){3}\d{4}$/).waitFor();
    await details.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Set the PIN" }).click();
    const pin = page.getByRole("dialog", { name: "Set the PIN" });
    await pin.getByLabel("New PIN").fill("4071");
    await pin.getByRole("button", { name: "Save" }).click();
    await page.getByText("The new PIN is valid now").waitFor();
  });
});

it("shows an issued card's number in the provider's frames where it has a publishable key", async () => {
  const holder = await createCardHolder(platform);
  const { page, open, shoot } = await as({ email: holder.email, password });
  await page.route("**/api/payments/provider", (route) =>
    route.fulfill({ json: { success: true, data: { publishableKey: "pk_test_1", formUrl: null } } }),
  );
  await page.route("**/api/v1/mobile/cards/*/details", (route) => route.abort());
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `window.Stripe = () => ({
        createEphemeralKeyNonce: async ({ issuingCard }) => ({ nonce: "ephkn_" + issuingCard }),
        elements: () => ({
          create: (kind, { ephemeralKeySecret = "", nonce = "" }) => ({
            mount: (place) => { place.textContent = [kind, ephemeralKeySecret.slice(0, 8), nonce.slice(0, 9)].join(" "); },
            destroy: () => {},
          }),
        }),
        registerAppInfo: () => {},
        _registerWrapper: () => {},
      });
      window.Stripe.version = 0;`,
    }),
  );
  await open(`/cards/${holder.cardId}`);
  await page.getByRole("link", { name: "Show number" }).click();
  await page.getByRole("heading", { level: 1, name: "Card details" }).waitFor();
  await page.getByRole("button", { name: "Show number" }).click();
  await page.getByText("issuingCardNumberDisplay ek_test_ ephkn_ic_").waitFor();
  await page.getByText("issuingCardCvcDisplay ek_test_ ephkn_ic_").waitFor();
  await shoot("card-secrets");
});
