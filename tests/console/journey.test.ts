import { expect, it } from "vitest";
import { logins, withConsole } from "./support.ts";

/** One journey through the console, from the sign-in page to a swap. The other jobs are in the suite `rest`. */

const { visit } = withConsole();

const euro = new Intl.NumberFormat("en-GB", { style: "currency", currency: "EUR" });

it("a person signs in, sends money and swaps some", async () => {
  const { page, api, shoot } = await visit();
  await page.goto("/dashboard");
  await page.getByLabel("Email").fill(logins.dana.email);
  await page.getByLabel("Password").fill(logins.dana.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/app");
  await page.getByRole("heading", { level: 1 }).waitFor();

  await page.getByRole("link", { name: "Send", exact: true }).first().click();
  await page.getByRole("button", { name: "New recipient" }).click();
  await page.getByLabel("Email address").fill(logins.marc.email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByLabel("Amount").fill("12.34");
  await page.getByLabel("Message (optional)").fill("Lunch");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("button", { name: /^Send €12\.34/ }).click();
  await page.getByRole("heading", { name: "Sent", exact: true }).waitFor();
  const { transactions: sent } = await api<Transactions>("GET", "/api/v1/mobile/wallet/transactions?q=Lunch");
  expect(sent).toMatchObject([{ amount: 12.34, direction: "out" }]);

  await page.goto("/app/trade?from=EUR&to=ETH");
  await page.getByLabel("You pay").fill("20");
  await page.getByRole("button", { name: /^Review: receive/ }).click();
  await page.getByRole("button", { name: "Confirm the swap" }).click();
  await page.getByText("Swap completed", { exact: true }).waitFor();
  await shoot("journey");
  const { transactions } = await api<Transactions>("GET", "/api/v1/mobile/wallet/transactions?currency=EUR");
  expect(transactions.slice(0, 2)).toMatchObject([
    { type: "swap", amount: 20, direction: "out" },
    { amount: 12.34, direction: "out" },
  ]);
  const { wallets } = await api<Wallets>("GET", "/api/defi/wallets");
  const balance = wallets.find(({ asset }) => asset.symbol === "EUR")?.balance ?? Number.NaN;
  await page.goto("/app/wallets");
  await page.getByText(euro.format(balance)).first().waitFor();
});

interface Transactions {
  readonly transactions: readonly object[];
}

interface Wallets {
  readonly wallets: readonly { readonly asset: { readonly symbol: string }; readonly balance: number }[];
}
