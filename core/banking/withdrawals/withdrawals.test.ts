import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { setVariables } from "../../../local/environment.ts";
import {
  availableCents,
  createMember,
  handleBankEvent,
  outboxPayloads,
  platformBalances,
} from "../../../tests/support/bank.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { readBalances } from "../../../tests/support/ledger.ts";
import { createDebt, fundAccount } from "../../../tests/support/money.ts";
import { audit } from "../../audit/index.ts";
import { flag } from "../../flags/entity.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { systemRef, walletRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Debts from "../../policy/debts.ts";
import * as Policy from "../../policy/index.ts";
import { withdrawal as entity } from "./entity.ts";
import * as Withdrawals from "./index.ts";
import type { RequestedWithdrawal, Withdrawal } from "./schema.ts";
import { sepaText } from "./sepa.ts";
import { applyNews } from "./state.ts";

/** Tests withdrawals with the bank's events in any order. */

withDatabase();

const IBAN = "DE89370400440532013000";
const AT = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

let actor: LiveActor;
let account: string;
let unset = () => {};
beforeEach(async () => {
  unset = setVariables({ BANK_URL: "http://127.0.0.1:1", WITHDRAWAL_FEE_MINOR: "100" });
  actor = await createMember();
  account = await fundAccount(actor.userId, "EUR", 10_000n);
});
afterEach(() => unset());
afterAll(async () => expect((await audit()).differences).toEqual([]));

const defaults = {
  amount: "50",
  currency: "EUR",
  iban: IBAN,
  beneficiaryName: "Ada Lovelace",
  description: "Rent",
};
const request = (more: object = {}, claim?: Idempotency.Claim<RequestedWithdrawal>) =>
  Withdrawals.request(actor, { accountId: account, ...defaults, ...more }, async () => {}, claim);

/** Expects one notification of the user that the withdrawal is being checked. */
const expectNotifiedOnce = async () =>
  expect(
    (await outboxPayloads("withdrawal-flagged")).filter((one) => one["userId"] === actor.userId),
  ).toEqual([{ userId: actor.userId, asset: "EUR", amount: "50" }]);

async function onlyWithdrawal(): Promise<Withdrawal> {
  const all = await Table.queryAll({ pk: entity.partition(actor), beginsWith: entity.prefix });
  expect(all).toHaveLength(1);
  return entity.parse(all[0] ?? {});
}

const event = (
  type: "booked" | "rejected" | "pending",
  { endToEndId }: Withdrawal,
  more: object = {},
  second = 1,
) => ({
  type: `transaction.${type}`,
  occurredAt: AT(second),
  data: {
    ...{ transactionId: `bank-${endToEndId}`, endToEndId, direction: "debit" },
    ...{ amount: { value: "50.00", currency: "EUR" }, ...more },
  },
});
const returnEvent = (one: Withdrawal) =>
  event("booked", one, {
    ...{ transactionId: `back-${one.endToEndId}`, endToEndId: undefined },
    ...{ direction: "credit", originalEndToEndId: one.endToEndId },
  });

