import { describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { createFundedWallet, deposit, newActor } from "../../tests/support/ledger.ts";
import { audit } from "../audit/index.ts";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { clearingRef, walletId } from "../ledger/accounts.ts";
import { walletCount } from "../ledger/entity.ts";
import * as Ledger from "../ledger/index.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Policy from "../policy/index.ts";
import * as Wallets from "./index.ts";
import { owned } from "./owned.ts";
import type { Wallet } from "./schema.ts";

withDatabase();

const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((one) => (one.status === "fulfilled" ? "done" : String(one.reason.code ?? one.reason.name)));
const count = (all: readonly string[], one: string) => all.filter((code) => code === one).length;
const times = <T>(n: number, work: () => Promise<T>) => Promise.allSettled(Array.from({ length: n }, work));

/** Posts a withdrawal, as a staff member can. */
const withdraw = (wallet: AccountRef, amount: bigint) =>
  Policy.post({
    type: "WITHDRAWAL",
    postings: Ledger.move(wallet, clearingRef("live", wallet.asset), amount),
    initiator: wallet.account,
    actorId: "test",
    reason: "a test",
    result: () => undefined,
  });

describe("opening a wallet", () => {
  it("is rejected for a second wallet of the same asset under 50 parallel requests", async () => {
    const actor = newActor();
    const outcomes = codes(await times(50, () => Wallets.create(actor, { assetSymbol: "BTC" })));
    expect([count(outcomes, "done"), count(outcomes, "WALLET_EXISTS")]).toEqual([1, 49]);
    await expect(Wallets.create(actor, { assetSymbol: "btc" })).rejects.toMatchObject({
      code: "WALLET_EXISTS",
      details: { assetSymbol: "BTC" },
    });
    expect(await owned(actor)).toHaveLength(1);
  });

  it("succeeds up to ten wallets of a user under parallel requests", async () => {
    const actor = newActor();
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

  it("succeeds once, with one recorded response, under 10 parallel requests with one idempotency key", async () => {
    const actor = newActor();
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

  it("is rejected for an unsupported asset and for an address of another network", async () => {
    const actor = newActor();
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

describe("reading a wallet", () => {
  it("returns the 50 latest transactions, and the totals of all", async () => {
    const actor = newActor();
    const wallet = await createFundedWallet(actor, "EUR", 0n);
    const ids: string[] = [];
    for (let i = 1; i <= 52; i++) {
      Clock.setOffset(i);
      ids.push(await deposit(wallet, 2n));
    }
    Clock.setOffset(100);
    await withdraw(wallet, 4n);
    Clock.setOffset(0);
    const { transactions, stats } = await Wallets.fromId(actor, walletId("live", actor.userId, "EUR"));
    expect(transactions.map((line) => line.entryId).slice(1)).toEqual(ids.reverse().slice(0, 49));
    expect(transactions[0]).toMatchObject({ type: "WITHDRAWAL", available: -4n });
    expect(stats).toEqual({ totalDeposits: 104n, totalWithdrawals: 4n, transactionCount: 53 });
  });

  it("takes one round trip of two parallel reads", async () => {
    const actor = newActor();
    await createFundedWallet(actor, "EUR", 1n);
    const calls: Table.Usage[] = [];
    Table.observe((usage) => calls.push(usage));
    await Wallets.fromId(actor, walletId("live", actor.userId, "EUR"));
    Table.observe(undefined);
    expect(calls.map(({ operation }) => operation).sort()).toEqual(["BatchGetItem", "Query"]);
    expect(calls[1]?.startedMs).toBeLessThan(calls[0]?.endedMs ?? 0);
  });

  it("fails for another user's wallet, an unopened wallet and a malformed id", async () => {
    const owner = newActor();
    await createFundedWallet(owner, "EUR", 1n);
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
      await expect(Wallets.fromId(newActor(), one)).rejects.toMatchObject({ code: "WALLET_NOT_FOUND" });
      await expect(Wallets.fromId(newActor("ADMIN"), one)).rejects.toMatchObject({
        code: "WALLET_NOT_FOUND",
      });
      if (one !== id)
        await expect(Wallets.fromId(owner, one)).rejects.toMatchObject({ code: "WALLET_NOT_FOUND" });
    }
  });
});

it("leaves no difference for the audit after the tests above", async () => {
  expect((await audit()).differences).toEqual([]);
});
