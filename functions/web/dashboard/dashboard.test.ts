import { beforeAll, describe, expect, it } from "vitest";
import { addLiquidity } from "../../../core/defi/exchange/add-liquidity.ts";
import type { WebActor } from "../../../core/identity/actor.ts";
import { webActor } from "../../../core/identity/actor.ts";
import * as Users from "../../../core/identity/users.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import * as Wallets from "../../../core/wallets/index.ts";
import { Browser, parseForms } from "../../../tests/support/browser.ts";
import { depositUnits } from "../../../tests/support/exchange.ts";
import { createFundedWallet } from "../../../tests/support/ledger.ts";
import { load, signIn, submit } from "../../../tests/support/pages.ts";
import { withSite } from "../../../tests/support/site.ts";

/** The dashboard in a browser without JavaScript. */

const site = withSite();
const password = "Lovelace!1843";

async function person(email: string): Promise<{ browser: Browser; actor: WebActor }> {
  const user = await Users.register({ name: "Ada", email, password });
  const browser = new Browser(site.url);
  await signIn(browser, { email, password });
  return { browser, actor: webActor(user, "ses_test") };
}

it("the dashboard shows the value in liquidity pools only if it is not zero", async () => {
  const { browser, actor } = await person("pools@example.com");
  const before = await load(browser, "/dashboard");
  expect(before.html).not.toContain("In liquidity pools");
  await depositUnits(actor, "ETH", "10");
  await depositUnits(actor, "USDC", "50000");
  await addLiquidity(actor, { pairId: "ETH-USDC", amount0: "1", amount1: "3000", slippage: "50" });
  const { html } = await load(browser, "/dashboard");
  expect(html).toContain("In liquidity pools");
  expect(html).not.toContain("In farms");
});

describe("a dashboard without a wallet", () => {
  let ada: Awaited<ReturnType<typeof person>>;
  beforeAll(async () => {
    ada = await person("new@example.com");
  });

  it("offers a form that opens a wallet", async () => {
    const { html } = await load(ada.browser, "/dashboard");
    expect(html).toContain("You have no wallet yet.");
    for (const { symbol } of Assets.list()) expect(html).toContain(`<option value="${symbol}">`);
    const answer = await submit(ada.browser, "/dashboard", "/dashboard", { assetSymbol: "BTC" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard"]);
    const after = await load(ada.browser, "/dashboard");
    expect(after.html).toContain(">0 BTC</data>");
    expect(after.html).not.toContain(`<option value="BTC">`);
  });

  it("answers a repeated form with the same redirect", async () => {
    const again = await submit(ada.browser, "/dashboard", "/dashboard", { assetSymbol: "BTC" });
    expect([again.status, again.headers.get("location")]).toEqual([302, "/dashboard"]);
  });

  it("rejects a form without a CSRF token or with another user's token, with an error page", async () => {
    const { browser: other } = await person("other@example.com");
    const foreign = parseForms((await load(other, "/dashboard")).html)[0]?.fields["csrfToken"] ?? "";
    for (const csrfToken of ["", "forged", foreign]) {
      const answer = await submit(ada.browser, "/dashboard", "/dashboard", { assetSymbol: "EUR", csrfToken });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([403, "text/html; charset=utf-8"]);
      expect(await answer.text()).toContain("belongs to another session");
    }
    expect((await load(ada.browser, "/dashboard")).html).toContain(`<option value="EUR">`);
  });

  it("rejects an unknown asset with an error page", async () => {
    const answer = await submit(ada.browser, "/dashboard", "/dashboard", { assetSymbol: "DOGE" });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining("The platform does not support this asset. Choose another one."),
    ]);
  });

  it("redirects a form without a session to the sign-in page, which leads back to the dashboard", async () => {
    const answer = await new Browser(site.url).submit("/dashboard", { assetSymbol: "EUR" });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      "/auth/signin?callbackUrl=%2Fdashboard",
    ]);
  });
});

describe("a dashboard with wallets", () => {
  it("shows amounts with eight decimals, rounded down, and has all digits in the markup", async () => {
    const { browser, actor } = await person("rich@example.com");
    await createFundedWallet(actor, "ETH", 1_234_567_123456789_999999999n);
    const { html } = await load(browser, "/dashboard");
    expect(html).toContain(`<data value="1234567.123456789999999999">1,234,567.12345678 ETH</data>`);
  });

  it("describes movements in words, with time and direction, without ids", async () => {
    const { browser, actor } = await person("moves@example.com");
    await createFundedWallet(actor, "BTC", 150_000_000n);
    const { html } = await load(browser, "/dashboard");
    const [, movements = ""] = html.split("Latest transactions</h2>");
    expect(movements).toMatch(/<time datetime="[^"]+Z">\d{1,2} \w{3} \d{4}, \d{2}:\d{2}<\/time>/);
    expect(movements).toContain("Deposit");
    expect(movements).toContain(`+<data value="1.5">1.5 BTC</data>`);
    expect(movements).not.toMatch(/(txn|wal|usr)_|clearing:|DEPOSIT/);
  });

  it("offers no form to open a wallet if every asset has one", async () => {
    const { browser, actor } = await person("all@example.com");
    for (const { symbol } of Assets.list()) await Wallets.create(actor, { assetSymbol: symbol });
    const { html } = await load(browser, "/dashboard");
    expect(parseForms(html).map(({ action }) => action)).toEqual(["/auth/signout", "/language"]);
  });
});

describe("signing out", () => {
  it("works on every page by a form without JavaScript", async () => {
    for (const path of ["/", "/markets", "/dashboard", "/dashboard/billing"]) {
      const { browser } = await person(`out${path.replaceAll("/", "-")}@example.com`);
      const answer = await submit(browser, path, "/auth/signout");
      expect([answer.status, answer.headers.get("location")], path).toEqual([302, "/"]);
      expect((await load(browser, "/dashboard")).response.status, path).toBe(302);
      expect((await load(browser, "/")).html, path).toContain("Sign in");
    }
  });

  it("requires the form's CSRF token, and redirects anonymous visitors to the home page", async () => {
    const { browser } = await person("stays@example.com");
    expect((await browser.submit("/auth/signout", { csrfToken: "made-up" })).status).toBe(403);
    expect((await load(browser, "/dashboard")).response.status).toBe(200);
    const stranger = await new Browser(site.url).submit("/auth/signout", { csrfToken: "" });
    expect([stranger.status, stranger.headers.get("location")]).toEqual([302, "/"]);
  });
});
