import { isValidIBAN } from "ibantools";
import { beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import { userProfile } from "../../core/identity/entity.ts";
import * as Kyc from "../../core/identity/kyc/index.ts";
import * as Users from "../../core/identity/users.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { walletId, walletRef } from "../../core/ledger/accounts.ts";
import { balanceNow } from "../../core/ledger/balance-at.ts";
import * as Ledger from "../../core/ledger/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Debts from "../../core/policy/debts.ts";
import { App } from "../support/app.ts";
import { DeviceKey, registerDeviceKey } from "../support/device-key.ts";
import { provideLiquidity, swapAtAnyPrice } from "../support/exchange.ts";
import { createDebt, findActor, fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";

/** Accounts, transfers and history in the app. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";

interface Row {
  readonly id: string;
  readonly accountId: string | null;
  readonly type: string;
  readonly direction: string;
  readonly amount: number;
  readonly description: string | null;
  readonly counterparty: string | null;
  readonly balance: number | null;
}
interface Page {
  readonly transactions: readonly Row[];
  readonly nextCursor: string | null;
}
interface Sent {
  readonly transactionId: string;
  readonly newBalance: number;
  readonly error?: string;
  readonly details?: unknown;
}

let count = 0;
interface Member {
  readonly app: App;
  readonly userId: string;
  readonly email: string;
  readonly eur: string;
}

/** Registers a user with this balance, in cents, and by default a verified address. */
async function createMember(
  cents: bigint,
  { firstName = "Ada", proven = true, phone = "" } = {},
): Promise<Member> {
  const email = `wallet${++count}@example.com`;
  const app = new App(platform);
  const more = { firstName, ...(phone !== "" && { phone }) };
  const { id: userId } = await app.register(email, password, more);
  if (proven) await verifyAddress(userId);
  return { app, userId, email, eur: await fundAccount(userId, "EUR", cents) };
}

async function verifyAddress(userId: string): Promise<void> {
  await Table.update(userProfile.key({ userId }), { set: { emailVerified: new Date().toISOString() } });
}

const send = (from: Member, body: object, headers: Readonly<Record<string, string>> = {}) =>
  from.app.call<Sent>("POST", "/wallet/transfer", {
    body: { fromAccountId: from.eur, currency: "EUR", ...body },
    headers,
  });
const history = async ({ app }: Member, query = "") =>
  (await app.call<Page>("GET", `/wallet/transactions${query}`)).body;
const cents = async (of: string) => (await balanceNow(walletRef(of))).available;

let ada: Member;
let ben: Member;
beforeEach(async () => {
  [ada, ben] = [await createMember(10_000n), await createMember(0n, { firstName: "Ben" })];
});

describe("accounts", () => {
  it("are listed with their type, balances and IBAN", async () => {
    await fundAccount(ada.userId, "BTC", 5n);
    const { body } = await ada.app.call<{ accounts: object[] }>("GET", "/wallet/accounts");
    const eur = { id: ada.eur, name: "Euro", type: "fiat", currency: "EUR", balance: 100, isDefault: true };
    expect(body.accounts).toMatchObject([
      {
        ...eur,
        availableBalance: 100,
        lockedBalance: 0,
        iban: expect.stringMatching(/^FR\d{12}[0-9A-Z]{13}$/),
      },
      { type: "crypto", currency: "BTC", balance: 5e-8, isDefault: false, iban: null },
    ]);
  });

  it("in euro receive bank transfers to their IBAN, and a transfer to an unknown IBAN goes to suspense", async () => {
    const read = async () =>
      (await ben.app.call<{ accounts: { iban: string }[] }>("GET", "/wallet/accounts")).body.accounts;
    const [{ iban }] = (await read()) as [{ iban: string }];
    expect(isValidIBAN(iban)).toBe(true);
    const pay = (to: string) =>
      platform.call("POST", "/_local/bank/incoming-transfers", {
        body: {
          iban: to,
          amount: { value: "125.50", currency: "EUR" },
          debtor: { name: "Employer SAS" },
          remittanceInformation: "Salary",
        },
      });
    expect((await pay(iban.replace(/(.{4})/g, "$1 ").toLowerCase())).status).toBe(201);
    await platform.drain();
    expect(await cents(ben.eur)).toBe(12_550n);
    expect((await history(ben)).transactions[0]).toMatchObject({
      ...{ accountId: ben.eur, type: "bank_transfer", direction: "in", amount: 125.5, status: "completed" },
      ...{ description: "Salary", counterparty: "Employer SAS", balance: 125.5 },
    });
    expect(platform.mail(ben.email)).not.toEqual([]);
    const suspense = await Ledger.balance("suspense", "EUR");
    expect((await pay("FR7630006000011234567890189")).status).toBe(201);
    await platform.drain();
    expect(await Ledger.balance("suspense", "EUR")).toBe(suspense + 12_550n);
    expect((await read())[0]).toMatchObject({ iban });
    expect((await audit()).differences).toEqual([]);
  });

  it("in euro have an IBAN even if a received transfer opened them", async () => {
    const app = new App(platform);
    const email = `wallet${++count}@example.com`;
    const { id: userId } = await app.register(email, password);
    await verifyAddress(userId);
    expect((await send(ada, { toEmail: email, amount: 5 })).status).toBe(200);
    const { body } = await app.call<{ accounts: { iban: string }[] }>("GET", "/wallet/accounts");
    expect(body.accounts.map(({ iban }) => isValidIBAN(iban))).toEqual([true]);
  });

  it("have a total in the preferred currency", async () => {
    await fundAccount(ada.userId, "BTC", 100_000_000n);
    const read = async () =>
      (
        await ada.app.call<{ total: { amount: number; currency: string }; unpriced: string[] }>(
          "GET",
          "/wallet/balance",
        )
      ).body;
    const euro = await read();
    expect(euro).toMatchObject({
      total: { currency: "EUR" },
      accounts: [
        { id: ada.eur, balance: 100, value: 100 },
        { currency: "BTC", balance: 1 },
      ],
      unpriced: [],
    });
    expect(euro.total.amount).toBeGreaterThan(1000);
    const body = {
      language: "en",
      currency: "USD",
      timezone: "Europe/Paris",
      theme: "dark",
      hideBalances: false,
    };
    expect((await ada.app.call("PUT", "/user/preferences", { body })).status).toBe(200);
    const dollars = await read();
    expect(dollars.total.currency).toBe("USD");
    expect(dollars.total.amount).not.toBe(euro.total.amount);
  });
});

describe("a transfer", () => {
  it("moves money immediately, and both users see the other's name", async () => {
    const { status, body } = await send(ada, {
      toEmail: ben.email.toUpperCase(),
      amount: 12.34,
      description: "Lunch",
    });
    expect([status, body]).toEqual([
      200,
      {
        transactionId: expect.stringMatching(/^txn_[0-9a-z]{26}_eur$/),
        status: "completed",
        amount: 12.34,
        fee: 0,
        recipient: { name: "Ben Lovelace" },
        newBalance: 87.66,
      },
    ]);
    const row = {
      id: body.transactionId,
      type: "transfer",
      amount: 12.34,
      description: "Lunch",
      currency: "EUR",
    };
    expect((await history(ada)).transactions[0]).toMatchObject({
      ...{ ...row, direction: "out", counterparty: "Ben Lovelace", balance: 87.66, accountId: ada.eur },
    });
    expect((await history(ben)).transactions).toMatchObject([
      { ...row, direction: "in", counterparty: "Ada Lovelace", balance: 12.34, accountId: ben.eur },
    ]);
  });

  it("notifies both users by email, without the sender's description", async () => {
    await send(ada, { toEmail: ben.email, amount: 12.34, description: "evil.example" });
    await platform.drain();
    const emailTo = (to: string, subject: string) => platform.mail(to).find((one) => one.subject === subject);
    const sent = emailTo(ada.email, "Vous avez envoyé de l'argent");
    const received = emailTo(ben.email, "Vous avez reçu de l'argent");
    expect(sent?.text).toMatch(/vous avez envoyé 12,34/);
    expect(received?.text).toMatch(/vous a envoyé 12,34/);
    expect(`${sent?.text}${received?.text}`).not.toMatch(/evil/);
  });

  it("opens the recipient's account if it does not exist", async () => {
    const usd = await fundAccount(ada.userId, "USD", 500n);
    const { status } = await send(ada, {
      fromAccountId: usd,
      toAccountId: ben.eur.replace("_eur", "_usd"),
      amount: "1.5",
      currency: "usd",
    });
    expect(status).toBe(200);
    expect(await cents(walletId("live", ben.userId, "USD"))).toBe(150n);
  });

  it("pays the recipient's debt first, and is rejected from a debtor", async () => {
    await createDebt(ben.eur, 500n);
    expect((await send(ada, { toAccountId: ben.eur, amount: 12 })).status).toBe(200);
    expect(await cents(ben.eur)).toBe(700n);
    expect(await Debts.owed(walletRef(ben.eur))).toBe(0n);
    await createDebt(ben.eur, 500n);
    const refused = await send(ben, { toAccountId: ada.eur, amount: 1 });
    expect([refused.status, refused.body.error]).toEqual([409, "ACCOUNT_IN_DEBT"]);
  });

  it("is rejected because of a debt before the balance is checked; accounts and totals show the debt", async () => {
    await createDebt(ben.eur, 500n);
    for (const to of [{ toAccountId: ada.eur }, { toEmail: ada.email }, { toEmail: "unknown@example.com" }]) {
      const { status, body } = await send(ben, { ...to, amount: 1 });
      expect([status, body]).toMatchObject([
        409,
        { error: "ACCOUNT_IN_DEBT", details: { owed: { EUR: "5" } } },
      ]);
    }
    for (const path of ["/wallet/accounts", "/wallet/balance"]) {
      const { body } = await ben.app.call<{ accounts: object[] }>("GET", path);
      expect(body.accounts).toMatchObject([{ id: ben.eur, balance: 0, owed: 5 }]);
    }
  });

  it.each<[string, object, number, string, object?]>([
    [
      "more than the balance",
      { amount: 100.01 },
      400,
      "INSUFFICIENT_BALANCE",
      { required: "100.01", available: "100", currency: "EUR" },
    ],
    ["another currency", { currency: "USD" }, 400, "CURRENCY_MISMATCH"],
    ["an amount of zero", { amount: 0 }, 400, "INVALID_REQUEST"],
    ["a third of a cent", { amount: 0.333 }, 400, "INVALID_AMOUNT"],
    ["two recipients", { toEmail: "x@example.com" }, 400, "INVALID_REQUEST"],
    ["a description of two lines", { description: "a\nb" }, 400, "INVALID_REQUEST"],
    ["an unknown target account", { toAccountId: "wal_unknown" }, 404, "RECIPIENT_UNKNOWN"],
    ["an unknown source account", { fromAccountId: "wal_unknown" }, 404, "WALLET_NOT_FOUND"],
  ])("is rejected (%s)", async (_, body, status, error, details) => {
    const answer = await send(ada, { toAccountId: ben.eur, amount: 1, ...body });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    if (details) expect(answer.body.details).toEqual(details);
    expect([await cents(ada.eur), await cents(ben.eur)]).toEqual([10_000n, 0n]);
  });

  it("requires a source account of the sender, a different target account, and the same currency", async () => {
    expect((await send(ada, { fromAccountId: ben.eur, toAccountId: ada.eur, amount: 1 })).status).toBe(404);
    expect((await send(ada, { toAccountId: ada.eur, amount: 1 })).body.error).toBe("SAME_ACCOUNT");
    const btc = await fundAccount(ben.userId, "BTC", 0n);
    expect((await send(ada, { toAccountId: btc, amount: 1 })).body.error).toBe("CURRENCY_MISMATCH");
  });

  it("gets the same error for unknown, unverified and blocked recipients, and attempts are limited", async () => {
    const unproven = await createMember(0n, { proven: false });
    const blocked = await createMember(0n);
    await Users.block(blocked.userId);
    const answers = [];
    for (const toEmail of ["unknown@example.com", unproven.email, blocked.email])
      answers.push(await send(ada, { toEmail, amount: 1 }));
    const [first] = answers;
    for (const { status, body } of answers) expect([status, body]).toEqual([404, first?.body]);
    // A sender without funds learns nothing about the address, because the balance is checked first.
    const poor = await send(ben, { toEmail: "unknown@example.com", amount: 1 });
    expect(poor.body.error).toBe("INSUFFICIENT_BALANCE");
    for (let tries = answers.length; tries < 30; tries++)
      await send(ada, { toEmail: "unknown@example.com", amount: 1 });
    const limited = await send(ada, { toEmail: ben.email, amount: 1 });
    expect(limited.status).toBe(429);
    expect(JSON.stringify(limited.body)).toContain("Pay by the id of an account");
    expect((await send(ada, { toAccountId: ben.eur, amount: 1 })).status).toBe(200);
  });

  it("is rejected for a phone number that its user has not verified", async () => {
    const phone = `+3361234${String(1000 + count).slice(-4)}`;
    const cleo = await createMember(0n, { phone });
    await Kyc.decide("bank", cleo.userId, { decisionId: Ids.secret(8), status: "VALIDATED" });
    const { status, body } = await send(ada, { toPhone: phone.replace("+33", "+33 "), amount: 1 });
    expect([status, body.error]).toEqual([404, "RECIPIENT_UNKNOWN"]);
    expect([await cents(cleo.eur), await cents(ada.eur)]).toEqual([0n, 10_000n]);
  });

  it("is not made again if it is repeated with its Idempotency-Key, with the used assertion or a new one", async () => {
    const rich = await createMember(100_000n);
    const key = await DeviceKey.create();
    await registerDeviceKey(rich.app, rich.userId, key);
    const body = { fromAccountId: rich.eur, currency: "EUR", toAccountId: ben.eur, amount: 150 };
    const once = async (assertion: string) =>
      send(rich, body, { "idempotency-key": "confirmed-once", "x-biometric-assertion": assertion });
    const assertion = await key.assertion("POST", "/wallet/transfer", body);
    const first = await once(assertion);
    expect(first.status).toBe(200);
    for (const sent of [assertion, await key.assertion("POST", "/wallet/transfer", body)]) {
      const again = await once(sent);
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
    }
    expect(await cents(rich.eur)).toBe(85_000n);
  });

  it("returns the recipient's name, by account and by email address", async () => {
    for (const to of [{ toAccountId: ben.eur }, { toEmail: ben.email }]) {
      const { body } = await send(ada, { ...to, amount: 1 });
      expect(body).toMatchObject({ recipient: { name: "Ben Lovelace" } });
    }
  });

  it("previews the recipient by a shortened name, moves nothing, and stores nothing under the key", async () => {
    const headers = { "idempotency-key": "preview-1" };
    await ben.app.call("PATCH", "/user/profile", { body: { firstName: "Benoît", lastName: "de la Tour" } });
    const shown = await send(ada, { toEmail: ben.email, amount: 40, preview: true }, headers);
    expect(shown.body).toEqual({
      ...{ status: "preview", amount: 40, fee: 0, needsConfirmation: false },
      recipient: { name: "Benoît T." },
    });
    expect(await cents(ada.eur)).toBe(10_000n);
    expect((await send(ada, { toEmail: ben.email, amount: 40 }, headers)).body).toMatchObject({
      ...{ status: "completed", newBalance: 60 },
    });
  });

  it("previews with the errors of the transfer, and needs no confirmation itself", async () => {
    const rich = await createMember(100_000n);
    const large = await send(rich, { toEmail: ben.email, amount: 500, preview: true });
    expect(large.body).toMatchObject({ status: "preview" });
    for (const [body, error] of [
      [{ toEmail: "nobody@example.com", amount: 1 }, "RECIPIENT_UNKNOWN"],
      [{ toEmail: ben.email, amount: 100.01 }, "INSUFFICIENT_BALANCE"],
      [{ toEmail: ada.email, amount: 1 }, "SAME_ACCOUNT"],
    ] as const)
      expect((await send(ada, { ...body, preview: true })).body).toMatchObject({ error });
  });

  it("requires a confirmation on the device above a value of 100 EUR", async () => {
    const rich = await createMember(1_000_000n);
    const usd = await fundAccount(rich.userId, "USD", 1_000_000n);
    const key = await DeviceKey.create();
    await registerDeviceKey(rich.app, rich.userId, key);
    expect((await send(rich, { toAccountId: ben.eur, amount: 100 })).status).toBe(200);
    const body = { fromAccountId: rich.eur, toAccountId: ben.eur, amount: 100.01, currency: "EUR" };
    expect((await send(rich, body)).body.error).toBe("STEP_UP_REQUIRED");
    const more = {
      fromAccountId: usd,
      toAccountId: ben.eur.replace("_eur", "_usd"),
      amount: 1000,
      currency: "USD",
    };
    expect((await send(rich, more)).body.error).toBe("STEP_UP_REQUIRED");
    const assertion = await key.assertion("POST", "/wallet/transfer", body);
    const confirmed = await rich.app.call("POST", "/wallet/transfer", {
      body,
      headers: { "x-biometric-assertion": assertion },
    });
    expect(confirmed.status).toBe(200);
  });

  it("is validated before a confirmation is requested", async () => {
    const rich = await createMember(50_000n);
    await registerDeviceKey(rich.app, rich.userId, await DeviceKey.create());
    const error = async (more: object) =>
      (await send(rich, { fromAccountId: rich.eur, toAccountId: ben.eur, amount: 200, ...more })).body.error;
    expect(await error({})).toBe("STEP_UP_REQUIRED");
    expect(await error({ amount: 500.01 })).toBe("INSUFFICIENT_BALANCE");
    for (const amount of ["1,5", "", "-1"]) expect(await error({ amount })).toBe("INVALID_AMOUNT");
    expect(await error({ amount: 1e21 })).toBe("INSUFFICIENT_BALANCE");
    expect(await error({ currency: "EURO" })).toBe("CURRENCY_MISMATCH");
    expect(await error({ fromAccountId: ben.eur })).toBe("WALLET_NOT_FOUND");
  });

  it("is made once per Idempotency-Key, even if the sender has no funds left", async () => {
    const key = { "idempotency-key": Ids.secret() };
    const order = { toEmail: ben.email, amount: 100 };
    const answers = await Promise.all([send(ada, order, key), send(ada, order, key), send(ada, order, key)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.transactionId)).size).toBe(1);
    expect((await send(ada, order, key)).headers.get("idempotency-replayed")).toBe("true");
    expect(await cents(ben.eur)).toBe(10_000n);
  });

  it("loses no cent under 64 parallel transfers between six users", async () => {
    const all = await Promise.all([0, 1, 2, 3, 4, 5].map(() => createMember(1000n)));
    const at = (index: number) => all[index % all.length] as Member;
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        send(at(index), {
          toAccountId: at(index * 5 + 1).eur === at(index).eur ? at(index + 1).eur : at(index * 5 + 1).eur,
          amount: (index % 7) + 0.01,
        }),
      ),
    );
    for (const { status, body } of answers) expect([200, 400], JSON.stringify(body)).toContain(status);
    const sums = await Promise.all(all.map(({ eur }) => cents(eur)));
    expect(sums.reduce((a, b) => a + b, 0n)).toBe(6000n);
    expect((await audit()).differences).toEqual([]);
  }, 60_000);
});

