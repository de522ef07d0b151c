import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { shown } from "./figures.ts";
import { logins, type Screen, widths, withConsole } from "./support.ts";

/** Swaps: quote, review, receipt; and everything that may happen in the middle of one. */

const { as } = withConsole();

interface Swap {
  readonly id: string;
  readonly asset_in: string;
  readonly asset_out: string;
  readonly amount_in: string;
  readonly amount_out: string;
  readonly fee: string;
}
interface Movement {
  readonly id: string;
  readonly direction: string;
  readonly amount: number;
}

const SWAPS = "**/v1/exchange/swaps";

const confirm = (page: Page) => page.getByRole("button", { name: "Confirm the swap" });
const check = (page: Page) => page.getByRole("button", { name: "Check this swap" });
const receipt = (page: Page) => page.getByText("Swap completed", { exact: true }).waitFor();

/** Enters a swap from euros to ether up to its review. */
async function review({ page, open }: Screen, amount: string): Promise<void> {
  await open("/trade?from=EUR&to=ETH");
  await page.getByLabel("You pay").fill(amount);
  await page.getByRole("button", { name: /^Review: receive/ }).click();
  await page.getByRole("heading", { name: "Check your swap" }).waitFor();
}

/** Returns the swaps that took an amount of euros. */
async function swapsOf({ api }: Screen, amount: number): Promise<readonly Movement[]> {
  const { transactions } = await api<{ transactions: Movement[] }>(
    "GET",
    "/api/v1/mobile/wallet/transactions?type=swap&currency=EUR&limit=50",
  );
  return transactions.filter((one) => one.direction === "out" && one.amount === amount);
}

/** Lets the platform execute the next swap, and loses its answer. */
const loseAnswer = (page: Page) =>
  page.route(
    SWAPS,
    async (route: Route) => {
      await route.fetch();
      await route.abort("connectionfailed");
    },
    { times: 1 },
  );

describe.each(widths)("a trader at %i px", (width) => {
  it("gets a quote with its impact, minimum, fee, route and time, for either amount", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/trade?from=USDC&to=YANI");
    const answer = page.waitForResponse(/dex\/quote.*amountIn=50(&|$)/);
    await page.getByLabel("You pay").fill("50");
    const quote = (await (await answer).json()) as {
      amountOut: string;
      minimumReceived: string;
      fee: string;
      route: string[];
    };
    await expect
      .poll(() => page.getByLabel("You receive").inputValue())
      .toBe(String(Math.floor(Number(quote.amountOut) * 1e4) / 1e4));
    await page.getByText(shown(quote.minimumReceived, "YANI"), { exact: true }).waitFor();
    await page.getByText(shown(quote.fee, "USDC"), { exact: true }).waitFor();
    for (const name of ["Rate", "Price impact", "Route", "Quote valid for"])
      await page.getByText(name, { exact: true }).waitFor();
    expect(await page.getByRole("timer").textContent()).toMatch(/^\d+ s$/);
    await shoot("trade-quote");
    await page.getByLabel("You receive").fill("100");
    await expect.poll(() => page.getByLabel("You pay").inputValue()).toMatch(/^\d+\.\d+$/);
    await page.getByText("Maximum paid").waitFor();
    const wallets = await api<{ data: { asset: string; available_balance: string }[] }>("GET", "/v1/wallets");
    const usdc = wallets.data.find(({ asset }) => asset === "USDC")?.available_balance ?? "";
    await page.getByRole("button", { name: "Use all" }).click();
    expect(await page.getByLabel("You pay").inputValue()).toBe(usdc);
    await page.getByLabel("You pay").fill("99999999");
    await page.getByText("More than your available balance").waitFor();
    expect(await page.getByRole("button", { name: /^(Review|Enter)/ }).isDisabled()).toBe(true);
  });

  it("swaps, and sees a receipt and a trade with the platform's figures", async () => {
    const screen = await as(logins.dana, { width });
    const { page, api, shoot } = screen;
    await review(screen, "12,5");
    await page.getByText("€12.50", { exact: true }).waitFor();
    await shoot("swap-review");
    await confirm(page).click();
    await receipt(page);
    const id = new URL(page.url()).searchParams.get("id") ?? "";
    const swap = await api<Swap>("GET", `/v1/exchange/swaps/${id}`);
    expect(swap).toMatchObject({ asset_in: "EUR", asset_out: "ETH", amount_in: "12.5" });
    const facts = page.getByRole("definition");
    await facts
      .filter({ hasText: shown(swap.amount_out, "ETH") })
      .first()
      .waitFor();
    await facts
      .filter({ hasText: shown(swap.fee, "EUR") })
      .first()
      .waitFor();
    await shoot("swap-receipt");
    await page.getByRole("button", { name: "Swap again" }).click();
    expect(await page.getByLabel("You pay").inputValue()).toBe("");
    await page.getByRole("list", { name: "Your trades" }).getByRole("link").first().click();
    const drawer = page.getByRole("dialog", { name: "Swap" });
    await drawer.getByText(shown(swap.amount_out, "ETH")).waitFor();
    await shoot("trade-detail");
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
  });

  it("swaps for an exact output, and pays at most the maximum of the quote", async () => {
    const { page, open, api } = await as(logins.dana, { width });
    await open("/trade?from=EUR&to=USDC");
    await page.getByLabel("You receive").fill("20");
    await page.getByRole("button", { name: /^Review: receive 20/ }).click();
    await confirm(page).click();
    await receipt(page);
    const id = new URL(page.url()).searchParams.get("id") ?? "";
    expect(await api<Swap>("GET", `/v1/exchange/swaps/${id}`)).toMatchObject({ amount_out: "20" });
  });
});

