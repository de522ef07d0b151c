import { afterEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { deposit, funded, has, someone } from "../../../tests/support/ledger.ts";
import { audit } from "../../audit/index.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { walletId, walletRef } from "../accounts.ts";
import { walletCount } from "../entity.ts";
import * as Ledger from "../index.ts";
import * as Wallets from "./index.ts";
import { owned } from "./owned.ts";
import type { Adjusted, Wallet } from "./schema.ts";

withDatabase();
afterEach(() => {
  delete process.env["FAUCET_ENABLED"];
});

const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((one) => (one.status === "fulfilled" ? "done" : String(one.reason.code ?? one.reason.name)));
const count = (all: readonly string[], one: string) => all.filter((code) => code === one).length;
const times = <T>(n: number, work: () => Promise<T>) => Promise.allSettled(Array.from({ length: n }, work));
const give = (amount: string) => ({ operation: "DEPOSIT", amount, reason: "a test" }) as const;
const take = (amount: string) => ({ operation: "WITHDRAW", amount, reason: "a test" }) as const;

async function events(): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for await (const item of Table.scan()) {
    if (item["type"] === "wallet-adjusted") found.push(JSON.parse(String(item["payload"])));
  }
  return found;
}

describe("opening a wallet", () => {
  it("a second wallet for the same asset is refused under 50 parallel requests", async () => {
    const actor = someone();
    const outcomes = codes(await times(50, () => Wallets.create(actor, { assetSymbol: "BTC" })));
    expect([count(outcomes, "done"), count(outcomes, "WALLET_EXISTS")]).toEqual([1, 49]);
    await expect(Wallets.create(actor, { assetSymbol: "btc" })).rejects.toMatchObject({
      code: "WALLET_EXISTS",
      details: { assetSymbol: "BTC" },
    });
    expect(await owned(actor)).toHaveLength(1);
  });

  it("an account with 8 wallets gets two more of six asked for at once, and no eleventh", async () => {
    const actor = someone();
    await Table.put({ ...walletCount.key(actor), count: 8 });
    const symbols = Assets.list().map((asset) => asset.symbol);
    const outcomes = codes(
      await Promise.allSettled(symbols.map((assetSymbol) => Wallets.create(actor, { assetSymbol }))),
    );
    expect([count(outcomes, "done"), count(outcomes, "WALLET_LIMIT_REACHED")]).toEqual([
      2,
      symbols.length - 2,
    ]);
    expect(await owned(actor)).toHaveLength(2);
  });

  it("asked for under one key by 10 at once, is done once and answered the same", async () => {
    const actor = someone();
    const claim = Idempotency.claim<Wallet>(actor.userId, "create", Ids.secret(), { assetSymbol: "ETH" });
    const outcomes = await times(10, () => Wallets.create(actor, { assetSymbol: "ETH" }, claim));
    expect(count(codes(outcomes), "done")).toBe(1);
    expect(count(codes(outcomes), "AlreadyDone")).toBe(9);
    const first = outcomes.find((one) => one.status === "fulfilled")?.value;
    for (const one of outcomes) {
      if (one.status === "rejected")
        expect(Idempotency.replay(claim, one.reason.item)).toEqual({ result: first });
    }
  });

  it("of an asset that the platform does not hold, or at an address of another network, is refused", async () => {
    const actor = someone();
    await expect(Wallets.create(actor, { assetSymbol: "DOGE" })).rejects.toMatchObject({
      code: "UNSUPPORTED_ASSET",
    });
    const publicAddress = "0xde709f2102306220921060314715629080e2fb77";
    await expect(Wallets.create(actor, { assetSymbol: "BTC", publicAddress })).rejects.toMatchObject({
      code: "INVALID_ADDRESS",
    });
    expect(await Wallets.create(actor, { assetSymbol: "ETH", publicAddress })).toMatchObject({
      publicAddress,
    });
    expect(await Wallets.create(actor, { assetSymbol: "BTC" })).toMatchObject({ publicAddress: "" });
  });
});

describe("looking at wallets", () => {
  it("shows the 50 latest transactions, and counts all", async () => {
    const actor = someone();
    const wallet = await funded(actor, "EUR", 0n);
    const ids: string[] = [];
    for (let i = 1; i <= 52; i++) {
      Clock.setOffset(i);
      ids.push(await deposit(wallet, 2n));
    }
    Clock.setOffset(100);
    await Wallets.adjust(someone("ADMIN"), walletId("live", actor.userId, "EUR"), take("0.04"));
    Clock.setOffset(0);
    const { transactions, stats } = await Wallets.fromId(actor, walletId("live", actor.userId, "EUR"));
    expect(transactions.map((line) => line.entryId).slice(1)).toEqual(ids.reverse().slice(0, 49));
    expect(transactions[0]).toMatchObject({ type: "WITHDRAWAL", available: -4n });
    expect(stats).toEqual({ totalDeposits: 104n, totalWithdrawals: 4n, transactionCount: 53 });
  });

  it("takes one round trip, both reads at once", async () => {
    const actor = someone();
    await funded(actor, "EUR", 1n);
    const calls: Table.Usage[] = [];
    Table.observe((usage) => calls.push(usage));
    await Wallets.fromId(actor, walletId("live", actor.userId, "EUR"));
    Table.observe(undefined);
    expect(calls.map(({ operation }) => operation).sort()).toEqual(["GetItem", "Query"]);
    expect(calls[1]?.startedMs).toBeLessThan(calls[0]?.endedMs ?? 0);
  });

  it("somebody else's wallet is not there, nor one that was never opened, nor what is no id", async () => {
    const owner = someone();
    await funded(owner, "EUR", 1n);
    const id = walletId("live", owner.userId, "EUR");
    const strange = [
      id,
      walletId("live", owner.userId, "BTC"),
      "wal_",
      "",
      "wal_x#y",
      `${id}#`,
      id.toUpperCase(),
    ];
    for (const one of strange) {
      await expect(Wallets.fromId(someone(), one)).rejects.toMatchObject({ code: "WALLET_NOT_FOUND" });
      await expect(Wallets.fromId(someone("ADMIN"), one)).rejects.toMatchObject({ code: "WALLET_NOT_FOUND" });
      if (one !== id)
        await expect(Wallets.fromId(owner, one)).rejects.toMatchObject({ code: "WALLET_NOT_FOUND" });
    }
  });
});

