import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { press } from "./people.ts";
import { logins, type Screen, widths, withConsole } from "./support.ts";

/** Payments to others: the jobs, and what may go wrong in the middle of one. */

const { as, platform } = withConsole();

const TRANSFER = "**/api/v1/mobile/wallet/transfer";

interface History {
  readonly transactions: readonly {
    readonly description: string | null;
    readonly amount: number;
    readonly balance: number;
  }[];
}

/** Returns the payments with this message that the API has. */
const paymentsWith = async ({ api }: Screen, message: string) =>
  (await api<History>("GET", `/api/v1/mobile/wallet/transactions?q=${encodeURIComponent(message)}`))
    .transactions;

const euro = (amount: number) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency: "EUR" }).format(amount);

/** Fills everything up to the review of a payment to a user by email. */
async function review(
  { page, open }: Screen,
  { to = logins.marc.email, amount, message }: { to?: string; amount: string; message: string },
): Promise<void> {
  await open("/send");
  await page.getByRole("button", { name: "New recipient" }).click();
  await page.getByLabel("Email address").fill(to);
  await press(page, "Continue");
  await page.getByLabel("Amount").fill(amount);
  await page.getByLabel("Message (optional)").fill(message);
  await press(page, "Continue");
  await page.getByRole("heading", { name: "Check and confirm" }).waitFor();
}

const sendButton = (page: Page) => page.getByRole("button", { name: /^(?:Send|Try again to send) €/ });
const receipt = (page: Page) => page.getByRole("heading", { name: "Sent", exact: true }).waitFor();

/** Lets the platform execute the request, and loses its answer: once. */
const loseAnswer = (page: Page) =>
  page.route(
    TRANSFER,
    async (route: Route) => {
      await route.fetch();
      await route.abort("connectionfailed");
    },
    { times: 1 },
  );

describe.each(widths)("a person at %i px", (width) => {
  it("sends money to a payee by email and sees the receipt", async () => {
    const screen = await as(logins.dana, { width });
    const { page, shoot } = screen;
    const message = `Lunch ${width}`;
    await review(screen, { amount: "12,50", message });
    await page.getByText("Marc M.").waitFor();
    await shoot("send-review");
    await sendButton(page).click();
    await receipt(page);
    await page.getByText("€12.50", { exact: true }).first().waitFor();
    await page.getByText(message).waitFor();
    const [sent, ...others] = await paymentsWith(screen, message);
    expect(sent).toMatchObject({ amount: 12.5 });
    expect(others).toEqual([]);
    await page.getByText(euro(sent?.balance ?? 0)).waitFor();
    await shoot("send-receipt");
  });

  it("sees the server's sentence about an unknown recipient and an amount that is too high", async () => {
    const screen = await as(logins.dana, { width });
    const { page, open, shoot } = screen;
    await open("/send");
    await page.getByRole("button", { name: "New recipient" }).click();
    await page.getByLabel("Email address").fill("nobody@example.com");
    await press(page, "Continue");
    await page.getByLabel("Amount").fill("5");
    await press(page, "Continue");
    await page.getByText(/No account can be paid by this id, address or number/).waitFor();
    await page.getByLabel("Amount").fill("99999999");
    await press(page, "Continue");
    await page
      .getByText(/balance/i)
      .first()
      .waitFor();
    expect(await page.getByLabel("Amount").getAttribute("aria-invalid")).toBe("true");
    await shoot("send-amount-problem");
  });

  it("adds, renames, pays and deletes a payee", async () => {
    const screen = await as(logins.dana, { width });
    const { page, open, shoot } = screen;
    await open("/send");
    await page.getByRole("button", { name: "New recipient" }).click();
    await page.getByLabel("Email address").fill(logins.ugo.email);
    await page.getByLabel("Save for next time").check();
    await page.getByLabel("Name in your list").fill(`Ugo ${width}`);
    await press(page, "Continue");
    await page.getByLabel("Amount").fill("3");
    await page.goBack();
    await page.getByRole("button", { name: `Rename Ugo ${width}` }).click();
    await page.getByLabel("Name", { exact: true }).fill(`My friend ${width}`);
    await press(page, "Save");
    await page.getByRole("button", { name: `Rename My friend ${width}` }).waitFor();
    await shoot("send-payees");
    await page.getByRole("list", { name: "Saved recipients" }).getByText(`My friend ${width}`).click();
    await page.getByLabel("Amount").fill("3");
    await press(page, "Continue");
    await sendButton(page).click();
    await receipt(page);
    await open("/send");
    await page.getByRole("button", { name: `Delete My friend ${width}` }).click();
    await press(page, "Delete");
    await page.getByRole("button", { name: `Rename My friend ${width}` }).waitFor({ state: "hidden" });
  });

  it("confirms a large payment with the password, after the sign-in is no longer recent", async () => {
    const screen = await as(logins.dana, { width });
    const { page } = screen;
    await platform.advance(330);
    const message = `Sofa ${width}`;
    await review(screen, { amount: "250", message });
    await page.getByText("You confirm that it is you in the next step.").waitFor();
    await sendButton(page).click();
    await page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
    await page.getByLabel("Password").fill(logins.dana.password);
    await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    await receipt(page);
    expect(await paymentsWith(screen, message)).toHaveLength(1);
  });
});

