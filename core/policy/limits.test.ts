import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMember } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { createFundedWallet, readBalances } from "../../tests/support/ledger.ts";
import { sendMoney } from "../../tests/support/transfers.ts";
import { audit } from "../audit/index.ts";
import type { LiveActor } from "../identity/actor.ts";
import * as Kyc from "../identity/kyc/index.ts";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import { countRequest } from "../payments/payments/counting.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import type { Transferred } from "../transfers/schema.ts";
import * as Limits from "./limits.ts";
import { worthInCents } from "./valuation.ts";

/** A user's transfers and top-ups are limited by the verification level, exactly, even under parallel requests. */

withDatabase();

let sender: LiveActor;
let receiver: LiveActor;
beforeEach(async () => {
  process.env["KYC_LIMITS"] = "0:100/250/400 1:1000/2000/3000";
  // Starts at the beginning of a day, so that the windows end at known times.
  const day = 24 * HOUR_MS;
  Clock.setOffset(Math.ceil(Date.now() / day) * day - Date.now());
  [sender, receiver] = [await createMember(), await createMember()];
  await createFundedWallet(sender, "EUR", 10_000_000n);
  await createFundedWallet(receiver, "EUR", 0n);
});
afterEach(() => {
  delete process.env["KYC_LIMITS"];
  Clock.setOffset(0);
});

const later = (ms: number) => Clock.setOffset(Clock.offset() + ms);
const give = (amount: string, claim?: Idempotency.Claim<Transferred>, to = receiver) =>
  sendMoney(
    sender,
    {
      fromAccountId: walletId("live", sender.userId, "EUR"),
      toAccountId: walletId("live", to.userId, "EUR"),
      ...{ amount, currency: "EUR", description: "" },
    },
    claim,
  );
const refused = (limit: string, leftEur: string) => ({
  code: "KYC_LIMIT_EXCEEDED",
  details: expect.objectContaining({ limit, leftEur, level: 0, direction: "out" }),
});
const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === "fulfilled" ? "done" : String(outcome.reason.code ?? outcome.reason.name);

describe("the amount sent to other users", () => {
  it("is limited per operation, per 24 hours and per 30 days, to the cent", async () => {
    await expect(give("100.01")).rejects.toMatchObject(refused("operation", "100.00"));
    for (const amount of ["100", "100", "49.99"]) await give(amount);
    await expect(give("0.02")).rejects.toMatchObject(refused("day", "0.01"));
    await give("0.01");
    later(24 * HOUR_MS);
    await expect(give("0.01")).rejects.toMatchObject(refused("day", "0.00"));
    later(HOUR_MS);
    for (const amount of ["100", "50"]) await give(amount);
    await expect(give("0.01")).rejects.toMatchObject(refused("month", "0.00"));
    later(29 * 24 * HOUR_MS);
    await expect(give("0.01")).rejects.toMatchObject(refused("month", "0.00"));
    later(24 * HOUR_MS);
    await give("100");
    expect(await readBalances(walletRef(walletId("live", receiver.userId, "EUR")))).toMatchObject({
      available: 50_000n,
    });
  });

  it("reaches exactly the limit under fifty parallel requests", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => give("10")));
    expect(outcomes.map(codeOf).sort()).toEqual([
      ...Array(25).fill("KYC_LIMIT_EXCEEDED"),
      ...Array(25).fill("done"),
    ]);
    expect(await Limits.of(sender.userId, 0)).toMatchObject({ left: { out: { day: 0n, month: 15_000n } } });
    expect((await audit()).differences).toEqual([]);
  });

  it("does not include a rejected transfer, and includes a repeated request once", async () => {
    const poor = await createMember();
    await createFundedWallet(poor, "EUR", 100n);
    const asked = {
      fromAccountId: walletId("live", poor.userId, "EUR"),
      amount: "50",
      currency: "EUR",
      description: "",
    };
    const to = { toAccountId: walletId("live", receiver.userId, "EUR") };
    await expect(sendMoney(poor, { ...asked, ...to })).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
    });
    expect(await Limits.of(poor.userId, 0)).toMatchObject({ left: { out: { day: 25_000n } } });
    const claim = Idempotency.claim<Transferred>(sender.userId, "send", Ids.secret(), {});
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => give("90", claim)));
    expect(outcomes.map(codeOf).sort()).toEqual([...Array(4).fill("AlreadyDone"), "done"]);
    expect(await Limits.of(sender.userId, 0)).toMatchObject({ left: { out: { day: 16_000n } } });
  });

  it("may be higher after an identity check, and lower again after its rejection", async () => {
    await expect(give("500")).rejects.toMatchObject({ code: "KYC_LIMIT_EXCEEDED" });
    await Kyc.decide("bank", sender.userId, { decisionId: "yes", status: "VALIDATED", level: 2 });
    await give("1000");
    await Kyc.decide("bank", sender.userId, { decisionId: "no", status: "REJECTED" });
    await expect(give("1")).rejects.toMatchObject({ code: "KYC_LIMIT_EXCEEDED" });
  });

  it("is counted with the value of the asset in euros", async () => {
    await createFundedWallet(sender, "BTC", 100_000_000n);
    await createFundedWallet(receiver, "BTC", 0n);
    const btc = Assets.get("BTC");
    const sendBitcoin = (satoshi: bigint) =>
      sendMoney(sender, {
        fromAccountId: walletId("live", sender.userId, "BTC"),
        toAccountId: walletId("live", receiver.userId, "BTC"),
        ...{ amount: Assets.format(satoshi, "BTC"), currency: "BTC", description: "" },
      });
    // Finds the largest amount that is worth at most 100 EUR.
    let most = (100n * 10n ** 10n) / (await worthInCents(btc, 10n ** 8n));
    while ((await worthInCents(btc, most + 1n)) <= 10_000n) most++;
    while ((await worthInCents(btc, most)) > 10_000n) most--;
    const worth = await worthInCents(btc, most);
    await expect(sendBitcoin(most + 1n)).rejects.toMatchObject({
      code: "KYC_LIMIT_EXCEEDED",
      details: { worthEur: "100.01" },
    });
    await sendBitcoin(most);
    expect(await Limits.of(sender.userId, 0)).toMatchObject({ left: { out: { day: 25_000n - worth } } });
  });

  it("is unlimited if no limits are set", async () => {
    process.env["KYC_LIMITS"] = "none";
    await give("50000");
    expect(await Limits.of(sender.userId, 0)).toBeUndefined();
  });
});

describe("the amount received by card", () => {
  it("has a limit of its own, separate from sent amounts, under fifty parallel payments", async () => {
    await give("100");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => countRequest(sender, 1000, 1000n)),
    );
    expect(outcomes.map(codeOf).filter((code) => code === "done")).toHaveLength(25);
    await expect(countRequest(sender, 1, 1n)).rejects.toMatchObject({
      code: "KYC_LIMIT_EXCEEDED",
      details: { direction: "in", limit: "day" },
    });
    expect(await Limits.of(sender.userId, 0)).toMatchObject({
      left: { in: { day: 0n }, out: { day: 15_000n } },
    });
  });

  it("does not include payments to merchants", async () => {
    await countRequest(sender, 100_000, undefined);
    expect(await Limits.of(sender.userId, 0)).toMatchObject({ left: { in: { day: 25_000n } } });
  });
});