describe("adjusting a wallet", () => {
  it("takes the platform's own token from its supply outside the ledger, not from the bank", async () => {
    const [owner, employee] = [someone(), someone("EMPLOYE")];
    const { symbol } = Assets.native;
    await funded(owner, symbol, 0n);
    const before = await Ledger.balance("clearing:chain", symbol);
    await Wallets.adjust(employee, walletId("live", owner.userId, symbol), give("5"));
    expect(await Ledger.balance("clearing:chain", symbol)).toBe(before - 5n * 10n ** 18n);
  });

  it("by staff moves money against the bank, and the owner is told", async () => {
    const [owner, employee] = [someone(), someone("EMPLOYE")];
    await funded(owner, "BTC", 0n);
    const id = walletId("live", owner.userId, "BTC");
    const bank = await Ledger.balance("clearing:bank", "BTC");
    expect(await Wallets.adjust(employee, id, give("1.50"))).toMatchObject({
      id,
      available: 150_000_000n,
      held: 0n,
    });
    expect(await Wallets.adjust(employee, id, take("0.5"))).toMatchObject({ available: 100_000_000n });
    expect(await Ledger.balance("clearing:bank", "BTC")).toBe(bank - 100_000_000n);
    const told = (await events()).filter((event) => event["userId"] === owner.userId);
    expect(told).toContainEqual({
      mode: "live",
      userId: owner.userId,
      walletId: id,
      operation: "DEPOSIT",
      amount: "1.5",
      asset: "BTC",
      reason: "a test",
      by: employee.userId,
    });
    expect(told).toHaveLength(2);
  });

  it("by the owner is forbidden, but where the faucet is open; there only the owner's own", async () => {
    const [owner, other] = [someone(), someone("PROFESSIONNEL")];
    await funded(owner, "EUR", 0n);
    const id = walletId("live", owner.userId, "EUR");
    await expect(Wallets.adjust(owner, id, give("1"))).rejects.toMatchObject({ code: "FORBIDDEN" });
    process.env["FAUCET_ENABLED"] = "true";
    await expect(Wallets.adjust(other, id, give("1"))).rejects.toMatchObject({ code: "WALLET_NOT_FOUND" });
    expect(await Wallets.adjust(owner, id, give("1"))).toMatchObject({ available: 100n });
    expect((await events()).filter((event) => event["userId"] === owner.userId)).toEqual([]);
  });

  it("under one key, twice at once and once after, moves the money once; also where it emptied the wallet", async () => {
    const [owner, admin] = [someone(), someone("ADMIN")];
    const wallet = await funded(owner, "EUR", 500n);
    const id = walletId("live", owner.userId, "EUR");
    const claim = Idempotency.claim<Adjusted>(admin.userId, "adjust", Ids.secret(), { id });
    const outcomes = await times(2, () => Wallets.adjust(admin, id, take("5"), claim));
    const again = await times(1, () => Wallets.adjust(admin, id, take("5"), claim));
    expect(codes(outcomes).sort()).toEqual(["AlreadyDone", "done"]);
    expect(codes(again)).toEqual(["AlreadyDone"]);
    expect(await has(wallet)).toEqual({ available: 0n, held: 0n });
    const first = outcomes.find((one) => one.status === "fulfilled")?.value;
    expect(first).toMatchObject({ available: 0n });
    const [repeated] = again;
    expect(repeated?.status === "rejected" && Idempotency.replay(claim, repeated.reason.item)).toEqual({
      result: first,
    });
  });

  it("by nothing, by more than there is, finer than the asset, or too much to keep, is refused", async () => {
    const [owner, admin] = [someone(), someone("ADMIN")];
    await funded(owner, "EUR", 100n);
    const id = walletId("live", owner.userId, "EUR");
    for (const amount of ["0", "0.00", "0.001", "-1", "1e3", `1${"0".repeat(29)}`]) {
      await expect(Wallets.adjust(admin, id, give(amount))).rejects.toMatchObject({ code: "INVALID_AMOUNT" });
    }
    await expect(Wallets.adjust(admin, id, take("1.01"))).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
      details: { required: "1.01", available: "1", currency: "EUR" },
    });
    expect(await has(walletRef(id))).toEqual({ available: 100n, held: 0n });
  });

  it("of a wallet that is not there is refused", async () => {
    const admin = someone("ADMIN");
    for (const id of [
      walletId("live", Ids.create("user"), "EUR"),
      walletId("live", Ids.create("user"), "XYZ"),
      "wal_x",
    ]) {
      await expect(Wallets.adjust(admin, id, give("1"))).rejects.toMatchObject({ code: "WALLET_NOT_FOUND" });
    }
  });
});

it("after all of this the audit finds nothing", async () => {
  expect((await audit()).differences).toEqual([]);
});
