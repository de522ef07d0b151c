import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import { dayAfter } from "../../core/banking/scheduled/dates.ts";
import { userProfile } from "../../core/identity/entity.ts";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { walletRef } from "../../core/ledger/accounts.ts";
import { balanceNow } from "../../core/ledger/balance-at.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Debts from "../../core/policy/debts.ts";
import { kycMoved } from "../../core/policy/entity.ts";
import { newEmail } from "../support/addresses.ts";
import { App } from "../support/app.ts";
import { enableTwoFactor } from "../support/authenticator.ts";
import { DeviceKey, registerDeviceKey } from "../support/device-key.ts";
import { onWeb } from "../support/identity.ts";
import { createShop, type Shop } from "../support/loyalty.ts";
import { createDebt, fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";

/** Payments in the app: from accounts, by card, and with payment codes. */

const platform = withPlatform();
const password = "Lovelace!1843";

interface Paid {
  readonly paymentId: string;
  readonly status: string;
  readonly amount: number;
  readonly clientSecret?: string;
  readonly recipient?: { readonly name: string | null };
  readonly error?: string;
  readonly details?: unknown;
}
interface Code {
  readonly qrId: string;
  readonly payload: string;
  readonly qrCode: string;
  readonly expiresAt: string;
  readonly error?: string;
}
interface Row {
  readonly id: string;
  readonly method: string;
  readonly direction: string;
  readonly amount: number;
  readonly fee: number;
  readonly status: string;
  readonly description: string | null;
  readonly counterparty: string | null;
  readonly transactionId: string | null;
}
interface Page {
  readonly payments: readonly Row[];
  readonly nextCursor: string | null;
}
interface Member {
  readonly app: App;
  readonly userId: string;
  readonly email: string;
  readonly eur: string;
}

/** Registers a user with a verified address and this balance, in cents. */
async function createMember(cents: bigint, firstName = "Ada"): Promise<Member> {
  const email = newEmail();
  const app = new App(platform);
  const { id: userId } = await app.register(email, password, { firstName });
  await Table.update(userProfile.key({ userId }), { set: { emailVerified: new Date().toISOString() } });
  return { app, userId, email, eur: await fundAccount(userId, "EUR", cents) };
}

/** Opens a merchant account with a loyalty program for a user. */
const openShop = async ({ userId }: Member, points = "1"): Promise<Shop> => {
  const user = await Users.fromId(userId);
  if (!user) throw new Error(`there is no user ${userId}`);
  return createShop(points, onWeb({ ...user, role: "PROFESSIONNEL" }));
};

const cents = async ({ eur }: Member) => (await balanceNow(walletRef(eur))).available;
const process = ({ app }: Member, body: object, headers: Readonly<Record<string, string>> = {}) =>
  app.call<Paid>("POST", "/payments/process", { body: { currency: "EUR", ...body }, headers });
const generate = ({ app }: Member, body: object = {}) =>
  app.call<Code>("POST", "/payments/qr/generate", { body: { currency: "EUR", ...body } });
const scan = ({ app, eur }: Member, body: object, headers: Readonly<Record<string, string>> = {}) =>
  app.call<Paid>("POST", "/payments/qr/scan", { body: { accountId: eur, ...body }, headers });
const history = async ({ app }: Member, query = "") =>
  (await app.call<Page>("GET", `/payments/history${query}`)).body;
const rejectionOf = ({
  status,
  body,
}: {
  readonly status: number;
  readonly body: { readonly error?: string };
}) => [status, body.error];

let ada: Member;
let ben: Member;
beforeEach(async () => {
  [ada, ben] = [await createMember(10_000n), await createMember(0n, "Ben")];
});
afterEach(async () => {
  expect((await audit()).differences).toEqual([]);
});

describe("a payment from an account", () => {
  it("is credited immediately to a recipient by account or email, and is in both users' histories", async () => {
    const { status, body } = await process(ada, {
      ...{ recipient: ben.email.toUpperCase(), accountId: ada.eur, amount: 12.34, description: "Lunch" },
    });
    expect([status, body]).toEqual([
      200,
      {
        paymentId: expect.stringMatching(/^pay_[0-9a-z]{26}$/),
        ...{ status: "completed", amount: 12.34, currency: "EUR", fee: 0 },
      },
    ]);
    expect((await process(ada, { recipient: ben.eur, accountId: ada.eur, amount: "0.66" })).status).toBe(200);
    expect([await cents(ada), await cents(ben)]).toEqual([8_700n, 1_300n]);
    const [, first] = (await history(ada)).payments;
    const row = { id: body.paymentId, method: "account", amount: 12.34, status: "completed", fee: 0 };
    expect(first).toMatchObject({
      ...row,
      direction: "out",
      counterparty: "Ben Lovelace",
      accountId: ada.eur,
    });
    expect((await history(ben)).payments[1]).toMatchObject({
      ...{ ...row, direction: "in", counterparty: "Ada Lovelace", description: "Lunch", accountId: ben.eur },
    });
    const { body: lines } = await ada.app.call<{ transactions: Row[] }>("GET", "/wallet/transactions");
    expect(lines.transactions.map(({ id }) => id)).toContain(first?.transactionId);
    await platform.drain();
    expect(platform.mail(ben.email).map(({ subject }) => subject)).toContain("Vous avez reçu de l'argent");
    expect(platform.mail(ada.email).map(({ subject }) => subject)).toContain("Vous avez envoyé de l'argent");
  });

  it("to a merchant is credited minus commission and saveback, and both users are notified", async () => {
    const at = await openShop(ben, "2");
    const { merchantId, programId = "" } = at.merchant;
    expect((await ada.app.call("POST", `/loyalty/enroll/${programId}`)).status).toBe(201);
    const { status, body } = await process(ada, { merchantId, accountId: ada.eur, amount: 50 });
    expect([status, body.status]).toEqual([200, "completed"]);
    // 1.5 % commission, 2 % saveback.
    expect(await cents(ada)).toBe(5_000n);
    expect(await cents(ben)).toBe(4_825n);
    await platform.drain();
    const loyalty = await ada.app.call<{ points: number }>("GET", "/loyalty/status");
    const cards = await ada.app.call<{ programs: { id: string; points: number }[] }>(
      "GET",
      "/loyalty/programs",
    );
    expect([loyalty.status, cards.body.programs.find(({ id }) => id === programId)?.points]).toEqual([
      200, 100,
    ]);
    const cashback = await ada.app.call<object>("GET", "/loyalty/cashback");
    expect(JSON.stringify(cashback.body)).toContain(programId);
    expect(platform.mail(ada.email).map(({ subject }) => subject)).toContain("Votre paiement a été effectué");
    const taken = platform.mail(ben.email).find(({ subject }) => subject === "Vous avez reçu un paiement");
    expect(taken?.text).toMatch(/48,25/);
    expect((await history(ada)).payments[0]).toMatchObject({
      ...{
        id: body.paymentId,
        method: "account",
        amount: 50,
        fee: 0,
        counterparty: at.merchant.businessName,
      },
    });
    const { body: lines } = await ada.app.call<{ transactions: Row[] }>("GET", "/wallet/transactions");
    expect(lines.transactions[0]).toMatchObject({
      ...{ type: "payment", direction: "out", amount: 50, fee: 0, counterparty: at.merchant.businessName },
    });
  });

  it("is made once under parallel requests with the same Idempotency-Key", async () => {
    const headers = { "idempotency-key": "pay-once" };
    const body = { recipient: ben.eur, accountId: ada.eur, amount: 5 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => process(ada, body, headers)));
    expect(new Set(answers.map((one) => one.body.paymentId)).size).toBe(1);
    expect(await cents(ben)).toBe(500n);
    expect((await history(ada)).payments).toHaveLength(1);
  });

  it("requires a confirmation on the device above 100 EUR", async () => {
    const key = await DeviceKey.create();
    await registerDeviceKey(ada.app, ada.userId, key);
    await fundAccount(ada.userId, "EUR", 20_000n);
    const body = { currency: "EUR", recipient: ben.eur, accountId: ada.eur, amount: 100.01 };
    expect((await process(ada, body)).body.error).toBe("STEP_UP_REQUIRED");
    const headers = { "x-biometric-assertion": await key.assertion("POST", "/payments/process", body) };
    expect((await process(ada, body, headers)).status).toBe(200);
  });

  it.each<[string, object, number, string]>([
    ["more than the balance", { amount: 100.01 }, 400, "INSUFFICIENT_BALANCE"],
    ["a third of a cent", { amount: 0.333 }, 400, "INVALID_AMOUNT"],
    ["in another currency than the account", { currency: "USD" }, 400, "CURRENCY_MISMATCH"],
    ["without a recipient", { recipient: undefined }, 400, "INVALID_REQUEST"],
    ["without an account or a card", { accountId: undefined }, 400, "INVALID_REQUEST"],
    ["from an account and a card", { paymentMethodId: "pm_card_visa" }, 400, "INVALID_REQUEST"],
    ["by card to a user", { accountId: undefined, paymentMethodId: "pm_card_visa" }, 400, "INVALID_REQUEST"],
    [
      "to an unknown merchant",
      { recipient: undefined, merchantId: Ids.create("merchant") },
      404,
      "PAYEE_NOT_FOUND",
    ],
    ["to an unknown account", { recipient: "wal_unknown" }, 404, "RECIPIENT_UNKNOWN"],
    ["from an unknown account", { accountId: "wal_unknown" }, 404, "WALLET_NOT_FOUND"],
  ])("is rejected (%s)", async (_, body, status, error) => {
    const answer = await process(ada, { recipient: ben.eur, accountId: ada.eur, amount: 1, ...body });
    expect(rejectionOf(answer), JSON.stringify(answer.body)).toEqual([status, error]);
    expect([await cents(ada), await cents(ben)]).toEqual([10_000n, 0n]);
  });

  it("to a debtor pays the debt first, and has no transaction id in the debtor's history if nothing remains", async () => {
    await createDebt(ben.eur, 500n);
    for (const amount of [3, 4])
      expect((await process(ada, { recipient: ben.eur, accountId: ada.eur, amount })).status).toBe(200);
    expect(await cents(ben)).toBe(200n);
    const { body } = await ben.app.call<{ transactions: Row[] }>("GET", "/wallet/transactions");
    expect(body.transactions).toMatchObject([{ direction: "in", amount: 2 }]);
    const [partly, wholly] = (await history(ben)).payments;
    expect(partly).toMatchObject({ direction: "in", amount: 4, transactionId: body.transactions[0]?.id });
    expect(wholly).toMatchObject({ direction: "in", amount: 3, transactionId: null });
    for (const { transactionId } of (await history(ada)).payments) expect(transactionId).not.toBeNull();
  });

  it("is rejected from a debtor, and to a merchant whose owner is blocked", async () => {
    const { merchant } = await openShop(ben);
    const pay = (from: Member) =>
      process(from, { merchantId: merchant.merchantId, accountId: from.eur, amount: 1 });
    expect(rejectionOf(await pay(ben))).toEqual([422, "OWN_PAYEE"]);
    await createDebt(ada.eur, 500n);
    expect(rejectionOf(await pay(ada))).toEqual([409, "ACCOUNT_IN_DEBT"]);
    const cleo = await createMember(1_000n);
    await Users.block(ben.userId);
    expect(rejectionOf(await pay(cleo))).toEqual([409, "PAYEE_NOT_ACTIVE"]);
    expect(await cents(cleo)).toBe(1_000n);
  });
});

