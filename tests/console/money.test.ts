import { describe, expect, it } from "vitest";
import { confirmSetup } from "../support/psp.ts";
import { press } from "./people.ts";
import { logins, widths, withConsole } from "./support.ts";

/** Wallets, transactions, top-up and withdrawal. */

const { as, platform } = withConsole();

interface Account {
  readonly id: string;
  readonly currency: string;
  readonly balance: number;
  readonly availableBalance: number;
  readonly lockedBalance: number;
  readonly iban: string | null;
}
interface Transaction {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly status: string;
  readonly balance: number | null;
}

const amountOf = (value: number, currency: string) =>
  currency === "EUR"
    ? new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(value)
    : `${new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(value)} ${currency}`;

describe.each(widths)("a person at %i px", (width) => {
  it("sees a wallet with available and held money as the API states them, and how to receive", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/wallets/YANI");
    const { accounts } = await api<{ accounts: Account[] }>("GET", "/api/v1/mobile/wallet/accounts");
    const yani = accounts.find(({ currency }) => currency === "YANI");
    if (!yani) throw new Error("the demo has a wallet of the platform's token");
    expect(yani.lockedBalance).toBeGreaterThan(0);
    for (const value of [yani.balance, yani.availableBalance, yani.lockedBalance])
      await page.getByText(amountOf(value, "YANI"), { exact: true }).waitFor();
    await shoot("wallet-held");
    await open("/wallets/EUR");
    await press(page, "Receive");
    const iban = accounts.find(({ currency }) => currency === "EUR")?.iban ?? "";
    await page.getByText(iban.replace(/(.{4})(?=.)/g, "$1 ")).waitFor();
    await press(page, "Copy: IBAN");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(iban);
    await shoot("wallet-receive");
    const btc = accounts.find(({ currency }) => currency === "BTC");
    const { address } = await api<{ address: string }>("GET", `/v1/wallets/${btc?.id}/deposit-address`);
    await open("/wallets/BTC");
    await press(page, "Receive");
    await page.getByRole("dialog").getByText(address).waitFor();
    await page.getByRole("img", { name: "QR code of your BTC address" }).waitFor();
    await shoot("wallet-receive-btc");
  });

  it("finds a transaction by filters that the address keeps, and opens it in full", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/wallets/transactions");
    await press(page, "Filters");
    await page.getByLabel("Type").selectOption("Top-up");
    await page.getByLabel("Search").fill("nothing has this name");
    await page.getByText("No transaction matches").waitFor();
    await page.getByRole("search").getByRole("button", { name: "Clear the filters" }).click();
    await page.getByLabel("Type").selectOption("Top-up");
    await page.getByLabel("Status").selectOption("Completed");
    await expect.poll(() => page.url()).toContain("type=top_up&status=completed");
    const { transactions } = await api<{ transactions: Transaction[] }>(
      "GET",
      "/api/v1/mobile/wallet/transactions?type=top_up&status=completed",
    );
    await page.reload();
    const rows = page.getByRole("main").getByRole("listitem");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(transactions.length);
    await shoot("transactions-filtered");
    await rows.first().getByRole("link").click();
    const drawer = page.getByRole("dialog", { name: "Transaction" });
    await drawer.getByText("Available afterwards").waitFor();
    await drawer.getByText(transactions[0]?.id ?? "", { exact: true }).waitFor();
    await drawer.getByText(amountOf(transactions[0]?.balance ?? 0, "EUR")).waitFor();
    await shoot("transaction");
    await page.reload();
    await drawer.getByText("Ledger proof").waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    expect(page.url()).toContain("type=top_up");
  });

  it("sees a swap as one row with two sides", async () => {
    const { page, open } = await as(logins.dana, { width });
    await open("/wallets/transactions?type=swap");
    const row = page.getByRole("link", { name: /EUR → ETH/ }).first();
    await row.waitFor();
    expect(await row.textContent()).toMatch(/\+[\d.]+ ETH.*−€/);
  });

  it("exports a statement of a wallet", async () => {
    const { page, open, shoot } = await as(logins.dana, { width });
    await open("/wallets/EUR");
    await press(page, "Statement");
    await page.getByLabel("Format").selectOption("CSV");
    await press(page, "Create the statement");
    await platform.drain();
    const link = page.getByRole("link", { name: "Download the CSV" });
    await link.waitFor();
    await shoot("statement");
    const download = page.waitForEvent("download");
    await link.click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  it("tops up by a new card, which is saved, and by the saved card the next time", async () => {
    const { page, open, api, shoot } = await as(logins.marc, { width });
    await open("/add");
    await page.getByLabel("Amount").fill("25.50");
    const newCard = page.getByRole("button", { name: /New card|Continue to your card/ });
    await newCard.click();
    await page.getByRole("heading", { name: "Add a card" }).waitFor();
    await shoot("pay");
    await press(page, "Enter the card");
    await page.getByLabel("Card number").fill("4242424242424242");
    await press(page, "Confirm");
    await page.waitForURL("**/app/add?card=**");
    await page.getByLabel("Card", { exact: true }).waitFor();
    expect(await page.getByLabel("Amount").inputValue()).toBe("25.50");
    await press(page, "Continue");
    await page.getByText("Visa •••• 4242").waitFor();
    await shoot("add-review");
    await press(page, "Add €25.50");
    await page.getByRole("heading", { name: "Added to your wallet" }).waitFor();
    await shoot("add-receipt");
    const id = new URL(page.url()).searchParams.get("id") ?? "";
    const done = await api<Transaction>("GET", `/api/v1/mobile/wallet/transactions/${id}`);
    expect(done).toMatchObject({ type: "top_up", amount: 25.5, status: "completed" });
  });

  it("confirms a top-up with the bank if the card needs it", async () => {
    const { page, open, shoot } = await as(logins.marc, { width });
    await open("/pay");
    await press(page, "Enter the card");
    // Of this card the bank asks at every payment.
    await page.getByLabel("Card number").fill("4000002760003184");
    await press(page, "Confirm");
    await press(page, "Yes, it is me");
    await page.waitForURL("**/app/add?card=**");
    await page.getByLabel("Amount").fill("31");
    await press(page, "Continue");
    await press(page, "Add €31.00");
    await page.getByRole("heading", { name: "Confirm with your bank" }).waitFor();
    await shoot("pay-consent");
    await press(page, "Continue to your bank");
    await press(page, "Yes, it is me");
    await page.getByRole("heading", { name: "Added to your wallet" }).waitFor();
  });

  it("sees that a top-up waits for a check, as after large payments on the same day", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    const { data } = await api<{ data: { id: string } }>("POST", "/api/payments/setup-intents", {});
    await confirmSetup(data.id);
    await api("POST", "/api/payments/cards", { setupIntentId: data.id });
    await open("/add");
    await page.getByLabel("Amount").fill("26");
    await press(page, "Continue");
    await press(page, "Add €26.00");
    await page.getByRole("heading", { name: "On its way" }).waitFor();
    await shoot("add-pending");
  });

  it("sees the bank details for a transfer from another bank", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/add");
    await page.getByLabel("By bank transfer").check();
    const { accounts } = await api<{ accounts: Account[] }>("GET", "/api/v1/mobile/wallet/accounts");
    const iban = accounts.find(({ currency }) => currency === "EUR")?.iban ?? "";
    await page.getByText(iban.replace(/(.{4})(?=.)/g, "$1 ")).waitFor();
    await page.getByText("Dana Demo").first().waitFor();
    await shoot("add-bank");
  });

  it("withdraws euros to a new bank account, which is saved", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/withdraw");
    await page.getByRole("button", { name: "New bank account" }).click();
    await page.getByLabel("Account holder").fill("Dana Demo");
    await page.getByLabel("IBAN").fill(width === 390 ? "DE89 3704 0044 0532 0130 00" : "not an IBAN");
    await press(page, "Continue");
    if (width !== 390) {
      await page.getByText(/must be an IBAN/).waitFor();
      await page.getByLabel("IBAN").fill("FR7630006000011234567890189");
      await press(page, "Continue");
    }
    await page.getByLabel("Amount").fill("45");
    await press(page, "Continue");
    await page.getByText("Usually within one business day").waitFor();
    await shoot("withdraw-review");
    await press(page, "Send €45.00");
    await page.getByRole("heading", { name: "On its way to the bank" }).waitFor();
    await shoot("withdraw-receipt");
    const id = new URL(page.url()).searchParams.get("id") ?? "";
    const done = await api<Transaction>("GET", `/api/v1/mobile/wallet/transactions/${id}`);
    expect(done).toMatchObject({ type: "withdrawal", amount: 45, status: "pending" });
    await open("/withdraw");
    await page.getByRole("list", { name: "Saved recipients" }).getByText("Dana Demo").first().waitFor();
  });
});

