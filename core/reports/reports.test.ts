import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { depositUnits, provideLiquidity, swapAtAnyPrice } from "../../tests/support/exchange.ts";
import { onWeb } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { deposit, depositMany } from "../../tests/support/ledger.ts";
import { parseCsv, parsePdf } from "../../tests/support/reports.ts";
import { DAY, unstakeAmount, withStoppedClock } from "../../tests/support/staking.ts";
import { addLiquidity } from "../defi/exchange/add-liquidity.ts";
import { removeLiquidity } from "../defi/exchange/remove-liquidity.ts";
import * as Portfolio from "../defi/portfolio/index.ts";
import * as Staking from "../defi/staking/index.ts";
import { claim } from "../defi/staking/index.ts";
import type { UserActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import { create } from "../identity/users.ts";
import * as Jobs from "../jobs/index.ts";
import * as Money from "../kernel/money/index.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import { balanceAt } from "../ledger/balance-at.ts";
import * as Ledger from "../ledger/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Policy from "../policy/index.ts";
import * as History from "../prices/history.ts";
import { Csv, guarded } from "./csv.ts";
import { make } from "./index.ts";
import { words } from "./texts.ts";

const database = withDatabase();
// The clock begins on 2026-03-01 at 08:00 and continues from test to test.
const clock = withStoppedClock();

async function user(name = "Ada Lovelace", language = "en"): Promise<UserActor> {
  const email = `${randomUUID()}@example.com`;
  const created = await create({ name, email, emailVerified: true });
  const { userId } = created;
  await Table.update(userProfile.key({ userId }), {
    set: { preferences: { language, currency: "EUR", notifications: true } },
  });
  return onWeb(created);
}

const checkpoint = async () => {};

/** Creates the file of a job. */
async function made(actor: UserActor, type: string, payload: unknown) {
  return make(await Jobs.create(actor, { type, payload }), checkpoint);
}

const today = () => new Date(clock.now()).toISOString().slice(0, 10);
const wallet = ({ userId }: UserActor, asset: string) => walletRef(walletId("live", userId, asset));
const eur = (text: string) => Money.parse(text, 2);

describe("a statement", () => {
  it("lists every line of the period in the ledger's history, with balances that agree with the ledger", async () => {
    const actor = await user();
    await depositUnits(actor, "EUR", "100");
    await depositUnits(actor, "BTC", "0.5");
    clock.advance(DAY);
    const from = today();
    for (const amount of ["12.34", "0.01", "5000"]) await deposit(wallet(actor, "EUR"), eur(amount));
    await Policy.hold(wallet(actor, "EUR"), eur("40"), {
      actorId: actor.userId,
      reason: '=HYPERLINK("http://evil.example";"refund, now")',
      result: () => undefined,
    });
    clock.advance(2 * DAY);
    const to = today();
    await deposit(wallet(actor, "BTC"), 1n);
    const endMs = clock.now();
    clock.advance(DAY);
    await deposit(wallet(actor, "EUR"), eur("99"));

    const { body, name, result } = await made(actor, "statement-export", {
      wallet: "all",
      from,
      to,
      format: "csv",
    });
    expect(name).toBe(`statement-${from}-${to}.csv`);
    const rows = parseCsv(body);
    for (const [asset, decimals] of [
      ["EUR", 2],
      ["BTC", 8],
    ] as const) {
      const own = rows.filter((row) => row["wallet"] === asset);
      const history = (await Ledger.history(walletId("live", actor.userId, asset), 100))
        .reverse()
        .filter(({ createdAt }) => createdAt.slice(0, 10) >= from && createdAt.slice(0, 10) <= to);
      const lines = own.slice(1, -1);
      expect(lines.map((row) => row["reference"])).toEqual(history.map(({ entryId }) => entryId));
      const format = (units: bigint) => Money.format(units, decimals);
      expect(
        lines.map((row) => [row["type"], row["date"], row["available_change"], row["locked_change"]]),
      ).toEqual(
        history.map((line) => [line.type, line.createdAt, format(line.available), format(line.held)]),
      );
      for (const [type, atMs, row] of [
        ["OPENING_BALANCE", Date.parse(from) - 1, own.at(0)],
        ["CLOSING_BALANCE", endMs, own.at(-1)],
      ] as const) {
        const { available, held } = await balanceAt(wallet(actor, asset), atMs);
        expect(row).toMatchObject({
          type,
          available_balance: format(available),
          locked_balance: format(held),
          balance: format(available + held),
        });
      }
      let running = Money.parse(own[0]?.["balance"] ?? "", decimals);
      for (const row of lines) {
        const change = row["amount"] ?? "";
        const units = Money.parse(change.replace("-", ""), decimals);
        running += change.startsWith("-") ? -units : units;
        expect(row["balance"]).toBe(format(running));
      }
      expect(own.at(-1)?.["balance"]).toBe(format(running));
    }
    expect(rows.filter((row) => row["wallet"] === "EUR").map((row) => row["description"])).toContain(
      `'=HYPERLINK("http://evil.example";"refund, now")`,
    );
    expect(result).toEqual({
      wallets: [
        { wallet: "EUR", openingBalance: "100", closingBalance: "5112.35" },
        { wallet: "BTC", openingBalance: "0.5", closingBalance: "0.50000001" },
      ],
      lines: 5,
    });
  });

  it("includes deposits that are posted at its own instant while it is made", async () => {
    const actor = await user();
    await depositUnits(actor, "EUR", "10");
    const order = { wallet: "EUR", from: today(), to: today(), format: "csv" };
    let left = 2;
    const { body } = await interleave(
      database.endpoint,
      () => made(actor, "statement-export", order),
      ({ operation }) => {
        // At the same instant, so that it belongs to the statement.
        if (operation !== "Query" || left-- <= 0) return undefined;
        return deposit(wallet(actor, "EUR"), 100n);
      },
    );
    const rows = parseCsv(body);
    const sum = rows.reduce((all, row) => all + eur(row["amount"] || "0"), 0n);
    expect(left).toBeLessThanOrEqual(0);
    expect(rows).toHaveLength(2 + 3);
    expect([sum, rows.at(-1)?.["balance"]]).toEqual([1200n, "12"]);
  });

  describe("of all wallets", () => {
    beforeAll(async () => {
      await provideLiquidity("USDC-USD", "1000", "1000");
    });

    it("shows a concurrent movement between two wallets in both of them", async () => {
      const actor = await user();
      await depositUnits(actor, "USD", "100");
      await depositUnits(actor, "USDC", "100");
      const order = { wallet: "all", from: today(), to: today(), format: "csv" };
      let left = 2;
      const { body } = await interleave(
        database.endpoint,
        () => made(actor, "statement-export", order),
        ({ operation, body: asked }) => {
          // Happens after the USD wallet was read, and before the USDC wallet is.
          if (operation !== "Query" || !asked.includes("usdc") || left-- <= 0) return undefined;
          return swapAtAnyPrice(actor, "USD", "USDC", "10");
        },
      );
      expect(left).toBeLessThan(0);
      const swaps = (symbol: string) =>
        parseCsv(body)
          .filter((row) => row["wallet"] === symbol && row["type"]?.startsWith("SWAP"))
          .map((row) => row["reference"]);
      expect(swaps("USD")).toHaveLength(2);
      expect(swaps("USDC")).toEqual(swaps("USD"));
    });

    it("includes a concurrently opened wallet", async () => {
      const actor = await user();
      await depositUnits(actor, "USD", "100");
      let left = 1;
      const { body } = await interleave(
        database.endpoint,
        () => made(actor, "statement-export", { wallet: "all", from: today(), to: today(), format: "csv" }),
        ({ operation }) =>
          operation !== "Query" || left-- <= 0 ? undefined : swapAtAnyPrice(actor, "USD", "USDC", "10"),
      );
      const swaps = parseCsv(body).filter((row) => row["type"]?.startsWith("SWAP"));
      expect(swaps.map((row) => row["wallet"]).sort()).toEqual(["USD", "USDC"]);
    });
  });

  it("lists all of 1,200 lines", async () => {
    const actor = await user();
    await depositUnits(actor, "EUR", "1");
    await depositMany(wallet(actor, "EUR"), Array(1198).fill(1n));
    await deposit(wallet(actor, "EUR"), 1n);
    const order = { wallet: "EUR", from: today(), to: today(), format: "csv" };
    const { body, result } = await made(actor, "statement-export", order);
    expect(result).toMatchObject({ lines: 1200, wallets: [{ closingBalance: "12.99" }] });
    expect(parseCsv(body)).toHaveLength(1202);
  });

  it("of one wallet lists only that wallet, and is rejected for a wallet that does not exist", async () => {
    const actor = await user();
    await depositUnits(actor, "EUR", "1");
    await depositUnits(actor, "USD", "1");
    const of = (symbol: string) =>
      made(actor, "statement-export", { wallet: symbol, from: today(), to: today(), format: "csv" });
    expect(new Set(parseCsv((await of("usd")).body).map((row) => row["wallet"]))).toEqual(new Set(["USD"]));
    await expect(of("BTC")).rejects.toMatchObject({ code: "WALLET_NOT_FOUND" });
  });

  it("in PDF spreads its lines over four pages, each with owner, period and page number", async () => {
    const actor = await user("Zoë 漢字 Łukasz\u0007", "fr");
    const from = today();
    await depositUnits(actor, "EUR", "1000000");
    await depositMany(
      wallet(actor, "EUR"),
      Array.from({ length: 120 }, (_, n) => BigInt(n + 1)),
    );
    const order = { wallet: "EUR", from, to: today(), format: "pdf" };
    const { body, contentType } = await made(actor, "statement-export", order);
    expect(contentType).toBe("application/pdf");
    const pages = await parsePdf(body);
    expect(pages.length).toBe(4);
    for (const [index, texts] of pages.entries()) {
      const text = texts.join("\n");
      expect(text).toContain("svc · Relevé de compte");
      expect(text).toContain("Titulaire\u00a0: Zoë ?? ?ukasz?");
      expect(text).toContain(`Page ${index + 1} sur 4`);
      const day = from.split("-").reverse().join("/");
      expect(text).toContain(`Période\u00a0: ${day} au ${day}`);
      expect(text).toContain("Établi le");
    }
    const count = (part: string) => pages.flat().join("\n").split(part).length - 1;
    expect(count("Dépôt")).toBe(121);
    expect(count("funds for a test")).toBe(121);
    // 1,000,000.00 and the sum of 1 to 120 cents: the incoming sum, the closing balance, and twice after the last line.
    expect(count("1 000 072,60".replaceAll(" ", "\u00a0"))).toBe(4);
    // Identical at the same instant, byte by byte.
    expect(Buffer.compare(body, (await made(actor, "statement-export", order)).body)).toBe(0);
  });
});

describe("a portfolio report", () => {
  it("lists wallets, positions and rewards, whose values sum to its total", async () => {
    const actor = await user();
    await depositUnits(actor, "EUR", "5000");
    await depositUnits(actor, "YANI", "1000");
    await provideLiquidity("EUR-USDC", "10000", "11000");
    await provideLiquidity("EUR-USDC", "100", "110", actor);
    await Staking.stake(actor, { poolId: "flexible", amount: "600" });
    clock.advance(30 * DAY);
    const { body, name } = await made(actor, "portfolio-report", { currency: "EUR", format: "csv" });
    expect(name).toBe(`portfolio-${today()}.csv`);
    const rows = parseCsv(body);
    const of = (section: string) => rows.filter((row) => row["section"] === section);
    const { wallets } = await Portfolio.list(actor);
    expect(of("WALLET").map((row) => [row["name"], row["available"], row["locked"], row["value"]])).toEqual(
      wallets.map(({ asset, available, held, value }) => [
        asset.symbol,
        Money.format(available, asset.decimals),
        Money.format(held, asset.decimals),
        value.eur.toFixed(2),
      ]),
    );
    expect(of("WALLET").find((row) => row["name"] === "YANI")).toMatchObject({
      available: "400",
      locked: "600",
    });
    const [position] = of("LIQUIDITY");
    expect(position?.["name"]).toBe("EUR-USDC");
    expect(Number(position?.["value"])).toBeGreaterThan(150);
    const [reward] = of("STAKING_REWARDS");
    expect(reward).toMatchObject({ name: "flexible", detail: "600 YANI" });
    expect(Number(reward?.["quantity"])).toBeGreaterThan(0);
    const [total] = of("TOTAL");
    const parts = rows.filter((row) => row["section"] !== "TOTAL");
    const cents = parts.reduce((sum, row) => sum + eur(row["value"] ?? ""), 0n);
    expect(total?.["value"]).toBe(
      `${Money.format(cents, 2)}`.replace(/\.(\d)$/, ".$10").replace(/^(\d+)$/, "$1.00"),
    );
    const shares = parts.reduce((sum, row) => sum + Number(row["share_percent"]), 0);
    expect(Math.abs(shares - 100)).toBeLessThan(0.05);

    const pages = await parsePdf(
      (await made(actor, "portfolio-report", { currency: "USD", format: "pdf" })).body,
    );
    const text = pages.flat().join("\n");
    for (const part of ["Portfolio report", "EUR-USDC", "600\u00a0YANI", "Value (USD)", "Page 1 of 1"])
      expect(text).toContain(part);
  });

  it("counts a concurrent stake once", async () => {
    const actor = await user();
    await depositUnits(actor, "YANI", "1000");
    let left = 1;
    const { body } = await interleave(
      database.endpoint,
      () => made(actor, "portfolio-report", { currency: "EUR", format: "csv" }),
      ({ operation, body: asked }) => {
        // Happens after the wallets were read, and before the stakes are.
        if (operation !== "Query" || !asked.includes("STAKE") || left-- <= 0) return undefined;
        return Staking.stake(actor, { poolId: "flexible", amount: "600" });
      },
    );
    expect(left).toBeLessThan(0);
    const rows = parseCsv(body);
    expect(rows.find((row) => row["name"] === "YANI")).toMatchObject({ available: "400", locked: "600" });
    expect(rows.find((row) => row["section"] === "STAKING_REWARDS")).toMatchObject({ detail: "600 YANI" });
  });

  it("shows a total of zero for a user without assets", async () => {
    const { body } = await made(await user(), "portfolio-report", { currency: "USD", format: "csv" });
    expect(parseCsv(body)).toMatchObject([{ section: "TOTAL", value: "0.00", share_percent: "0.00" }]);
  });
});

describe("a tax report", () => {
  const year = () => new Date(clock.now()).getUTCFullYear();
  const report = async (actor: UserActor, of = year()) => {
    const { body, result } = await made(actor, "tax-report", { year: of, format: "csv" });
    const rows = parseCsv(body);
    return { rows, result, of: (kind: string) => rows.filter((row) => row["kind"] === kind) };
  };

  /** The day's closing price in euros, to 15 digits. */
  async function close(symbol: string, atMs: number): Promise<number> {
    const day = Math.floor(atMs / 86_400_000) * 86_400_000;
    const range = { fromMs: day, toMs: day + 86_400_000 };
    const usd = async (one: string) =>
      Number((await History.read({ symbol: one, interval: "1d", ...range })).candles[0]?.close);
    return (await usd(symbol)) / (await usd("EUR"));
  }

  it("computes the gain of a sale for euros from the average cost of the purchases, to the cent", async () => {
    await provideLiquidity("BTC-EUR", "100", "5000000");
    const actor = await user();
    await depositUnits(actor, "EUR", "3000");
    const first = await swapAtAnyPrice(actor, "EUR", "BTC", "1000");
    clock.advance(DAY);
    const second = await swapAtAnyPrice(actor, "EUR", "BTC", "2000");
    clock.advance(DAY);
    const bought = first.amountOut + second.amountOut;
    const half = bought / 2n;
    const sold = await swapAtAnyPrice(actor, "BTC", "EUR", Money.format(half, 8));
    const { of, result } = await report(actor);
    expect(of("ACQUISITION").map((row) => [row["asset"], row["quantity"], row["value_eur"]])).toEqual([
      ["BTC", Money.format(first.amountOut, 8), "1000.00"],
      ["BTC", Money.format(second.amountOut, 8), "2000.00"],
    ]);
    // All cost 3,000 euros: the sold part cost its share.
    const costCents = (300_000n * half * 2n + bought) / (bought * 2n);
    const proceeds = sold.amountOut;
    const two = (cents: bigint) => (Number(cents) / 100).toFixed(2);
    expect(of("DISPOSAL")).toMatchObject([
      {
        asset: "BTC",
        quantity: Money.format(half, 8),
        value_eur: two(proceeds),
        cost_eur: two(costCents),
        value_known: "yes",
      },
    ]);
    const gain = Number(of("DISPOSAL")[0]?.["gain_eur"]);
    expect(Math.abs(gain - Number(proceeds - costCents) / 100)).toBeLessThanOrEqual(0.01);
    expect(result).toMatchObject({ net: gain.toFixed(2), income: "0.00", unknownValues: 0 });
    expect(of("HOLDING")).toMatchObject([{ asset: "BTC", quantity: Money.format(bought - half, 8) }]);
    expect(of("METHOD").length).toBeGreaterThan(2);
  });

  it("values a trade of two tokens at the day's closing price of the disposed token", async () => {
    await provideLiquidity("ETH-USDC", "1000", "3000000");
    const actor = await user();
    await depositUnits(actor, "ETH", "2");
    clock.advance(1);
    const atMs = clock.now();
    await swapAtAnyPrice(actor, "ETH", "USDC", "0.5");
    clock.advance(2 * DAY);
    const { of } = await report(actor);
    const price = await close("ETH", atMs);
    expect(of("TRANSFER_IN")).toMatchObject([{ asset: "ETH", quantity: "2" }]);
    const [deposited] = of("TRANSFER_IN");
    expect(Number(deposited?.["value_eur"])).toBeCloseTo(2 * price, 1);
    const [out] = of("DISPOSAL");
    expect(Number(out?.["value_eur"])).toBeCloseTo(0.5 * price, 1);
    // Bought and sold at the same close: no gain.
    expect(out).toMatchObject({ asset: "ETH", gain_eur: "0.00" });
    expect(of("ACQUISITION")).toMatchObject([{ asset: "USDC", value_eur: out?.["value_eur"] }]);
  });

  it("shows rewards as income and a penalty as a loss, and does not show stakes", async () => {
    const actor = await user();
    await depositUnits(actor, "YANI", "1000");
    const { position } = await Staking.stake(actor, { poolId: "locked-90", amount: "1000" });
    clock.advance(10 * DAY);
    const claimed = await claim(actor, position.id);
    clock.advance(DAY);
    const { rewardsPaid, penalty } = await unstakeAmount(actor, position.id, "1000", true);
    clock.advance(2 * DAY);
    const { of, result } = await report(actor);
    const amount = (units: bigint) => Money.format(units, 18);
    expect(of("INCOME").map((row) => row["quantity"])).toEqual([
      amount(claimed.claimed),
      amount(rewardsPaid),
    ]);
    expect(of("DISPOSAL")).toMatchObject([
      { operation: "PENALTY", quantity: amount(penalty), value_eur: "0.00", value_known: "yes" },
    ]);
    expect(Number(of("DISPOSAL")[0]?.["gain_eur"])).toBeLessThan(0);
    const income = of("INCOME").reduce((sum, row) => sum + eur(row["value_eur"] ?? ""), 0n);
    expect(Number(result["income"])).toBeCloseTo(Number(income) / 100, 2);
    expect(of("TRANSFER_OUT")).toEqual([]);
  });

  it("shows an addition of liquidity as a trade for pool shares, and a removal as a trade of them", async () => {
    const actor = await user();
    await depositUnits(actor, "EUR", "200");
    await depositUnits(actor, "USDC", "300");
    clock.advance(1);
    const { position } = await addLiquidity(actor, {
      pairId: "EUR-USDC",
      amount0: "100",
      amount1: "110",
      slippage: "50",
    });
    clock.advance(2 * DAY);
    await removeLiquidity(actor, {
      positionId: position.id,
      lpTokens: Money.format(position.lpTokens, 4),
      minAmount0: "0",
      minAmount1: "0",
    });
    clock.advance(DAY);
    const { of } = await report(actor);
    expect(of("DISPOSAL").map((row) => [row["operation"], row["asset"], row["value_known"]])).toEqual([
      ["LIQUIDITY_ADD", "USDC", "yes"],
      ["LIQUIDITY_REMOVE", "LP-EUR-USDC", "yes"],
    ]);
    expect(of("ACQUISITION").map((row) => row["asset"])).toEqual(["LP-EUR-USDC", "USDC"]);
    expect(of("HOLDING").map((row) => row["asset"])).toEqual(["USDC"]);
  });

  it("marks values that the price history does not have, and excludes them from the sums", async () => {
    const actor = await user();
    await depositUnits(actor, "ETH", "1");
    clock.advance(400 * DAY);
    await depositUnits(actor, "EUR", "1");
    await swapAtAnyPrice(actor, "ETH", "USDC", "0.5");
    clock.advance(2 * DAY);
    const { of, result } = await report(actor);
    expect(of("DISPOSAL")).toMatchObject([{ cost_eur: "", gain_eur: "", value_known: "no" }]);
    expect(Number(of("DISPOSAL")[0]?.["value_eur"])).toBeGreaterThan(0);
    expect(result).toMatchObject({ net: "0.00", unknownValues: 1 });
    // No reward is unknown, since none exists.
    expect(of("TOTAL_NET")).toMatchObject([{ value_known: "no" }]);
    expect(of("TOTAL_INCOME")).toMatchObject([{ value_known: "yes" }]);
    const before = await report(actor, year() - 1);
    expect(before.of("TRANSFER_IN")).toMatchObject([{ asset: "ETH", value_eur: "", value_known: "no" }]);
  });

  it("values a deposit of the current day at its latest price", async () => {
    const actor = await user();
    await depositUnits(actor, "BTC", "0.1");
    const { of } = await report(actor);
    expect(of("TRANSFER_IN")).toMatchObject([{ asset: "BTC", value_known: "yes" }]);
  });

  it("states its method in the PDF in the user's language", async () => {
    const actor = await user("Ada", "fr");
    await depositUnits(actor, "BTC", "0.1");
    const { body } = await made(actor, "tax-report", { year: year(), format: "pdf" });
    const text = (await parsePdf(body)).flat().join(" ");
    expect(text).toContain(`Rapport fiscal ${year()}`);
    expect(text).toContain("une aide à votre déclaration");
    expect(text).toContain("coût moyen pondéré");
  });
});

describe("a report for a French user", () => {
  const reports = [
    ["statement-export", () => ({ wallet: "all", from: today(), to: today(), format: "pdf" })],
    ["portfolio-report", () => ({ currency: "USD", format: "pdf" })],
    ["tax-report", () => ({ year: Number(today().slice(0, 4)), format: "pdf" })],
  ] as const;

  it("in PDF has French headings, numbers and dates", async () => {
    const actor = await user("Ada", "fr");
    await depositUnits(actor, "EUR", "5000.25");
    await depositUnits(actor, "USD", "1234567.5");
    await depositUnits(actor, "YANI", "1000");
    await provideLiquidity("EUR-USDC", "10000", "11000");
    await provideLiquidity("EUR-USDC", "100.5", "110", actor);
    await Staking.stake(actor, { poolId: "flexible", amount: "600.5" });
    const english = new Set(
      Object.values(words.en).filter((one) => !Object.values<string>(words.fr).includes(one)),
    );
    for (const [type, payload] of reports) {
      const { body } = await made(actor, type, payload());
      const texts = (await parsePdf(body)).flat().map((one) => one.trim());
      expect(
        texts.filter((one) => english.has(one)),
        type,
      ).toEqual([]);
      expect(
        texts.filter((one) => /\d\.\d|\d{4}-\d{2}-\d{2}|\d,\d{3}\b(?=,)|\w: /.test(one)),
        type,
      ).toEqual([]);
      expect(
        texts.some((one) => /\d,\d{2}/.test(one)),
        type,
      ).toBe(true);
      expect(
        texts.some((one) => /\b\d{2}\/\d{2}\/\d{4}/.test(one)),
        type,
      ).toBe(true);
    }
    const { body } = await made(actor, "statement-export", reports[0][1]());
    const statement = (await parsePdf(body)).flat().map((one) => one.trim());
    expect(statement).toContain("1\u00a0234\u00a0567,50");
    expect(statement).toContain("Dollar des États-Unis (USD)");
    expect(statement).toContain("Liquidité (EUR-USDC)");
  });

  it("in CSV is the same as one for an English user", async () => {
    const rows = async (language: string) => {
      const actor = await user("Ada", language);
      await depositUnits(actor, "EUR", "1234.5");
      const { body } = await made(actor, "statement-export", {
        wallet: "all",
        from: today(),
        to: today(),
        format: "csv",
      });
      return parseCsv(body).map(({ date, reference, transaction_hash, ...row }) => row);
    };
    expect(await rows("fr")).toEqual(await rows("en"));
  });
});

describe("a report's file", () => {
  it("quotes texts that a spreadsheet would execute as formulas, and leaves figures unchanged", () => {
    for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1"])
      expect(guarded(text)).toBe(`'${text}`);
    for (const text of ["", "a=b", "1-2", "O'Neil", "a\nb", "a; b"]) expect(guarded(text)).toBe(text);
    for (const separator of ["\n", "\r", "\r\n", ";", "\t"])
      expect(guarded(`x${separator}=1+1${separator}@A1`)).toBe(`x${separator}'=1+1${separator}'@A1`);
    const csv = new Csv([
      { name: "who", kind: "text" },
      { name: "amount", kind: "figure" },
    ]);
    csv.add([['-Bob, "the"\r\nbuilder', "-12.50"]]);
    expect(Buffer.from(csv.body).toString()).toBe(
      '"who","amount"\r\n"\'-Bob, ""the""\r\nbuilder","-12.50"\r\n',
    );
    expect(parseCsv(csv.body)).toEqual([{ who: '\'-Bob, "the"\r\nbuilder', amount: "-12.50" }]);
    expect(() => csv.add([["x", "=1"]])).toThrow(TypeError);
  });

  it("is rejected if it exceeds its maximum size", () => {
    const csv = new Csv([{ name: "text", kind: "text" }]);
    const row = ["x".repeat(1024)];
    const rows = Array.from({ length: 1024 }, () => row);
    expect(() => {
      for (let n = 0; n < 11; n++) csv.add(rows);
    }).toThrow(expect.objectContaining({ code: "REPORT_TOO_LARGE" }));
  });

  it("is not created for a blocked or deleted user", async () => {
    const actor = await user();
    const job = await Jobs.create(actor, {
      type: "portfolio-report",
      payload: { currency: "EUR", format: "csv" },
    });
    await Table.update(userProfile.key({ userId: actor.userId }), {
      set: { blockedAt: "2026-01-01T00:00:00.000Z" },
    });
    await expect(make(job, checkpoint)).rejects.toMatchObject({ code: "OWNER_GONE" });
  });
});