describe("the history", () => {
  it("contains the movements of all accounts, in pages that stay correct while money moves", async () => {
    await fundAccount(ada.userId, "BTC", 7n);
    for (let i = 1; i <= 9; i++) await send(ada, { toAccountId: ben.eur, amount: i });
    const whole = (await history(ada, "?limit=100")).transactions;
    expect(whole).toHaveLength(11);
    const found: Row[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await history(ada, `?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`);
      found.push(...page.transactions);
      cursor = page.nextCursor;
      await send(ada, { toAccountId: ben.eur, amount: 0.01 });
    } while (cursor !== null);
    expect(found).toEqual(whole);
  });

  it("of an account has a running balance that ends at the current balance", async () => {
    for (let i = 1; i <= 5; i++) await send(ada, { toAccountId: ben.eur, amount: i });
    await send(ben, { toAccountId: ada.eur, amount: 2 });
    const { transactions } = await history(ada, `?accountId=${ada.eur}`);
    const balances = transactions.map(({ balance }) => balance);
    expect(balances).toEqual([87, 85, 90, 94, 97, 99, 100]);
    for (const [index, { direction, amount, balance }] of transactions.entries())
      expect((balance ?? 0) - (direction === "in" ? amount : -amount)).toBe(balances[index + 1] ?? 0);
  });

  it("is filtered by account, type and time", async () => {
    await platform.advance(60);
    const btc = await fundAccount(ada.userId, "BTC", 7n);
    await platform.advance(60);
    await send(ada, { toAccountId: ben.eur, amount: 1 });
    const types = async (query: string) => (await history(ada, query)).transactions.map(({ type }) => type);
    expect(await types("")).toEqual(["transfer", "adjustment", "adjustment"]);
    expect(await types("?type=transfer")).toEqual(["transfer"]);
    expect(await types(`?accountId=${btc}`)).toEqual(["adjustment"]);
    const all = (await ada.app.call<{ transactions: { createdAt: string }[] }>("GET", "/wallet/transactions"))
      .body;
    const [last, second] = all.transactions.map(({ createdAt }) => createdAt);
    expect(await types(`?from=${last}`)).toEqual(["transfer"]);
    expect(await types(`?to=${second}`)).toEqual(["adjustment", "adjustment"]);
    expect(await types(`?from=${second}&to=${second}`)).toEqual(["adjustment"]);
    expect(await types(`?from=${last}&to=${second}`)).toEqual([]);
    expect((await ada.app.call("GET", `/wallet/transactions?accountId=${ben.eur}`)).status).toBe(404);
    expect((await ada.app.call("GET", "/wallet/transactions?cursor=nonsense")).status).toBe(400);
  });

  it("is searched by words of the description and the counterparty, without case and accents", async () => {
    await send(ada, { toAccountId: ben.eur, amount: 1, description: "Dîner d'été" });
    await send(ada, { toAccountId: ben.eur, amount: 2, description: "Rent" });
    const amounts = async (q: string) =>
      (await history(ada, `?q=${encodeURIComponent(q)}`)).transactions.map(({ amount }) => amount);
    expect(await amounts("DINER")).toEqual([1]);
    expect(await amounts("été dîner")).toEqual([1]);
    expect(await amounts("ben")).toEqual([2, 1]);
    expect(await amounts("ben rent")).toEqual([2]);
    expect(await amounts("ben nothing")).toEqual([]);
  });

  it("is filtered by direction, status, currency and amount, alone and together", async () => {
    await fundAccount(ada.userId, "BTC", 7n);
    await send(ada, { toAccountId: ben.eur, amount: 12.5, description: "Lunch" });
    await send(ben, { toAccountId: ada.eur, amount: 0.01 });
    const amounts = async (query: string) =>
      (await history(ada, `?${query}`)).transactions.map(({ amount }) => amount);
    expect(await amounts("direction=out")).toEqual([12.5]);
    expect(await amounts("direction=in&type=transfer")).toEqual([0.01]);
    expect(await amounts("currency=btc")).toEqual([7e-8]);
    expect(await amounts("status=pending")).toEqual([]);
    expect(await amounts("minAmount=12.50&maxAmount=12.5")).toEqual([12.5]);
    expect(await amounts("minAmount=12.500001")).toEqual([100]);
    expect(await amounts("maxAmount=0.00000007")).toEqual([7e-8]);
    expect(await amounts("q=lunch&direction=out&currency=EUR&minAmount=1&status=completed")).toEqual([12.5]);
    expect(await amounts("q=lunch&direction=in")).toEqual([]);
    for (const [query, error] of [
      ["currency=XYZ", "UNSUPPORTED_ASSET"],
      ["minAmount=1,5", "INVALID_REQUEST"],
      ["maxAmount=-1", "INVALID_REQUEST"],
      ["status=done", "INVALID_REQUEST"],
      ["q=%20", "INVALID_REQUEST"],
    ])
      expect(await ada.app.call("GET", `/wallet/transactions?${query}`)).toMatchObject({
        status: 400,
        body: { error },
      });
  });

  it("accepts a cursor with the filters of its list only", async () => {
    for (let i = 1; i <= 3; i++) await send(ada, { toAccountId: ben.eur, amount: i });
    const { nextCursor } = await history(ada, "?limit=1&direction=out&q=ben");
    const page = async (query: string) =>
      (await ada.app.call("GET", `/wallet/transactions?limit=5${query}&cursor=${nextCursor}`)).status;
    expect(await history(ada, `?limit=5&direction=out&q=ben&cursor=${nextCursor}`)).toMatchObject({
      transactions: [{ amount: 2 }, { amount: 1 }],
      nextCursor: null,
    });
    for (const other of ["", "&direction=out", "&direction=in&q=ben", "&direction=out&q=eve"])
      expect(await page(other), other).toBe(400);
    const unfiltered = (await history(ada, "?limit=1")).nextCursor;
    const filtered = await ada.app.call("GET", `/wallet/transactions?q=ben&cursor=${unfiltered}`);
    expect(filtered.status).toBe(400);
  });

  it("never shows an email address as a name", async () => {
    await Table.update(userProfile.key({ userId: ada.userId }), { set: { name: ada.email } });
    await send(ada, { toAccountId: ben.eur, amount: 1 });
    expect((await history(ben)).transactions[0]?.counterparty).toBe("w***@example.com");
  });

  it.each(["svc Support", "evil.example", "Sуpport bank"])(
    "shows the masked address of an unverified user named %s to both other parties, in responses, histories and messages",
    async (name) => {
      const eve = await createMember(1000n);
      await Table.update(userProfile.key({ userId: eve.userId }), { set: { name } });
      const sent = await send(ada, { toEmail: eve.email, amount: 1 });
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
      expect(JSON.stringify(sent.body)).not.toContain(name);
      await send(eve, { toAccountId: ben.eur, amount: 1 });
      await platform.drain();
      for (const one of [ada, ben]) {
        expect((await history(one)).transactions[0]?.counterparty).toBe("w***@example.com");
        const notices = await one.app.call("GET", "/notifications/history");
        expect(JSON.stringify([platform.mail(one.email), notices.body])).not.toContain(name);
      }
      // The user's own emails do not repeat the name either: a mail program would make a link of it.
      expect(
        platform
          .mail(eve.email)
          .map(({ text }) => text)
          .join(),
      ).not.toContain(name);
      await Kyc.decide("bank", eve.userId, { decisionId: Ids.secret(8), status: "VALIDATED" });
      await send(eve, { toAccountId: ben.eur, amount: 1 });
      expect((await history(ben)).transactions[0]?.counterparty).toBe(name);
    },
  );

  it("shows the names at the time of each transfer, and the journal contains no names", async () => {
    await send(ada, { toAccountId: ben.eur, amount: 1 });
    await ada.app.call("PATCH", "/user/profile", { body: { firstName: "Augusta", lastName: "King" } });
    await ben.app.call("PATCH", "/user/profile", { body: { firstName: "Benedict", lastName: "King" } });
    await send(ada, { toAccountId: ben.eur, amount: 2 });
    const names = async (of: Member) =>
      (await history(of)).transactions.flatMap((one) => (one.type === "transfer" ? one.counterparty : []));
    expect(await names(ada)).toEqual(["Benedict King", "Ben Lovelace"]);
    expect(await names(ben)).toEqual(["Augusta King", "Ada Lovelace"]);
    const [line] = (await history(ben)).transactions;
    const entry = await Ledger.find((line?.id ?? "").replace("_eur", ""));
    expect(entry?.type).toBe("TRANSFER");
    const journal = JSON.stringify(entry, (_, value) => (typeof value === "bigint" ? `${value}` : value));
    expect(journal).not.toMatch(/King|Lovelace/);
  });

  it("shows descriptions as the sender wrote them", async () => {
    for (const description of ["transfer", "bank transfer bt_1", "payment pay_1 to Ada"])
      await send(ada, { toAccountId: ben.eur, amount: 1, description });
    await createDebt(ben.eur, 50n);
    await send(ada, { toAccountId: ben.eur, amount: 1, description: "a, of which 1 EUR paid a debt" });
    const [debt, ...others] = (await history(ben)).transactions;
    expect(debt).toMatchObject({ description: "a, of which 1 EUR paid a debt", amount: 0.5 });
    const written = ["payment pay_1 to Ada", "bank transfer bt_1", "transfer"];
    expect(others.map(({ type, description }) => [type, description])).toEqual(
      written.map((description) => ["transfer", description]),
    );
    expect((await history(ada)).transactions.slice(0, 4).map(({ counterparty }) => counterparty)).toEqual(
      Array(4).fill("Ben Lovelace"),
    );
  });
});

