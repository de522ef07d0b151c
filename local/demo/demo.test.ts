import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audit } from "../../core/audit/index.ts";
import * as Positions from "../../core/defi/exchange/positions.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { type Runtime, start } from "../runtime.ts";
import { people } from "../seed.ts";
import { dana } from "./people.ts";

/** Starts the platform and signs in as the demo account. */

process.env["BCRYPT_COST"] ??= "4";
process.env["POWERTOOLS_LOG_LEVEL"] ??= "SILENT";

let runtime: Runtime;
let token = "";
const reported: string[] = [];

beforeAll(async () => {
  runtime = await start({ providers: false, demo: true, report: (line) => void reported.push(line) });
  await runtime.demoReady();
  await runtime.drain();
  token = await signIn(people.demo);
});
afterAll(() => runtime.stop());

async function signIn({ email, password }: { readonly email: string; readonly password: string }) {
  const response = await fetch(`${runtime.url}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return ((await response.json()) as { token: string }).token;
}

async function get<T>(path: string, bearer = token): Promise<T> {
  const response = await fetch(`${runtime.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } });
  expect(response.status, path).toBe(200);
  const isJson = response.headers.get("content-type")?.includes("json");
  return (isJson ? response.json() : response.text()) as Promise<T>;
}

type Rows = readonly Readonly<Record<string, string>>[];
const daysAgo = (text = "") => (Clock.nowMs() - Date.parse(text)) / 86_400_000;

describe("the demo account", () => {
  test("is created without errors, and without differences in the ledger's audit", async () => {
    expect(reported).toEqual([expect.stringMatching(/^The demo account has its month of history/)]);
    expect((await audit()).differences).toEqual([]);
  });

  test("has wallets with a month of movements", async () => {
    const { wallets } = await get<{ wallets: (Rows[number] & { asset: { symbol: string } })[] }>(
      "/api/defi/wallets",
    );
    expect(wallets.length).toBeGreaterThanOrEqual(5);
    const btc = wallets.find(({ asset }) => asset.symbol === "BTC");
    const { transactions } = await get<{ transactions: Rows }>(`/api/defi/wallets/${btc?.["id"]}`);
    expect(new Set(transactions.map(({ type }) => type)).size).toBeGreaterThan(2);
    expect(daysAgo(transactions.at(-1)?.["timestamp"])).toBeGreaterThan(30);
  });

  test("has stakes with rewards, and liquidity that earned fees", async () => {
    const { positions } = await get<{ positions: Rows }>("/api/defi/staking/positions");
    expect(positions.map(({ poolId }) => poolId)).toEqual(["flexible", "locked-90"]);
    for (const { rewards, startDate } of positions) {
      expect(Number(rewards)).toBeGreaterThan(0);
      expect(daysAgo(startDate)).toBeGreaterThan(28);
    }
    const shares = await Positions.list(await dana());
    expect(shares.map(({ pairId }) => pairId).sort()).toEqual(["BTC-USDC", "ETH-USDC"]);
    for (const { currentValue, unclaimedFees } of shares) {
      expect(Number(currentValue)).toBeGreaterThan(1_000);
      expect(Number(unclaimedFees)).toBeGreaterThan(0);
    }
  });

  test("sees trades of the last day in every pair, at prices near the feed", async () => {
    const [{ pairs }, { prices }] = await Promise.all([
      get<{ pairs: (Rows[number] & Record<"token0" | "token1", { symbol: string }>)[] }>(
        "/api/defi/dex/pairs",
      ),
      get<{ prices: Rows }>("/api/defi/prices"),
    ]);
    const usd = (symbol: string) => Number(prices.find((one) => one["symbol"] === symbol)?.["priceUsd"]);
    for (const { id, volume24h } of pairs) expect(Number(volume24h), id).toBeGreaterThan(1_000);
    for (const { id, token0, token1, price } of pairs) {
      const market = usd(token0.symbol) / usd(token1.symbol);
      // The tolerance covers the fee, the threshold, and the market's movement during a trade.
      expect(Math.abs(Number(price) / market - 1), id).toBeLessThan(0.01);
    }
  });

  test("sees an active, a defeated and a passed proposal, all with votes", async () => {
    const { proposals } = await get<{ proposals: Rows }>("/api/defi/governance/proposals");
    // The schedule executes a passed proposal later.
    const passed = expect.stringMatching(/^(succeeded|queued|executed)$/);
    expect(proposals.map(({ status }) => status)).toEqual(["active", "defeated", passed]);
    for (const { forVotes, againstVotes } of proposals)
      expect(Number(forVotes) + Number(againstVotes)).toBeGreaterThan(0);
  });

  test("has payments that succeeded, failed, were refunded and await approval, and two finished reports", async () => {
    const { data } = await get<{ data: { transactions: Rows } }>("/api/payments/transactions");
    expect(new Set(data.transactions.map(({ status }) => status))).toEqual(
      new Set(["succeeded", "failed", "refunded", "awaiting_approval"]),
    );
    const cards = await get<{ data: { cards: Rows } }>("/api/payments/cards");
    expect(JSON.stringify(cards)).toContain("mastercard");
    const { jobs } = await get<{ jobs: Rows }>("/api/jobs");
    expect(jobs.map(({ type, status }) => `${type} ${status}`).sort()).toEqual([
      "portfolio-report succeeded",
      "statement-export succeeded",
    ]);
  });

  test("has saveback that awaits the administrator's payout", async () => {
    const admin = await signIn(people.admin);
    const { data } = await get<{ data: unknown }>("/api/admin/saveback-payout", admin);
    expect(JSON.stringify(data)).toContain(people.demo.userId);
  });

  test("received notifications and emails", async () => {
    const notifications = await Table.queryAll({
      pk: `USER#${people.demo.userId}`,
      beginsWith: "NOTIFICATION#",
    });
    expect(notifications.length).toBeGreaterThan(0);
    expect(runtime.mail(people.demo.email).length).toBeGreaterThan(0);
  });

  test("sees top-ups and refunds by their names on the billing page", async () => {
    const text = (page: string) => page.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    const billing = text(await get<string>("/dashboard/billing"));
    expect(billing).toMatch(/ Top-up Card ending in 4242 Succeeded \+€120\.00/);
    expect(billing).toMatch(/ Top-up refunded Refund of a payment Succeeded −€60\.00/);
    expect(billing).toMatch(/ Payment Café de la Gare Succeeded −€42\.50/);
    expect(billing).toMatch(/ Payment Foulée Sport Awaiting approval €1,500\.00/);
    expect(billing).not.toMatch(/ Top-up (?:Café|Chez|Foulée|Librairie)/);
  });

  test("sees its data on every page", async () => {
    for (const [path, wanted] of [
      ["/", "<h1"],
      ["/markets", "pairs-title"],
      ["/dashboard/billing", "Café de la Gare"],
    ] as const)
      expect(await get<string>(path), path).toContain(wanted);
  });
});