it("sees the balance of the last days as a chart with a table, and what to do next", async () => {
  const { page, open, api } = await as(logins.dana);
  await open("/");
  const table = page.getByRole("table", { name: "Balance of the last 30 days in euros" });
  await table.waitFor();
  const rows = table.getByRole("row");
  expect(await rows.count()).toBe(32);
  const { portfolio } = await api<{ portfolio: { totalValueEur: number } }>("GET", "/api/defi/wallets");
  const today = Number((await rows.last().getByRole("cell").textContent())?.replace(/[€,]/g, ""));
  expect(Math.abs(today / portfolio.totalValueEur - 1)).toBeLessThan(0.02);
  await page.getByRole("link", { name: /Verify your identity/ }).waitFor();
});

it("uses the provider's own fields for a card where it has a publishable key", async () => {
  const { page, open, shoot } = await as(logins.dana);
  await page.route("**/api/payments/provider", (route) =>
    route.fulfill({ json: { success: true, data: { publishableKey: "pk_test_1", formUrl: null } } }),
  );
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `window.Stripe = (key) => ({
        elements: ({ clientSecret }) => ({
          create: () => ({
            on: (_event, run) => setTimeout(run),
            mount: (place) => { place.textContent = key + " " + clientSecret.startsWith("seti_"); },
            destroy: () => {},
          }),
        }),
        confirmSetup: async () => ({ error: { message: "Your card was declined." } }),
        registerAppInfo: () => {},
        _registerWrapper: () => {},
      });
      window.Stripe.version = 0;`,
    }),
  );
  await open("/pay");
  await page.getByText("pk_test_1 true").waitFor();
  await page.getByRole("button", { name: "Save the card" }).click();
  await page.getByText("Your card was declined.").waitFor();
  await shoot("pay-elements");
});