describe("a withdrawal", () => {
  it("holds the amount and the fee, stores its payee, and queues one order for the bank", async () => {
    const before = await platformBalances();
    const done = await request();
    expect(done).toMatchObject({ amountMinor: 5000n, feeMinor: 100n, available: 4900n });
    expect(await readBalances(walletRef(account))).toEqual({ available: 4900n, held: 5100n });
    expect(await platformBalances()).toEqual(before);
    const one = await onlyWithdrawal();
    expect(one).toMatchObject({ state: "requested", name: "Ada Lovelace", iban: IBAN, description: "Rent" });
    expect(one.endToEndId).toMatch(/^[0-9A-Z]{26}$/);
    const orders = (await outboxPayloads("withdrawal-requested")).filter(
      ({ userId }) => userId === actor.userId,
    );
    expect(orders).toEqual([{ userId: actor.userId, withdrawalId: one.withdrawalId }]);
  });

  it("is paid once by repeated and concurrent bookings of the bank", async () => {
    await request();
    const before = await platformBalances();
    const one = await onlyWithdrawal();
    const booking = event("booked", one);
    await Promise.all([
      handleBankEvent(booking),
      handleBankEvent(booking),
      handleBankEvent({ ...booking, eventId: "repeated" }),
    ]);
    expect(await readBalances(walletRef(account))).toEqual({ available: 4900n, held: 0n });
    expect((await platformBalances()).bank - before.bank).toBe(5000n);
    expect((await onlyWithdrawal()).state).toBe("booked");
  });

  it("is returned with its fee if the bank rejects it, but pays the user's debt first", async () => {
    await request();
    await createDebt(account, 700n);
    await handleBankEvent(event("rejected", await onlyWithdrawal(), { reason: "AC04" }));
    expect(await readBalances(walletRef(account))).toEqual({ available: 9300n, held: 0n });
    expect(await Debts.owed(walletRef(account))).toBe(0n);
    expect(await onlyWithdrawal()).toMatchObject({ state: "rejected", reason: "AC04" });
  });

  it("is returned with its fee, once, if the payment comes back after the booking", async () => {
    const before = await platformBalances();
    await request();
    const one = await onlyWithdrawal();
    await handleBankEvent(event("booked", one));
    await handleBankEvent(returnEvent(one));
    await handleBankEvent(returnEvent(one));
    expect(await readBalances(walletRef(account))).toEqual({ available: 10_000n, held: 0n });
    expect(await platformBalances()).toEqual(before);
    expect((await onlyWithdrawal()).state).toBe("returned");
  });

  it("has the same balance and state for any order of late and repeated events", async () => {
    const kinds = ["pending", "booked", "rejected", "back"] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 }),
        async (sequence) => {
          actor = await createMember();
          account = await fundAccount(actor.userId, "EUR", 10_000n);
          await request();
          const one = await onlyWithdrawal();
          for (const kind of sequence)
            await handleBankEvent(kind === "back" ? returnEvent(one) : event(kind, one));
          const isReturned = sequence.includes("rejected") || sequence.includes("back");
          const expectedCents = isReturned ? 10_000n : 4900n;
          expect(await availableCents(actor)).toBe(expectedCents);
          const { state, flagged } = await onlyWithdrawal();
          const expected = isReturned
            ? /^(rejected|returned)$/
            : sequence.includes("booked")
              ? /^booked$/
              : /^ordered$/;
          expect(state).toMatch(expected);
          expect(flagged).toBeUndefined();
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  it("is flagged, and moves no money, if the bank pays another amount, or pays after a rejection", async () => {
    await request();
    const one = await onlyWithdrawal();
    await handleBankEvent(event("booked", one, { amount: { value: "51.00", currency: "EUR" } }));
    expect(await readBalances(walletRef(account))).toEqual({ available: 4900n, held: 5100n });
    const flagged = await onlyWithdrawal();
    expect(flagged.flagged).toMatch(/another amount/);
    // The answer to a later query confirms the payment without an amount.
    expect(applyNews(flagged, { state: "booked", position: AT(2) })).toBeUndefined();
    const silent = { ...flagged, flagged: "the bank has not answered for 3 days" };
    const other = { amountMinor: 1n, currency: "EUR" };
    expect(applyNews(silent, { state: "booked", money: other, position: AT(2) })?.flagged).toMatch(
      /another amount/,
    );
    const right = { amountMinor: 5000n, currency: "EUR" };
    expect(applyNews(flagged, { state: "booked", money: right, position: AT(2) })?.state).toBe("booked");
    await handleBankEvent(event("rejected", one, {}, 2));
    await handleBankEvent(event("booked", one, {}, 3));
    expect(await readBalances(walletRef(account))).toEqual({ available: 10_000n, held: 0n });
    const listed = await Table.find(flag, { kind: "withdrawal", id: one.withdrawalId });
    expect(listed).toMatchObject({ userId: actor.userId, why: (await onlyWithdrawal()).flagged });
    expect(listed?.why).toMatch(/that it had rejected/);
    await expectNotifiedOnce();
  });

  it("is flagged if another amount is returned, and stays paid", async () => {
    await request();
    const one = await onlyWithdrawal();
    await handleBankEvent(event("booked", one));
    const { data, ...less } = returnEvent(one);
    for (let times = 0; times < 2; times++)
      await handleBankEvent({ ...less, data: { ...data, amount: { value: "49.00", currency: "EUR" } } });
    expect(await readBalances(walletRef(account))).toEqual({ available: 4900n, held: 0n });
    expect((await onlyWithdrawal()).state).toBe("booked");
    const listed = await Table.find(flag, { kind: "withdrawal", id: one.withdrawalId });
    expect(listed).toMatchObject({
      userId: actor.userId,
      why: "the returned amount differs from the paid amount",
    });
    await expectNotifiedOnce();
  });

  it.each([
    ["an invalid amount", { amount: { value: "50.005", currency: "EUR" } }, /decimal/],
    ["an unsupported currency", { amount: { value: "50", currency: "XYZ" } }, /XYZ/],
    ["incoming money", { direction: "credit" }, /incoming/],
  ])("is flagged, and moves no money, if the bank books %s for it", async (_, more, why) => {
    for (const isOrdered of [true, false]) {
      actor = await createMember();
      account = await fundAccount(actor.userId, "EUR", 10_000n);
      await request();
      const one = await onlyWithdrawal();
      // Incoming money concerns the withdrawal only if the event has the bank's id of the withdrawal.
      if (isOrdered || "direction" in more) await handleBankEvent(event("pending", one));
      await handleBankEvent(event("booked", one, more));
      expect(await readBalances(walletRef(account))).toEqual({ available: 4900n, held: 5100n });
      const flagged = await onlyWithdrawal();
      expect(flagged.flagged).toMatch(why);
      expect(applyNews(flagged, { state: "booked", position: AT(2) })).toBeUndefined();
      await handleBankEvent(event("booked", one, {}, 3));
      expect(await readBalances(walletRef(account))).toEqual({ available: 4900n, held: 0n });
    }
  });

  it("is not changed by another transfer with its end-to-end id", async () => {
    await request();
    const one = await onlyWithdrawal();
    await handleBankEvent(event("booked", one));
    const other = { transactionId: `other-${one.endToEndId}`, userId: actor.userId };
    const small = { value: "1.00", currency: "EUR" };
    await handleBankEvent(event("booked", one, { ...other, amount: small, direction: "credit" }));
    expect(await availableCents(actor)).toBe(5000n);
    await handleBankEvent(event("rejected", one, { ...other, amount: small, direction: "credit" }));
    await handleBankEvent(event("rejected", one, { ...other, amount: undefined, direction: undefined }));
    expect(await availableCents(actor)).toBe(4900n);
    expect((await onlyWithdrawal()).state).toBe("booked");
  });

  it("is returned with its fee even if the treasury has spent the fee", async () => {
    await request();
    const one = await onlyWithdrawal();
    await handleBankEvent(event("booked", one));
    const left = await Ledger.balance("treasury", "EUR");
    await Policy.post({
      type: "TREASURY_TRANSFER",
      postings: Ledger.move(
        systemRef("live", "treasury", "EUR"),
        systemRef("live", "clearing:bank", "EUR"),
        left,
      ),
      actorId: "test",
      reason: "spent",
      result: () => undefined,
    });
    await handleBankEvent(returnEvent(one));
    expect(await availableCents(actor)).toBe(10_000n);
  });

  it("is requested once per idempotency key, and rejected without the money, a SEPA account, a bank or a sufficient limit", async () => {
    const claim = () => Idempotency.claim<RequestedWithdrawal>(actor.userId, "withdraw", key, {});
    const key = Ids.secret();
    const results = await Promise.allSettled([request({}, claim()), request({}, claim())]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(request({ amount: 49.01 })).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    await expect(request({ iban: "BR1500000000000010932840814P2" })).rejects.toMatchObject({
      details: { fields: [{ field: "iban" }] },
    });
    await expect(request({ amount: "1000000000" })).rejects.toMatchObject({ code: "INVALID_AMOUNT" });
    process.env["KYC_LIMITS"] = "0:60/60/60";
    await expect(request({ amount: 10.01 })).rejects.toMatchObject({ code: "KYC_LIMIT_EXCEEDED" });
    delete process.env["KYC_LIMITS"];
    unset();
    await expect(request()).rejects.toMatchObject({ code: "WITHDRAWALS_UNAVAILABLE" });
  });

  it("requires a confirmation for a new payee and above 100 EUR only", async () => {
    let confirmations = 0;
    const confirm = async () => {
      confirmations++;
    };
    const withdraw = (more: object) =>
      Withdrawals.request(actor, { accountId: account, ...defaults, ...more }, confirm);
    const { beneficiaryId } = await withdraw({ amount: 1 });
    expect(confirmations).toBe(1);
    expect((await withdraw({ amount: 1 })).beneficiaryId).toBe(beneficiaryId);
    const known = { beneficiaryId, iban: undefined, beneficiaryName: undefined };
    await withdraw({ amount: 1, ...known });
    expect(confirmations).toBe(1);
    await fundAccount(actor.userId, "EUR", 100_000n);
    await withdraw({ amount: "100.01", ...known });
    expect(confirmations).toBe(2);
  });
});

it("audits a withdrawal against its hold", async () => {
  await request();
  const key = entity.key(await onlyWithdrawal());
  const item = await Table.get(key);
  await Table.update(key, { set: { feeMinor: 99n } });
  expect((await audit()).differences.join()).toMatch(
    /withdrawal .* 50.99 EUR of 50.99 EUR held, but its hold has 51/,
  );
  await Table.remove(key);
  expect((await audit()).differences.join()).toMatch(/hold .* belongs to a withdrawal that does not exist/);
  await Table.put({ ...item, ...key });
  expect((await audit()).differences).toEqual([]);
});

it.each([
  ["Łukasz Müller & Søn", "Lukasz Muller + Son"],
  ["/Café//№5/ 日本", "Cafe/No5/ .."],
  ["rent 1/2026, (garage)", "rent 1/2026, (garage)"],
])("converts %s to %s for banks", (text, converted) => {
  expect(sepaText(text, 140)).toBe(converted);
});
