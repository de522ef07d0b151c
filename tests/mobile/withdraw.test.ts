import { beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { testIbans } from "../../local/bank-double/credit-transfers.ts";
import { newEmail } from "../support/addresses.ts";
import { App } from "../support/app.ts";
import { DeviceKey, registerDeviceKey } from "../support/device-key.ts";
import { fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";

/** Top-ups by card and withdrawals to the bank in the app, with the doubles of both. */

const platform = withPlatform();
const password = "Lovelace!1843";

interface Row {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly direction: string;
  readonly amount: number;
  readonly balance: number | null;
  readonly counterparty: string | null;
  readonly reference: string | null;
}

let app: App;
let userId: string;
let email: string;
let account: string;
beforeEach(async () => {
  email = newEmail();
  app = new App(platform);
  ({ id: userId } = await app.register(email, password));
  account = await fundAccount(userId, "EUR", 20_000n);
});

const history = async (): Promise<readonly Row[]> =>
  (await app.call<{ transactions: Row[] }>("GET", "/wallet/transactions")).body.transactions;
const balance = async () => {
  const { body } = await app.call<{ accounts: { balance: number; availableBalance: number }[] }>(
    "GET",
    "/wallet/accounts",
  );
  return body.accounts[0];
};
const withdraw = (iban: string, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  app.call<{ transactionId: string; beneficiaryId: string; error?: string; details?: unknown }>(
    "POST",
    "/wallet/withdraw",
    {
      body: {
        accountId: account,
        amount: 50,
        currency: "EUR",
        iban,
        beneficiaryName: "Ada Lovelace",
        ...more,
      },
      headers,
    },
  );
/** Advances the clock so that the bank's due actions run. */
async function runBank(seconds: number): Promise<void> {
  await platform.drain();
  await platform.advance(seconds);
  if (seconds > 600) await app.refresh();
  await platform.drain();
}

describe("a withdrawal", () => {
  it("previews the payee and the fee, and holds and stores nothing", async () => {
    const { body } = await withdraw(testIbans.booked, { preview: true });
    expect(body).toEqual({
      ...{ status: "preview", amount: 50, fee: 0, needsConfirmation: expect.any(Boolean) },
      recipient: { name: "Ada Lovelace", iban: testIbans.booked },
    });
    expect(await balance()).toMatchObject({ balance: 200, availableBalance: 200 });
    expect((await app.call<{ payees: object[] }>("GET", "/payees")).body.payees).toEqual([]);
    expect((await withdraw(testIbans.booked, { amount: 200.01, preview: true })).body).toMatchObject({
      error: "INSUFFICIENT_BALANCE",
    });
  });

  it("is held immediately, captured after the bank has paid, and reported by email", async () => {
    const { status, body } = await withdraw(testIbans.booked, { description: "Loyer d'été" });
    expect([status, body]).toEqual([
      200,
      {
        ...{ transactionId: expect.stringMatching(/^txn_\w+_eur$/), status: "pending", amount: 50, fee: 0 },
        ...{ newBalance: 150, beneficiaryId: expect.stringMatching(/^ben_/) },
      },
    ]);
    expect(await balance()).toMatchObject({ balance: 200, availableBalance: 150, lockedBalance: 50 });
    const row = { id: body.transactionId, type: "withdrawal", direction: "out", amount: 50, balance: 150 };
    expect((await history())[0]).toMatchObject({ ...row, status: "pending", counterparty: "Ada Lovelace" });
    await runBank(11);
    expect(await balance()).toMatchObject({ balance: 150, availableBalance: 150, lockedBalance: 0 });
    const after = await history();
    expect(after[0]).toMatchObject({ ...row, status: "completed" });
    expect(after).toHaveLength(2);
    const subjects = platform.mail(email).map(({ subject }) => subject);
    expect(subjects).toEqual(
      expect.arrayContaining(["Vous avez demandé un retrait", "Votre retrait est parti"]),
    );
  });

  it.each([
    ["the bank rejects", testIbans.rejected, 11, "failed", []],
    ["the bank rejects", testIbans.refused, 0, "failed", []],
    // A rejected transfer was only held, so no return appears in the history.
    [
      "the receiving bank returns",
      testIbans.returned,
      71,
      "refunded",
      [{ type: "withdrawal_return", direction: "in" }],
    ],
  ])("that %s is credited back in full, and reported by email", async (_, iban, seconds, status, again) => {
    await withdraw(iban);
    await runBank(seconds);
    expect(await balance()).toMatchObject({ balance: 200, availableBalance: 200, lockedBalance: 0 });
    const rows = await history();
    expect(rows).toMatchObject([
      ...again.map((row) => ({ ...row, amount: 50, balance: 200 })),
      { type: "withdrawal", direction: "out", amount: 50, status },
      { type: "adjustment" },
    ]);
    const message = platform.mail(email).find(({ subject }) => subject === "Votre retrait n'est pas arrivé");
    expect(message?.text).toContain("50,00");
  });

  it("is completed by a query to the bank if the bank sends no event", async () => {
    await withdraw(testIbans.silent);
    await runBank(11);
    expect((await history())[0]).toMatchObject({ status: "pending" });
    await runBank(3700);
    expect((await history())[0]).toMatchObject({ status: "completed" });
    expect(await balance()).toMatchObject({ balance: 150, lockedBalance: 0 });
  });

  it("is paid once despite duplicate and reordered queue messages and lost database responses", async () => {
    await withdraw(testIbans.booked);
    await withdraw(testIbans.returned, { amount: 20 });
    // Queue messages arrive repeatedly and reordered, and some database responses are lost.
    platform.faults.set({ dependency: "queue-delivery", kind: "duplicate", rate: 0.5 });
    platform.faults.set({ dependency: "queue-delivery", kind: "reorder", rate: 0.5 });
    platform.faults.set({ dependency: "dynamodb", kind: "lost-response", rate: 0.05 });
    await runBank(11);
    await runBank(61);
    await runBank(60);
    platform.faults.clear();
    await runBank(3700);
    expect(await balance()).toMatchObject({ balance: 150, availableBalance: 150 });
    expect((await audit()).differences).toEqual([]);
  });

  it("requires a confirmation on the device for a new IBAN or above 100 EUR", async () => {
    const key = await DeviceKey.create();
    await registerDeviceKey(app, userId, key);
    expect((await withdraw(testIbans.booked, { amount: 1 })).body.error).toBe("STEP_UP_REQUIRED");
    const body = {
      ...{ accountId: account, amount: 1, currency: "EUR" },
      ...{ iban: testIbans.booked, beneficiaryName: "Ada Lovelace" },
    };
    const headers = { "x-biometric-assertion": await key.assertion("POST", "/wallet/withdraw", body) };
    const first = await app.call<{ beneficiaryId: string }>("POST", "/wallet/withdraw", { body, headers });
    expect(first.status).toBe(200);
    const { beneficiaryId } = first.body;
    const again = { iban: undefined, beneficiaryName: undefined, beneficiaryId };
    expect((await withdraw("", { ...again, amount: 100 })).status).toBe(200);
    expect((await withdraw("", { ...again, amount: 100.01 })).body.error).toBe("INSUFFICIENT_BALANCE");
    // A rejected request does not use up a confirmation: it remains valid for the same request.
    const large = { ...{ accountId: account, amount: 100.01, currency: "EUR" }, beneficiaryId };
    const confirmed = {
      body: large,
      headers: { "x-biometric-assertion": await key.assertion("POST", "/wallet/withdraw", large) },
    };
    const poor = await app.call<{ error: string }>("POST", "/wallet/withdraw", confirmed);
    expect(poor.body.error).toBe("INSUFFICIENT_BALANCE");
    await fundAccount(userId, "EUR", 10_000n);
    expect((await withdraw("", { ...again, amount: 100.01 })).body.error).toBe("STEP_UP_REQUIRED");
    expect((await app.call("POST", "/wallet/withdraw", confirmed)).status).toBe(200);
    expect((await app.call<{ error: string }>("POST", "/wallet/withdraw", confirmed)).body.error).toBe(
      "STEP_UP_REQUIRED",
    );
  });

  it.each<[string, object, number, string]>([
    ["a mistyped IBAN", { iban: "DE88370400440532013000" }, 400, "INVALID_REQUEST"],
    ["an IBAN outside SEPA", { iban: "BR1500000000000010932840814P2" }, 400, "INVALID_REQUEST"],
    ["no holder's name", { beneficiaryName: undefined }, 400, "INVALID_REQUEST"],
    ["more than the balance", { amount: 200.01 }, 400, "INSUFFICIENT_BALANCE"],
    ["dollars", { currency: "USD" }, 400, "CURRENCY_MISMATCH"],
    [
      "an unknown payee",
      { beneficiaryId: Ids.create("beneficiary"), iban: undefined, beneficiaryName: undefined },
      404,
      "BENEFICIARY_NOT_FOUND",
    ],
  ])("is rejected with %s", async (_, more, status, error) => {
    const answer = await withdraw(testIbans.booked, more);
    expect([answer.status, answer.body.error], JSON.stringify(answer.body)).toEqual([status, error]);
    expect(await balance()).toMatchObject({ availableBalance: 200 });
  });
});

it("synchronizes the history and the accounts to devices", async () => {
  await app.call("POST", "/wallet/topup", {
    body: { accountId: account, amount: 30, currency: "EUR", paymentMethodId: "pm_card_visa" },
  });
  await app.call("POST", "/wallet/topup", {
    body: {
      accountId: account,
      amount: 5,
      currency: "EUR",
      paymentMethodId: "pm_card_authenticationRequired",
    },
  });
  for (const iban of [testIbans.booked, testIbans.rejected, testIbans.returned, testIbans.silent])
    await withdraw(iban);
  await platform.drain();
  type Change = { readonly collection: string; readonly id: string; readonly data: Row | null };
  const records = new Map<string, Row>();
  let cursor: string | undefined;
  const pull = async () => {
    for (let more = true; more; ) {
      const body = {
        ...(cursor === undefined ? { collections: ["accounts", "transactions"] } : { cursor }),
        limit: 3,
      };
      const answer = await app.call<{ changes: Change[]; cursor: string; hasMore: boolean }>(
        "POST",
        "/sync/pull",
        { body },
      );
      ({ cursor, hasMore: more } = answer.body);
      for (const { id, data } of answer.body.changes)
        if (data) records.set(id, data);
        else records.delete(id);
    }
  };
  const both = async () => {
    await pull();
    const rows = await history();
    for (const row of rows) expect(records.get(row.id), row.type).toEqual(row);
    expect(records.get(account)).toEqual(await balance());
    expect(records.size).toBe(rows.length + 1);
  };
  await both();
  await runBank(80);
  await both();
  expect([...records.values()].map(({ status }) => status)).toContain("refunded");
});

it("does not find another user's payee or account", async () => {
  const other = new App(platform);
  const { id } = await other.register(newEmail(), password);
  const theirs = await fundAccount(id, "EUR", 5000n);
  const { beneficiaryId } = (await withdraw(testIbans.booked)).body;
  const body = { accountId: theirs, amount: 1, currency: "EUR", beneficiaryId };
  const answer = await other.call<{ error?: string }>("POST", "/wallet/withdraw", { body });
  expect([answer.status, answer.body.error]).toEqual([404, "BENEFICIARY_NOT_FOUND"]);
  const foreign = { accountId: account, amount: 1, currency: "EUR", paymentMethodId: "pm_card_visa" };
  expect((await other.call("POST", "/wallet/topup", { body: foreign })).status).toBe(404);
});

describe("a top-up", () => {
  const topup = (body: object) =>
    app.call<{ transactionId: string; status: string; clientSecret?: string; error?: string }>(
      "POST",
      "/wallet/topup",
      {
        body: { accountId: account, amount: 30, currency: "EUR", ...body },
      },
    );

  it("by card is credited once the provider has the money, and is in the history", async () => {
    const { status, body } = await topup({ paymentMethodId: "pm_card_visa" });
    expect([status, body]).toEqual([
      200,
      { transactionId: expect.stringMatching(/^pi_/), status: "completed", amount: 30, currency: "EUR" },
    ]);
    await platform.drain();
    expect(await balance()).toMatchObject({ balance: 230 });
    expect((await history())[0]).toMatchObject({
      type: "top_up",
      amount: 30,
      reference: body.transactionId,
      balance: 230,
    });
  });

  it("is pending, with a client secret, if the card's bank requires authentication", async () => {
    const { body } = await topup({ paymentMethodId: "pm_card_authenticationRequired" });
    expect(body).toMatchObject({
      status: "requires_action",
      clientSecret: expect.stringMatching(/_secret_/),
    });
    expect((await history())[0]).toMatchObject({
      id: body.transactionId,
      type: "top_up",
      status: "pending",
      balance: null,
    });
    expect(await balance()).toMatchObject({ balance: 200 });
  });

  it("of a high amount waits for approval", async () => {
    const { body } = await topup({ paymentMethodId: "pm_card_visa", amount: 1000 });
    expect(body.status).toBe("awaiting_approval");
    expect(await balance()).toMatchObject({ balance: 200 });
  });

  it.each<[object, number, string]>([
    [{ paymentMethodId: "pm_card_chargeDeclined" }, 402, "CARD_REFUSED"],
    [{}, 400, "INVALID_REQUEST"],
    [{ paymentMethodId: "pm_card_visa", cardId: "crd_x" }, 400, "INVALID_REQUEST"],
    [{ cardId: Ids.create("card") }, 404, "CARD_NOT_FOUND"],
    [{ paymentMethodId: "pm_card_visa", currency: "USD" }, 400, "CURRENCY_MISMATCH"],
    [{ paymentMethodId: "pm_card_visa", amount: 1.234 }, 400, "INVALID_AMOUNT"],
  ])("is rejected with %o", async (body, status, error) => {
    const answer = await topup(body);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });
});