describe("a payment by card", () => {
  const byCard = (at: Shop, paymentMethodId: string, amount = 20) =>
    process(ada, { merchantId: at.merchant.merchantId, paymentMethodId, amount });

  it("is charged by the provider, and is in the history with its result", async () => {
    const at = await createShop();
    const { status, body } = await byCard(at, "pm_card_visa");
    expect([status, body]).toEqual([
      200,
      { paymentId: expect.stringMatching(/^pi_/), status: "completed", amount: 20, currency: "EUR", fee: 0 },
    ]);
    await platform.drain();
    expect(await cents(ada)).toBe(10_000n);
    const row = { id: body.paymentId, method: "card", direction: "out", amount: 20, status: "completed" };
    expect((await history(ada)).payments).toMatchObject([{ ...row, counterparty: at.merchant.businessName }]);
  });

  it("is pending, with a client secret, if the card's bank requires authentication, and gets 402 if it is declined", async () => {
    const at = await createShop();
    const { body } = await byCard(at, "pm_card_authenticationRequired");
    expect(body).toMatchObject({
      status: "requires_action",
      clientSecret: expect.stringMatching(/_secret_/),
    });
    expect((await history(ada)).payments).toMatchObject([{ id: body.paymentId, status: "pending" }]);
    expect(rejectionOf(await byCard(at, "pm_card_chargeDeclined"))).toEqual([402, "CARD_REFUSED"]);
  });
});

