import { beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import { dateIn, dayAfter } from "../../core/banking/scheduled/dates.ts";
import { userProfile } from "../../core/identity/entity.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { walletRef } from "../../core/ledger/accounts.ts";
import { balanceNow } from "../../core/ledger/balance-at.ts";
import * as Table from "../../core/platform/table/index.ts";
import { testIbans } from "../../local/bank-double/credit-transfers.ts";
import { App } from "../support/app.ts";
import { enableTwoFactor } from "../support/authenticator.ts";
import { DeviceKey, registerDeviceKey } from "../support/device-key.ts";
import { subjectsTo } from "../support/emails.ts";
import { Mirror } from "../support/mirror.ts";
import { fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";

/** Scheduled payments in the app. `core/banking/scheduled/run.test.ts` covers their execution. */

const platform = withPlatform({ seeded: false, providers: true });
const password = "Lovelace!1843";
const IBAN = testIbans.booked;
const ZONE = "Europe/Paris";

interface Scheduled {
  readonly id: string;
  readonly status: string;
  readonly nextRunAt: string | null;
  readonly lastTransactionId: string | null;
  readonly error?: string;
  readonly details?: readonly { readonly field: string }[];
}

let count = 0;
async function createMember(cents: bigint, firstName = "Ada") {
  const email = `scheduled${++count}@example.com`;
  const app = new App(platform);
  const { id: userId } = await app.register(email, password, { firstName });
  await Table.update(userProfile.key({ userId }), {
    set: { emailVerified: Clock.nowIso(), preferences: { language: "en" } },
  });
  return { app, userId, email, eur: await fundAccount(userId, "EUR", cents) };
}
type Member = Awaited<ReturnType<typeof createMember>>;

let ada: Member;
let ben: Member;
beforeEach(async () => {
  [ada, ben] = [await createMember(10_000n), await createMember(0n, "Ben")];
});

const today = () => dateIn(ZONE, Clock.nowMs());
const tomorrow = () => dayAfter(ZONE, Clock.nowMs());
const schedule = (more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  ada.app.call<Scheduled>("POST", "/payments/scheduled", {
    body: {
      ...{ accountId: ada.eur, toEmail: ben.email, amount: 12.34, currency: "EUR" },
      ...{ frequency: "once", startDate: tomorrow().slice(0, 10), description: "Rent" },
      ...more,
    },
    headers,
  });
const list = async ({ app }: Member, query = "") =>
  (
    await app.call<{ scheduledPayments: Scheduled[]; nextCursor: string | null }>(
      "GET",
      `/payments/scheduled${query}`,
    )
  ).body;
const cancel = ({ app }: Member, id: string) => app.call<Scheduled>("DELETE", `/payments/scheduled/${id}`);
const cents = async ({ eur }: Member) => (await balanceNow(walletRef(eur))).available;

/** Advances the clock until the schedules have run after an instant. */
async function advanceUntil(iso: string): Promise<void> {
  await platform.advance(Math.max(0, Math.ceil((Date.parse(iso) - Clock.nowMs()) / 1000)) + 61);
  await platform.drain();
  await ada.app.login(ada.email, password);
}

describe("a scheduled payment", () => {
  it("is executed on its date by the schedule, and both users are notified", async () => {
    const { status, body } = await schedule();
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: expect.stringMatching(/^sch_/), status: "active", accountId: ada.eur, toAccountId: null },
        ...{ iban: null, beneficiaryName: null, toBeneficiaryId: null },
        ...{ toEmail: ben.email, amount: 12.34, currency: "EUR", description: "Rent", frequency: "once" },
        ...{ startDate: tomorrow().slice(0, 10), endDate: null, timezone: ZONE, nextRunAt: tomorrow() },
        ...{ runs: 0, failedTries: 0, failure: null, lastRunAt: null, lastTransactionId: null, version: 1 },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      },
    ]);
    expect((await list(ada)).scheduledPayments).toEqual([body]);
    expect((await list(ben)).scheduledPayments).toEqual([]);
    await advanceUntil(tomorrow());
    expect([await cents(ada), await cents(ben)]).toEqual([8_766n, 1_234n]);
    const [after] = (await list(ada)).scheduledPayments;
    expect(after).toMatchObject({ status: "completed", runs: 1, nextRunAt: null });
    const { body: history } = await ada.app.call<{ transactions: object[] }>("GET", "/wallet/transactions");
    const row = { id: after?.lastTransactionId, type: "transfer", amount: 12.34, description: "Rent" };
    expect(history.transactions[0]).toMatchObject(row);
    expect(await subjectsTo(platform, ada.email)).toContain("You have sent money");
    expect(await subjectsTo(platform, ben.email)).toContain("You have received money");
    expect((await cancel(ada, body.id)).body.error).toBe("SCHEDULED_PAYMENT_ENDED");
    expect((await audit()).differences).toEqual([]);
  });

  it("that starts today is executed at its first run time", async () => {
    const { body } = await schedule({ startDate: today(), frequency: "monthly" });
    await advanceUntil(body.nextRunAt ?? "");
    expect(await cents(ben)).toBe(1_234n);
    expect((await list(ada)).scheduledPayments).toMatchObject([{ status: "active", runs: 1 }]);
  });

  it("is tried on three days if the balance is too low, and then fails, with an email each time", async () => {
    const { body } = await schedule({ amount: 99, accountId: ada.eur });
    await ada.app.call("POST", "/wallet/transfer", {
      body: { fromAccountId: ada.eur, toAccountId: ben.eur, amount: 50, currency: "EUR" },
    });
    let due = body.nextRunAt ?? "";
    for (const failedTries of [1, 2]) {
      await advanceUntil(due);
      const [one] = (await list(ada)).scheduledPayments;
      expect(one).toMatchObject({ status: "active", failedTries, failure: "INSUFFICIENT_BALANCE" });
      due = one?.nextRunAt ?? "";
      expect(due).toBe(tomorrow());
    }
    await advanceUntil(due);
    expect((await list(ada)).scheduledPayments).toMatchObject([{ status: "failed", nextRunAt: null }]);
    const subjects = await subjectsTo(platform, ada.email);
    expect(subjects.filter((one) => one === "A scheduled payment could not be made")).toHaveLength(2);
    expect(subjects.filter((one) => one === "A scheduled payment has failed")).toHaveLength(1);
    expect(await cents(ben)).toBe(5_000n);
  });

  it("is not executed after it was canceled", async () => {
    const { body } = await schedule({ frequency: "daily" });
    expect((await cancel(ben, body.id)).status).toBe(404);
    for (let times = 0; times < 2; times++) {
      const { status, body: canceled } = await cancel(ada, body.id);
      expect([status, canceled]).toMatchObject([200, { id: body.id, status: "canceled", nextRunAt: null }]);
    }
    await advanceUntil(tomorrow());
    expect(await cents(ben)).toBe(0n);
  });

  it("is created once per Idempotency-Key", async () => {
    const headers = { "idempotency-key": "rent-1" };
    const [one, two] = [await schedule({}, headers), await schedule({}, headers)];
    expect(two.body).toEqual(one.body);
    expect((await list(ada)).scheduledPayments).toHaveLength(1);
    expect((await schedule({ amount: 3 }, headers)).body.error).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  it("requires a confirmation above 100 EUR", async () => {
    expect((await schedule({ amount: 100 })).status).toBe(201);
    const path = "/payments/scheduled";
    const body = {
      ...{ accountId: ada.eur, toAccountId: ben.eur, amount: "100.01", currency: "EUR" },
      ...{ frequency: "monthly", startDate: tomorrow().slice(0, 10) },
    };
    const key = await DeviceKey.create();
    await registerDeviceKey(ada.app, ada.userId, key);
    const refused = await ada.app.call<Scheduled>("POST", path, { body });
    expect([refused.status, refused.body.error]).toEqual([403, "STEP_UP_REQUIRED"]);
    const assertion = await key.assertion("POST", path, body);
    const headers = { "x-biometric-assertion": assertion };
    expect((await ada.app.call("POST", path, { body, headers })).status).toBe(201);
  });

  it("is validated before a confirmation is requested", async () => {
    const { authenticator } = await enableTwoFactor(ada.app);
    await platform.advance(30);
    const headers = { "x-2fa-code": authenticator.code() };
    const large = { amount: 150 };
    const refused = [
      [{ startDate: "2020-01-01" }, "INVALID_REQUEST"],
      [{ toEmail: undefined, toAccountId: "wal_unknown" }, "RECIPIENT_UNKNOWN"],
      [{ toEmail: undefined, toAccountId: ada.eur }, "SAME_ACCOUNT"],
    ] as const;
    for (const [wrong, error] of refused)
      expect((await schedule({ ...large, ...wrong }, headers)).body.error).toBe(error);
    expect((await schedule(large)).body.error).toBe("STEP_UP_REQUIRED");
    expect((await schedule(large, headers)).status).toBe(201);
  });

  it("to a payee shows the payee's name, and neither the account nor the address behind it", async () => {
    const added = await ada.app.call<{ id: string }>("POST", "/payees", {
      body: { name: "Benny", email: ben.email },
    });
    const toBeneficiaryId = added.body.id;
    const made = await schedule({ toEmail: undefined, toBeneficiaryId });
    const shown = { toAccountId: null, toEmail: null, iban: null, toBeneficiaryId, beneficiaryName: "Benny" };
    expect([made.status, made.body]).toMatchObject([201, shown]);
    const both = await schedule({ toBeneficiaryId });
    expect([both.status, both.body.error]).toEqual([400, "INVALID_REQUEST"]);
    await advanceUntil(tomorrow());
    await advanceUntil(Clock.nowIso());
    expect([await cents(ada), await cents(ben)]).toEqual([10_000n - 1_234n, 1_234n]);
    const all = [await list(ada), (await ada.app.call("GET", "/wallet/transactions")).body];
    expect(JSON.stringify(all)).not.toContain(ben.userId.slice(4));
    expect(JSON.stringify(all)).not.toContain(ben.email);
  });

  it("to a bank account makes a credit transfer on its date, and requires a proof also if the payee is saved", async () => {
    const path = "/payments/scheduled";
    const body = {
      ...{ accountId: ada.eur, iban: IBAN, beneficiaryName: "Grace Hopper", amount: 20 },
      ...{ currency: "EUR", frequency: "daily", startDate: tomorrow().slice(0, 10) },
    };
    const key = await DeviceKey.create();
    await registerDeviceKey(ada.app, ada.userId, key);
    const refused = await ada.app.call<Scheduled>("POST", path, { body });
    expect([refused.status, refused.body.error]).toEqual([403, "STEP_UP_REQUIRED"]);
    const headers = { "x-biometric-assertion": await key.assertion("POST", path, body) };
    const made = await ada.app.call<Scheduled>("POST", path, { body, headers });
    const payee = { iban: IBAN, beneficiaryName: "Grace Hopper" };
    expect([made.status, made.body]).toMatchObject([201, { ...payee, toEmail: null, status: "active" }]);
    // The payee is saved now.
    expect((await ada.app.call<Scheduled>("POST", path, { body })).body.error).toBe("STEP_UP_REQUIRED");
    const proof = { "x-biometric-assertion": await key.assertion("POST", path, body) };
    const again = await ada.app.call<Scheduled>("POST", path, { body, headers: proof });
    expect(again.status).toBe(201);
    await cancel(ada, again.body.id);
    await advanceUntil(tomorrow());
    await advanceUntil(Clock.nowIso());
    expect(await cents(ada)).toBe(8_000n);
    const [, one] = (await list(ada)).scheduledPayments;
    expect(one).toMatchObject({ runs: 1, status: "active", nextRunAt: tomorrow() });
    const { body: history } = await ada.app.call<{ transactions: object[] }>("GET", "/wallet/transactions");
    const row = { id: one?.lastTransactionId, type: "withdrawal", amount: 20, status: "completed" };
    expect(history.transactions[0]).toMatchObject({ ...row, counterparty: "Grace Hopper" });
    const { body: paid } = await ada.app.call<{ payments: object[] }>("GET", "/payments/history");
    const payment = { method: "scheduled", direction: "out", amount: 20, status: "completed", refunded: 0 };
    expect(paid.payments).toMatchObject([
      { ...payment, counterparty: "Grace Hopper", transactionId: row.id, accountId: ada.eur },
    ]);
    await cancel(ada, made.body.id);
    expect((await audit()).differences).toEqual([]);
  });

  it.each<[string, object, number, string, string?]>([
    ["a bank account without its holder", { toEmail: undefined, iban: IBAN }, 400, "INVALID_REQUEST"],
    ["a past date", { startDate: "2026-01-31" }, 400, "INVALID_REQUEST", "startDate"],
    ["an invalid date", { startDate: "2099-02-30" }, 400, "INVALID_REQUEST", "startDate"],
    [
      "an end before its start",
      { startDate: "2099-01-31", endDate: "2099-01-30" },
      400,
      "INVALID_REQUEST",
      "endDate",
    ],
    ["an unknown frequency", { frequency: "hourly" }, 400, "INVALID_REQUEST", "frequency"],
    ["two recipients", { toAccountId: "wal_unknown" }, 400, "INVALID_REQUEST"],
    ["no recipient", { toEmail: undefined }, 400, "INVALID_REQUEST"],
    ["a third of a cent", { amount: 0.333 }, 400, "INVALID_AMOUNT"],
    ["another currency", { currency: "USD" }, 400, "CURRENCY_MISMATCH"],
    ["an unknown source account", { accountId: "wal_unknown" }, 404, "WALLET_NOT_FOUND"],
    ["an email address without an account", { toEmail: "unknown@example.com" }, 404, "RECIPIENT_UNKNOWN"],
  ])("is rejected (%s)", async (_, more, status, error, field) => {
    const { status: answered, body } = await schedule(more);
    expect([answered, body.error]).toEqual([status, error]);
    if (field !== undefined) expect(body.details).toMatchObject([{ field }]);
  });

  it("to the sender is rejected, by email address and by account", async () => {
    expect((await schedule({ toEmail: ada.email })).body.error).toBe("SAME_ACCOUNT");
    expect((await schedule({ toEmail: undefined, toAccountId: ada.eur })).body.error).toBe("SAME_ACCOUNT");
  });

  it("is listed in pages, newest first", async () => {
    const ids: string[] = [];
    for (let made = 0; made < 3; made++) ids.unshift((await schedule()).body.id);
    const first = await list(ada, "?limit=2");
    expect(first.scheduledPayments.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = await list(ada, `?limit=2&cursor=${first.nextCursor}`);
    expect([rest.scheduledPayments.map(({ id }) => id), rest.nextCursor]).toEqual([ids.slice(2), null]);
  });

  it("is synchronized to the device as in the list, and again after its cancellation", async () => {
    const mirror = new Mirror(ada.app);
    const { body } = await schedule({ frequency: "monthly" });
    await platform.drain();
    await mirror.pull();
    expect(mirror.get("scheduledPayments", body.id)).toMatchObject({ version: 1, data: body });
    const canceled = (await cancel(ada, body.id)).body;
    await platform.drain();
    await mirror.pull();
    expect(mirror.get("scheduledPayments", body.id)).toMatchObject({ version: 2, data: canceled });
  });
});