describe("a transaction", () => {
  interface Detail extends Row {
    readonly movements: readonly object[];
    readonly entry: { readonly entryId: string; readonly transactionHash: string } | null;
  }
  const read = ({ app }: Member, id: string) => app.call<Detail>("GET", `/wallet/transactions/${id}`);

  it("is the row of the history by its id, with its ledger entry and the caller's movements only", async () => {
    const { body } = await send(ada, { toAccountId: ben.eur, amount: 12.5, description: "Lunch" });
    const [row] = (await history(ada)).transactions;
    const { status, body: found } = await read(ada, body.transactionId);
    expect([status, found]).toMatchObject([200, { ...row }]);
    const entry = await Ledger.find(found.entry?.entryId ?? "");
    expect(found).toMatchObject({
      movements: [{ accountId: ada.eur, direction: "out", amount: 12.5, currency: "EUR" }],
      entry: { transactionHash: entry?.transactionHash },
      ...{ iban: null, address: null, beneficiaryId: null, cardLast4: null, merchant: null },
      ...{ refunded: 0, failure: null, updatedAt: expect.any(String) },
    });
    expect(await read(ben, body.transactionId)).toMatchObject({
      status: 200,
      body: { direction: "in", counterparty: "Ada Lovelace", movements: [{ accountId: ben.eur }] },
    });
  });

  it("has both sides of a swap", async () => {
    await provideLiquidity("EUR-USDC", "1000000", "1100000");
    const { entryId } = await swapAtAnyPrice(await findActor(ada.userId), "EUR", "USDC", "10");
    const { body } = await read(ada, `${entryId}_eur`);
    expect(body).toMatchObject({
      type: "swap",
      movements: expect.arrayContaining([
        expect.objectContaining({ currency: "EUR", direction: "out" }),
        expect.objectContaining({ currency: "USDC", direction: "in" }),
      ]),
    });
    expect((await read(ada, `${entryId}_usdc`)).body).toMatchObject({ direction: "in", currency: "USDC" });
  });

  it("of another user, of another account of the entry or of an unknown id is not found", async () => {
    const cleo = await createMember(0n);
    const { body } = await send(ada, { toAccountId: ben.eur, amount: 1 });
    const missing = [
      [cleo, body.transactionId],
      [ada, body.transactionId.replace("_eur", "_btc")],
      [ada, body.transactionId.replace("_eur", "_xyz")],
      [ada, "txn_unknown"],
      [ada, "_eur"],
      [ada, "x"],
    ] as const;
    for (const [who, id] of missing)
      expect(await read(who, id), id).toMatchObject({
        status: 404,
        body: { error: "TRANSACTION_NOT_FOUND" },
      });
  });
});