describe("a payment code", () => {
  it("shows the masked address of a recipient with an unverified name of the platform", async () => {
    await Table.update(userProfile.key({ userId: ben.userId }), { set: { name: "svc Support" } });
    const { payload } = (await generate(ben, { amount: 1 })).body;
    const recipient = { name: expect.stringMatching(/^.\*\*\*@example\.com$/) };
    for (const more of [{ preview: true }, {}])
      expect((await scan(ada, { payload, ...more })).body).toMatchObject({ recipient });
  });

  it("has a preview with recipient, amount and need for a confirmation, which moves and stores nothing", async () => {
    const fixed = (await generate(ben, { amount: 120, description: "Table 4" })).body.payload;
    const open = (await generate(ben)).body.payload;
    const headers = { "idempotency-key": "shown-first" };
    const look = (payload: string, more: object = {}) =>
      scan(ada, { payload, preview: true, ...more }, headers);
    const shown = { status: "preview", currency: "EUR", fee: 0, recipient: { name: "Ben Lovelace" } };
    expect(await look(fixed)).toMatchObject({
      status: 200,
      body: { ...shown, amount: 120, description: "Table 4", needsConfirmation: false },
    });
    const key = await DeviceKey.create();
    await registerDeviceKey(ada.app, ada.userId, key);
    expect((await look(fixed)).body).toMatchObject({ amount: 120, needsConfirmation: true });
    expect((await look(open)).body).toMatchObject({ ...shown, amount: null, needsConfirmation: true });
    expect((await look(open, { amount: 3 })).body).toMatchObject({ amount: 3, needsConfirmation: false });
    expect([await cents(ada), await cents(ben)]).toEqual([10_000n, 0n]);
    // The allowance leaves 2 EUR.
    const counted = { hours: { [Math.floor(Clock.nowMs() / 3_600_000)]: 29_800n } };
    const sums = { ...counted, days: {}, unconfirmed: counted.hours, version: 1n };
    await Table.put(kycMoved.item({ userId: ada.userId, direction: "out", ...sums }));
    expect((await look(open, { amount: 2 })).body).toMatchObject({ amount: 2, needsConfirmation: false });
    expect((await look(open, { amount: 3 })).body).toMatchObject({ amount: 3, needsConfirmation: true });
    await Table.remove(kycMoved.key({ userId: ada.userId, direction: "out" }));
    const reset = (credentialsResetAt: string | undefined) =>
      Table.update(userProfile.key(ada), { set: { credentialsResetAt } });
    await reset(Clock.nowIso());
    expect(rejectionOf(await look(open, { amount: 3 }))).toEqual([403, "STEP_UP_REQUIRED"]);
    await reset(undefined);
    const paid = await scan(ada, { payload: open, amount: 3 }, headers);
    expect([paid.status, paid.body.recipient?.name]).toEqual([200, "Ben Lovelace"]);
    expect(rejectionOf(await look(open, { amount: 3 }))).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    expect(rejectionOf(await scan(ada, { payload: open, preview: true }))).toEqual([409, "QR_ALREADY_USED"]);
    expect(rejectionOf(await scan(ben, { payload: fixed, preview: true }))).toEqual([400, "SAME_ACCOUNT"]);
  });

  it("is a QR code of a signed text with the amount and without personal data", async () => {
    const { status, body } = await generate(ben, { amount: 7.5, description: "Table 4" });
    expect(status).toBe(201);
    expect(body.qrCode).toMatch(/^data:image\/png;base64,iVBOR/);
    const payload64 = Buffer.from(body.payload.split(".")[1] ?? "", "base64url").toString();
    expect(JSON.parse(payload64)).toMatchObject({ amt: "7.5", cur: "EUR", jti: body.qrId });
    for (const personal of [ben.userId.slice(4), ben.email, "Ben", "Table", ben.eur])
      expect(payload64).not.toContain(personal);
  });

  it("pays its creator once, and the payment is in both users' histories", async () => {
    const { payload } = (await generate(ben, { amount: 7.5, description: "Table 4" })).body;
    const { status, body } = await scan(ada, { payload });
    expect([status, body]).toEqual([
      200,
      {
        paymentId: expect.stringMatching(/^pay_/),
        ...{ status: "completed", amount: 7.5, currency: "EUR", fee: 0, recipient: { name: "Ben Lovelace" } },
      },
    ]);
    expect([await cents(ada), await cents(ben)]).toEqual([9_250n, 750n]);
    const row = { id: body.paymentId, method: "qr", amount: 7.5, description: "Table 4" };
    expect((await history(ada)).payments).toMatchObject([{ ...row, direction: "out" }]);
    expect((await history(ben)).payments).toMatchObject([{ ...row, direction: "in" }]);
    expect(rejectionOf(await scan(ada, { payload }))).toEqual([409, "QR_ALREADY_USED"]);
  });

  it("is paid once under 50 parallel scans, and no cent is lost", async () => {
    const { payload } = (await generate(ben, { amount: 3 })).body;
    const payers = [ada, ...(await Promise.all(Array.from({ length: 4 }, () => createMember(1_000n))))];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => scan(payers[at % payers.length] ?? ada, { payload })),
    );
    const counts = Map.groupBy(answers, (one) => rejectionOf(one).join(" "));
    expect([...counts].map(([what, { length }]) => [what, length]).sort()).toEqual([
      ["200 ", 1],
      ["409 QR_ALREADY_USED", 49],
    ]);
    const left = await Promise.all(payers.map(cents));
    expect(await cents(ben)).toBe(300n);
    expect(left.reduce((sum, one) => sum + one, 0n)).toBe(13_700n);
  }, 60_000);

  it("is paid once if the database's responses are lost, and a retry gets QR_ALREADY_USED", async () => {
    const { payload } = (await generate(ben, { amount: 3 })).body;
    platform.faults.set({ dependency: "dynamodb", kind: "lost-response", rate: 0.2 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => scan(ada, { payload })));
    platform.faults.clear();
    const paid = answers.filter(({ status }) => status === 200);
    expect(paid.length).toBeLessThanOrEqual(1);
    // A client without a response retries, and learns that the code was paid.
    expect(rejectionOf(await scan(ada, { payload }))).toEqual([409, "QR_ALREADY_USED"]);
    expect([await cents(ada), await cents(ben)]).toEqual([9_700n, 300n]);
    expect((await history(ada)).payments).toHaveLength(1);
  }, 60_000);

  it("without an amount is paid with the payer's amount, and a reusable code can be paid repeatedly", async () => {
    const open = (await generate(ben)).body;
    expect(rejectionOf(await scan(ada, { payload: open.payload }))).toEqual([400, "INVALID_REQUEST"]);
    expect((await scan(ada, { payload: open.payload, amount: "1.5" })).body.amount).toBe(1.5);
    expect(rejectionOf(await scan(ada, { payload: open.payload, amount: 1 }))).toEqual([
      409,
      "QR_ALREADY_USED",
    ]);
    const { payload } = (await generate(ben, { reusable: true })).body;
    for (const amount of [1, 2]) expect((await scan(ada, { payload, amount })).status).toBe(200);
    expect(await cents(ben)).toBe(450n);
  });

  it("is not paid again if the request is repeated with its Idempotency-Key", async () => {
    const { payload } = (await generate(ben, { amount: 3 })).body;
    const headers = { "idempotency-key": "scan-once" };
    const answers = await Promise.all(Array.from({ length: 5 }, () => scan(ada, { payload }, headers)));
    answers.push(await scan(ada, { payload }, headers));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.paymentId}`)).size).toBe(1);
    expect(await cents(ben)).toBe(300n);
  });

  it("is invalid if it was changed or is another kind of token", async () => {
    const { payload } = (await generate(ben, { amount: 3 })).body;
    const [head = "", payload64 = "", signature = ""] = payload.split(".");
    const claims = JSON.parse(Buffer.from(payload64, "base64url").toString()) as object;
    const cheap = Buffer.from(JSON.stringify({ ...claims, amt: "0.01" })).toString("base64url");
    const none = Buffer.from('{"alg":"none","typ":"payment-code+jwt"}').toString("base64url");
    const changed = [
      [head, cheap, signature].join("."),
      [none, payload64, ""].join("."),
      [head, payload64, signature.slice(0, -4)].join("."),
      ada.app.accessToken,
      "https://evil.example/pay",
    ];
    for (const one of changed)
      expect(rejectionOf(await scan(ada, { payload: one }))).toEqual([400, "QR_INVALID"]);
    expect(await cents(ada)).toBe(10_000n);
  });

  it("expires after its stated lifetime, which is at least one minute and at most one day", async () => {
    for (const expiresInSeconds of [59, 86_401, 60.5])
      expect(rejectionOf(await generate(ben, { expiresInSeconds }))).toEqual([400, "INVALID_REQUEST"]);
    const { payload } = (await generate(ben, { amount: 3, expiresInSeconds: 60 })).body;
    const { payload: long } = (await generate(ben, { amount: 3 })).body;
    await platform.advance(61);
    expect(rejectionOf(await scan(ada, { payload }))).toEqual([400, "QR_EXPIRED"]);
    expect((await scan(ada, { payload: long })).status).toBe(200);
  });

  describe("after a rotation of the signing key", () => {
    const before = globalThis.process.env["JWT_SECRET"];
    let secret: string | undefined;
    beforeEach(() => {
      secret = globalThis.process.env["JWT_SECRET"] ?? before;
    });
    afterEach(() => {
      globalThis.process.env["JWT_SECRET"] = secret;
      delete globalThis.process.env["JWT_SECRET_PREVIOUS"];
    });

    it("is valid while JWT_SECRET_PREVIOUS contains the previous key, and invalid afterwards", async () => {
      const { payload } = (await generate(ben, { reusable: true })).body;
      globalThis.process.env["JWT_SECRET_PREVIOUS"] = secret;
      globalThis.process.env["JWT_SECRET"] = Ids.secret();
      expect((await scan(ada, { payload, amount: 1 })).status).toBe(200);
      delete globalThis.process.env["JWT_SECRET_PREVIOUS"];
      await ada.app.login(ada.email, password);
      expect(rejectionOf(await scan(ada, { payload, amount: 1 }))).toEqual([400, "QR_INVALID"]);
    });
  });

  it("cannot be paid by its creator, by a debtor, or to a blocked user", async () => {
    const { payload } = (await generate(ben, { amount: 3 })).body;
    expect(rejectionOf(await scan(ben, { payload }))).toEqual([400, "SAME_ACCOUNT"]);
    await createDebt(ada.eur, 100n);
    expect(rejectionOf(await scan(ada, { payload }))).toEqual([409, "ACCOUNT_IN_DEBT"]);
    const cleo = await createMember(1_000n);
    await Users.block(ben.userId);
    expect(rejectionOf(await scan(cleo, { payload }))).toEqual([404, "RECIPIENT_UNKNOWN"]);
    expect(await cents(ben)).toBe(0n);
  });

  it("is rejected after its creator's account was handed over", async () => {
    const { payload } = (await generate(ben, { amount: 3 })).body;
    await Table.update(userProfile.key({ userId: ben.userId }), { set: { ownershipId: Ids.secret(8) } });
    expect(rejectionOf(await scan(ada, { payload }))).toEqual([404, "RECIPIENT_UNKNOWN"]);
    expect(await cents(ben)).toBe(0n);
  });

  it("pays its creator's debt first", async () => {
    await createDebt(ben.eur, 200n);
    const { payload } = (await generate(ben, { amount: 3 })).body;
    expect((await scan(ada, { payload })).status).toBe(200);
    expect([await cents(ben), await Debts.owed(walletRef(ben.eur))]).toEqual([100n, 0n]);
  });

  it("requires a confirmation on the device above 100 EUR, for fixed and open amounts", async () => {
    const key = await DeviceKey.create();
    await registerDeviceKey(ada.app, ada.userId, key);
    await fundAccount(ada.userId, "EUR", 20_000n);
    const fixed = (await generate(ben, { amount: 100.01 })).body.payload;
    const open = (await generate(ben)).body.payload;
    expect((await scan(ada, { payload: fixed })).body.error).toBe("STEP_UP_REQUIRED");
    expect((await scan(ada, { payload: open, amount: 100.01 })).body.error).toBe("STEP_UP_REQUIRED");
    const body = { accountId: ada.eur, payload: fixed };
    const headers = { "x-biometric-assertion": await key.assertion("POST", "/payments/qr/scan", body) };
    expect((await scan(ada, body, headers)).status).toBe(200);
    expect((await scan(ada, { payload: open, amount: 100 })).status).toBe(200);
  });

  it("is validated, with the paying account, before a confirmation is requested", async () => {
    const { authenticator } = await enableTwoFactor(ada.app);
    await platform.advance(30);
    const code = authenticator.code();
    const headers = { "x-2fa-code": code };
    const { payload } = (await generate(ben, { amount: 150 })).body;
    for (const given of [{}, headers]) {
      const answer = await scan(ada, { payload }, given);
      expect([answer.status, answer.body.error]).toEqual([400, "INSUFFICIENT_BALANCE"]);
    }
    await fundAccount(ada.userId, "EUR", 20_000n);
    const btc = await fundAccount(ada.userId, "BTC", 100n);
    expect((await scan(ada, { payload, accountId: btc }, headers)).body.error).toBe("CURRENCY_MISMATCH");
    const cleo = await createMember(0n);
    const theirs = (await generate(cleo, { amount: 150 })).body.payload;
    await Users.block(cleo.userId);
    expect((await scan(ada, { payload: theirs }, headers)).body.error).toBe("RECIPIENT_UNKNOWN");
    // None of the requests used up the two-factor code.
    expect((await scan(ada, { payload })).body.error).toBe("STEP_UP_REQUIRED");
    expect((await scan(ada, { payload }, headers)).status).toBe(200);
  });

  it("is paid only with its own amount and currency, and only from an account of the payer", async () => {
    const { payload } = (await generate(ben, { amount: 3 })).body;
    expect(rejectionOf(await scan(ada, { payload, amount: 2.99 }))).toEqual([400, "INVALID_REQUEST"]);
    const btc = await fundAccount(ada.userId, "BTC", 100n);
    expect(rejectionOf(await scan(ada, { payload, accountId: btc }))).toEqual([400, "CURRENCY_MISMATCH"]);
    expect(rejectionOf(await scan(ada, { payload, accountId: ben.eur }))).toEqual([404, "WALLET_NOT_FOUND"]);
    expect((await scan(ada, { payload, amount: "3.00" })).status).toBe(200);
  });

  it("of a merchant pays the merchant, and can be created only by the merchant's owner", async () => {
    const at = await openShop(ben);
    const { merchantId } = at.merchant;
    expect(rejectionOf(await generate(ada, { merchantId }))).toEqual([404, "PAYEE_NOT_FOUND"]);
    const { payload } = (await generate(ben, { merchantId, amount: 50 })).body;
    const { body } = await scan(ada, { payload });
    expect(body).toMatchObject({ amount: 50, recipient: { name: at.merchant.businessName } });
    expect(await cents(ben)).toBe(4_825n);
    const row = { id: body.paymentId, method: "qr", amount: 50 };
    expect((await history(ben)).payments).toMatchObject([
      { ...row, fee: 0.75, saveback: 1, direction: "in" },
    ]);
    expect((await history(ada)).payments).toMatchObject([{ ...row, fee: 0, saveback: 1, direction: "out" }]);
  });
});

it("lists payments in pages that stay correct while new payments are made", async () => {
  const at = await createShop();
  for (const amount of [1, 2, 3]) await process(ada, { recipient: ben.eur, accountId: ada.eur, amount });
  await process(ada, { merchantId: at.merchant.merchantId, paymentMethodId: "pm_card_visa", amount: 4 });
  const first = await history(ada, "?limit=2");
  await process(ada, { recipient: ben.eur, accountId: ada.eur, amount: 5 });
  const second = await history(ada, `?limit=2&cursor=${first.nextCursor}`);
  expect([...first.payments, ...second.payments].map(({ amount, method }) => [amount, method])).toEqual([
    [4, "card"],
    ...[3, 2, 1].map((amount) => [amount, "account"]),
  ]);
  expect(second.nextCursor).toBe(null);
  const wrong = await ada.app.call<{ error?: string }>("GET", "/payments/history?cursor=x");
  expect(rejectionOf(wrong)).toEqual([400, "INVALID_REQUEST"]);
});

it("lists a scheduled payment in both users' histories after it is paid", async () => {
  const startDate = dayAfter("Europe/Paris", Clock.nowMs());
  const body = { accountId: ada.eur, toEmail: ben.email, amount: 12, currency: "EUR", description: "Rent" };
  const scheduled = { ...body, frequency: "once", startDate: startDate.slice(0, 10) };
  expect((await ada.app.call("POST", "/payments/scheduled", { body: scheduled })).status).toBe(201);
  expect((await history(ada)).payments).toEqual([]);
  await platform.advance(Math.ceil((Date.parse(startDate) - Clock.nowMs()) / 1000) + 61);
  await platform.drain();
  for (const one of [ada, ben]) await one.app.login(one.email, password);
  const row = { method: "scheduled", amount: 12, description: "Rent", status: "completed" };
  expect((await history(ada)).payments).toMatchObject([{ ...row, direction: "out" }]);
  expect((await history(ben)).payments).toMatchObject([{ ...row, direction: "in" }]);
});