it("pays a person in French", async () => {
  const { page, open, shoot } = await as(logins.dana, { width: 390, language: "fr" });
  await open("/send");
  await page.getByRole("button", { name: "Nouveau bénéficiaire" }).click();
  await page.getByLabel("Adresse e-mail").fill(logins.marc.email);
  await press(page, "Continuer");
  await page.getByLabel("Montant").fill("4,20");
  await press(page, "Continuer");
  await page.getByRole("button", { name: /^Envoyer 4,20/ }).click();
  await page.getByRole("heading", { name: "Envoyé" }).waitFor();
  await shoot("send-receipt-fr");
});

describe("a payment is sent once", () => {
  it("after a double click", async () => {
    const screen = await as(logins.dana);
    await review(screen, { amount: "1.01", message: "twice clicked" });
    await sendButton(screen.page).dblclick();
    await receipt(screen.page);
    expect(await paymentsWith(screen, "twice clicked")).toHaveLength(1);
  });

  it("if the server is lost before it answers, and the user tries again", async () => {
    const screen = await as(logins.dana);
    const { page, shoot } = screen;
    await review(screen, { amount: "1.02", message: "lost answer" });
    await loseAnswer(page);
    await sendButton(page).click();
    await page.getByText(/nothing is sent twice when you try again/).waitFor();
    await shoot("send-lost");
    await page.getByRole("button", { name: "Try again to send €1.02" }).click();
    await receipt(page);
    expect(await paymentsWith(screen, "lost answer")).toHaveLength(1);
  });

  it("if the server is lost and the page is reloaded, with the entries still there", async () => {
    const screen = await as(logins.dana);
    const { page } = screen;
    await review(screen, { amount: "1.03", message: "reloaded" });
    await loseAnswer(page);
    await sendButton(page).click();
    await page.getByText(/nothing is sent twice when you try again/).waitFor();
    await page.reload();
    await sendButton(page).click();
    await receipt(page);
    expect(await paymentsWith(screen, "reloaded")).toHaveLength(1);
  });

  it("and the back button from the receipt starts another payment instead of repeating this one", async () => {
    const screen = await as(logins.dana);
    const { page } = screen;
    await review(screen, { amount: "1.04", message: "went back" });
    await page.goBack();
    expect(await page.getByLabel("Amount").inputValue()).toBe("1.04");
    await page.goForward();
    await sendButton(page).click();
    await receipt(page);
    await page.goBack();
    await page.getByRole("heading", { name: "To whom?" }).waitFor();
    expect(await paymentsWith(screen, "went back")).toHaveLength(1);
  });

  it("with the entries that were made before the session expired", async () => {
    const screen = await as(logins.dana);
    const { page } = screen;
    await review(screen, { amount: "1.05", message: "signed in again" });
    await page.context().clearCookies();
    await sendButton(page).click();
    await page.getByLabel("Email").fill(logins.dana.email);
    await page.getByLabel("Password").fill(logins.dana.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Check and confirm" }).waitFor();
    await sendButton(page).click();
    await receipt(page);
    expect(await paymentsWith(screen, "signed in again")).toHaveLength(1);
  });

  it("after the tab was offline", async () => {
    const screen = await as(logins.dana);
    const { page, shoot } = screen;
    await review(screen, { amount: "1.06", message: "was offline" });
    await page.context().setOffline(true);
    await page.getByText(/You are offline/).waitFor();
    await sendButton(page).click();
    await page.getByText(/nothing is sent twice when you try again/).waitFor();
    await shoot("send-offline");
    await page.context().setOffline(false);
    await sendButton(page).click();
    await receipt(page);
    expect(await paymentsWith(screen, "was offline")).toHaveLength(1);
  });

  it("if the platform fails in the middle, and the user tries again", async () => {
    const screen = await as(logins.dana);
    const { page } = screen;
    await review(screen, { amount: "1.07", message: "failed once" });
    await page.route(
      TRANSFER,
      async (route) => {
        const done = await route.fetch();
        await route.fulfill({ response: done, status: 502, contentType: "text/html", body: "Bad gateway" });
      },
      { times: 1 },
    );
    screen.allow(/^502 /);
    await sendButton(page).click();
    await page.getByText(/Something went wrong on our side/).waitFor();
    await sendButton(page).click();
    await receipt(page);
    expect(await paymentsWith(screen, "failed once")).toHaveLength(1);
  });
});