describe("a swap is executed once", () => {
  it("after a double click", async () => {
    const screen = await as(logins.dana);
    await review(screen, "1.01");
    await confirm(screen.page).dblclick();
    await receipt(screen.page);
    expect(await swapsOf(screen, 1.01)).toHaveLength(1);
  });

  it("and the back button goes to its entries, and from the receipt to another swap", async () => {
    const screen = await as(logins.dana);
    const { page } = screen;
    await review(screen, "1.02");
    await page.goBack();
    expect(await page.getByLabel("You pay").inputValue()).toBe("1.02");
    await page.goForward();
    await confirm(page).click();
    await receipt(page);
    await page.goBack();
    expect(await page.getByLabel("You pay").inputValue()).toBe("");
    expect(await swapsOf(screen, 1.02)).toHaveLength(1);
  });

  it("if its answer is lost and the page is reloaded", async () => {
    const screen = await as(logins.dana);
    const { page, shoot } = screen;
    await review(screen, "1.03");
    await loseAnswer(page);
    await confirm(page).click();
    await page.getByText("We have not heard back about this swap").waitFor();
    await page.reload();
    await page.getByText("We have not heard back about this swap").waitFor();
    await shoot("swap-lost");
    await check(page).click();
    await receipt(page);
    expect(await swapsOf(screen, 1.03)).toHaveLength(1);
  });

  it("if the user goes back to the form before the answer is known", async () => {
    const screen = await as(logins.dana);
    const { page } = screen;
    await review(screen, "1.04");
    await loseAnswer(page);
    await confirm(page).click();
    await page.getByText("We have not heard back about this swap").waitFor();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await page.getByText("A swap has no answer yet").waitFor();
    await page.getByRole("button", { name: "Check it" }).click();
    await check(page).click();
    await receipt(page);
    expect(await swapsOf(screen, 1.04)).toHaveLength(1);
  });

  it("if the platform fails in the middle", async () => {
    const screen = await as(logins.dana);
    const { page } = screen;
    await review(screen, "1.05");
    screen.allow(/^502 /);
    await page.route(
      SWAPS,
      async (route) => {
        await route.fetch();
        await route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" });
      },
      { times: 1 },
    );
    await confirm(page).click();
    await check(page).click();
    await receipt(page);
    expect(await swapsOf(screen, 1.05)).toHaveLength(1);
  });

  it("after the tab was offline", async () => {
    const screen = await as(logins.dana);
    const { page } = screen;
    await review(screen, "1.06");
    await page.context().setOffline(true);
    await page.getByText(/You are offline/).waitFor();
    await confirm(page).click();
    await page.getByText("We have not heard back about this swap").waitFor();
    await page.context().setOffline(false);
    await check(page).click();
    await receipt(page);
    expect(await swapsOf(screen, 1.06)).toHaveLength(1);
  });

  it("with the entries that were made before the session expired", async () => {
    const screen = await as(logins.dana);
    const { page } = screen;
    await review(screen, "1.07");
    await page.context().clearCookies();
    await confirm(page).click();
    await page.getByLabel("Email").fill(logins.dana.email);
    await page.getByLabel("Password").fill(logins.dana.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Check your swap" }).waitFor();
    await page.getByText("€1.07", { exact: true }).waitFor();
    await confirm(page).click();
    await receipt(page);
    expect(await swapsOf(screen, 1.07)).toHaveLength(1);
  });

  it("and not at all after its quote has expired, until the user accepts another", async () => {
    const screen = await as(logins.dana);
    const { page, shoot } = screen;
    await page.clock.install();
    await review(screen, "1.08");
    await page.clock.fastForward(61_000);
    await page.getByText("Expired", { exact: true }).waitFor();
    await shoot("swap-expired");
    await page.getByRole("button", { name: "Get a new quote" }).click();
    await confirm(page).click();
    await receipt(page);
    expect(await swapsOf(screen, 1.08)).toHaveLength(1);
  });
});