test("the demo's history adds nothing to other accounts, and does not move the platform's clock", async () => {
  const { wallets } = await get<{ wallets: Rows }>("/api/defi/wallets", await signIn(people.user));
  expect(wallets).toEqual([]);
  expect(Clock.offset()).toBe(0);
});

test("a reset creates the demo account again", async () => {
  await runtime.reset();
  expect((await fetch(`${runtime.url}/_local/health`)).status).toBe(200);
  await runtime.demoReady();
  await runtime.drain();
  const { wallets } = await get<{ wallets: Rows }>("/api/defi/wallets", await signIn(people.demo));
  expect(wallets.length).toBeGreaterThanOrEqual(5);
  expect((await audit()).differences).toEqual([]);
});

test("a platform that stopped while it created the demo account continues at its next start", async () => {
  await runtime.stop();
  const data = mkdtempSync(join(tmpdir(), "svc-demo-"));
  const options = { providers: false, demo: true, data, report: (line: string) => void reported.push(line) };
  reported.length = 0;
  // Stops immediately, when only the first steps of the history exist.
  await (await start(options)).stop();
  expect(reported).toEqual([]);
  runtime = await start(options);
  await runtime.demoReady();
  expect(reported).toEqual([expect.stringMatching(/^The demo account has its month of history/)]);
  await runtime.drain();
  const { wallets } = await get<{ wallets: Rows }>("/api/defi/wallets", await signIn(people.demo));
  expect(wallets.length).toBeGreaterThanOrEqual(5);
  expect((await audit()).differences).toEqual([]);
  // A start on a complete history creates nothing.
  await runtime.stop();
  runtime = await start(options);
  await runtime.demoReady();
  expect(reported).toHaveLength(1);
  rmSync(data, { recursive: true, force: true });
});
