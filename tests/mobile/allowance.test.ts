import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { transfer as transferRoute } from "../../contract/mobile/wallet.ts";
import { userProfile } from "../../core/identity/entity.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Saving from "../../core/payments/cards/saving.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { App } from "../support/app.ts";
import { Authenticator, enableTwoFactor } from "../support/authenticator.ts";
import { DeviceKey, registerDeviceKey } from "../support/device-key.ts";
import { latestEmailTo } from "../support/emails.ts";
import { onWeb } from "../support/identity.ts";
import { fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";
import { confirmSetup } from "../support/psp.ts";

/** The allowance for transfers without a recent proof, and the wait after a reset of the credentials. */

const platform = withPlatform();
const password = "Lovelace!1843";

let count = 0;
let phone: App;
let userId: string;
let email: string;
let account: string;
let friend: string;

const createFriend = async (name: string) => {
  const { id } = await new App(platform).register(`${name}${++count}@example.com`, password);
  return fundAccount(id, "EUR", 1n);
};

beforeEach(async () => {
  phone = new App(platform);
  email = `spender${++count}@example.com`;
  userId = (await phone.register(email, password)).id;
  account = await fundAccount(userId, "EUR", 500_000n);
  friend = await createFriend("friend");
  // The sign-in is no longer a proof.
  await platform.advance(301);
  await phone.refresh();
});

interface Sent {
  readonly error?: string;
  readonly needsConfirmation?: boolean;
  readonly details?: { readonly methods?: readonly string[]; readonly allowedFrom?: string };
}
const transfer = (
  amount: string,
  headers: Record<string, string> = {},
  toAccountId = friend,
  more: object = {},
) =>
  phone.call<Sent>("POST", "/wallet/transfer", {
    headers,
    body: { fromAccountId: account, toAccountId, amount, currency: "EUR", description: "Dinner", ...more },
  });
const outcome = async (work: ReturnType<typeof transfer>) => {
  const { status, body } = await work;
  return status === 200 ? "sent" : [status, body.error, body.details?.methods];
};
const REQUIRED = [403, "STEP_UP_REQUIRED", ["password"]];
const prove = (body: object) => phone.call<{ method?: string }>("POST", "/auth/proof", { body });

describe("transfers without a recent proof", () => {
  it("stop at 300 EUR within 24 hours, also in parts and of parallel requests", async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => outcome(transfer("100"))));
    expect(all.filter((one) => one === "sent")).toHaveLength(3);
    expect(all.filter((one) => one !== "sent")).toEqual(Array.from({ length: 9 }, () => REQUIRED));
    expect(await outcome(transfer("0.01"))).toEqual(REQUIRED);
    await platform.advance(24 * 3600);
    await phone.refresh();
    expect(await outcome(transfer("0.01"))).toEqual(REQUIRED);
    await platform.advance(3600);
    await phone.refresh();
    expect(await outcome(transfer("100"))).toBe("sent");
  });

  it("never exceed 300 EUR in any mixture of amounts", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 6, maxLength: 12 }),
        async (cents) => {
          const own = await createFriend("receiver");
          const before = phone;
          phone = new App(platform);
          const { id } = await phone.register(`mixed${++count}@example.com`, password);
          account = await fundAccount(id, "EUR", 500_000n);
          await platform.advance(301);
          await phone.refresh();
          let sent = 0;
          for (const one of cents) {
            const fits = sent + one <= 30_000;
            const result = await outcome(transfer((one / 100).toFixed(2), {}, own));
            expect(result).toEqual(fits ? "sent" : REQUIRED);
            if (fits) sent += one;
          }
          phone = before;
        },
      ),
      { numRuns: 4 },
    );
  }, 60_000);

  it("count neither a confirmed transfer nor one of a proven session", async () => {
    expect(await outcome(transfer("100.01"))).toEqual(REQUIRED);
    await prove({ password });
    expect(await outcome(transfer("500"))).toBe("sent");
    await platform.advance(301);
    await phone.refresh();
    for (let times = 0; times < 3; times++) expect(await outcome(transfer("100"))).toBe("sent");
    expect(await outcome(transfer("1"))).toEqual(REQUIRED);
    expect((await prove({ password })).body.method).toBe("password");
    expect(await outcome(transfer("1"))).toBe("sent");
  });

  it("replay the result of a repeated request, which needs no proof again, and of parallel ones each", async () => {
    await prove({ password });
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await transfer("150", headers);
    expect(first.status).toBe(200);
    await platform.advance(301);
    await phone.refresh();
    const again = await transfer("150", headers);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await transfer("151", headers)).body.error).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(await outcome(transfer("150"))).toEqual(REQUIRED);

    // Only one of them fits into the allowance.
    expect(await outcome(transfer("100"))).toBe("sent");
    expect(await outcome(transfer("100"))).toBe("sent");
    const key = { "idempotency-key": crypto.randomUUID() };
    const parallel = await Promise.all(Array.from({ length: 8 }, () => transfer("100", key)));
    expect(parallel.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(parallel.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await outcome(transfer("0.01"))).toEqual(REQUIRED);
  });

  it("need a proof under a key whose record expired, or that another user or another route used", async () => {
    await prove({ password });
    const headers = { "idempotency-key": crypto.randomUUID() };
    expect((await transfer("150", headers)).status).toBe(200);
    const pay = () =>
      phone.call<Sent>("POST", "/payments/process", {
        headers,
        body: {
          accountId: account,
          recipient: friend,
          amount: "150",
          currency: "EUR",
          description: "Dinner",
        },
      });
    const owner = phone;
    phone = new App(platform);
    const { id } = await phone.register(`other${++count}@example.com`, password);
    const [own, others] = [account, await fundAccount(id, "EUR", 500_000n)];
    await platform.advance(301);
    account = others;
    expect(await outcome(transfer("150", headers))).toEqual(REQUIRED);
    [phone, account] = [owner, own];
    await phone.refresh();
    expect((await pay()).body.error).toBe("STEP_UP_REQUIRED");
    expect(await outcome(transfer("150", headers))).toBe("sent");
    // The record has expired, but the table has not deleted it yet.
    const { key } = Idempotency.claim(userId, transferRoute.id, headers["idempotency-key"], {});
    await Table.update(key, { set: { ttl: BigInt(Clock.nowSeconds()) } });
    expect(await outcome(transfer("150", headers))).toEqual(REQUIRED);
  });

  it("need no proof again for a payee whose addition is repeated", async () => {
    await prove({ password });
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { name: "Ada Lovelace", iban: "DE89370400440532013000" };
    const add = () => phone.call("POST", "/payees", { headers, body });
    const first = await add();
    expect(first.status).toBe(201);
    await platform.advance(301);
    await phone.refresh();
    expect(await add()).toMatchObject({ status: 201, body: first.body });
  });

  it("include payments by code and withdrawals to a saved bank account", async () => {
    await prove({ password });
    const withdraw = (amount: string, more: object = {}) =>
      phone.call<Sent>("POST", "/wallet/withdraw", {
        body: {
          ...{ accountId: account, amount, currency: "EUR", ...more },
          ...{ iban: "DE89370400440532013000", beneficiaryName: "Ada Lovelace" },
        },
      });
    expect((await withdraw("1")).status).toBeLessThan(300);
    await platform.advance(301);
    await phone.refresh();
    for (const amount of ["100", "100", "99"]) expect((await withdraw(amount)).status).toBeLessThan(300);
    expect((await withdraw("1", { preview: true })).body.needsConfirmation).toBe(false);
    expect(await outcome(transfer("2"))).toEqual(REQUIRED);
    expect(await outcome(transfer("1"))).toBe("sent");
    expect((await withdraw("0.01")).body.error).toBe("STEP_UP_REQUIRED");
    expect((await withdraw("0.01", { preview: true })).body.needsConfirmation).toBe(true);
  });

  it("always need a proof if a schedule makes them later", async () => {
    const body = {
      ...{ accountId: account, toAccountId: friend, amount: "1", currency: "EUR", frequency: "daily" },
      ...{ startDate: new Date(Clock.nowMs()).toISOString().slice(0, 10), description: "Coffee" },
    };
    const schedule = () => phone.call<Sent>("POST", "/payments/scheduled", { body });
    expect((await schedule()).body.error).toBe("STEP_UP_REQUIRED");
    await prove({ password });
    expect((await schedule()).status).toBe(201);
  });
});

/** Saves a card of the user. */
async function saveCard() {
  const user = await Users.fromId(userId);
  if (!user) throw new Error("no user");
  const { id: setupIntentId } = await Saving.createSetup(onWeb(user));
  await confirmSetup(setupIntentId);
  return Saving.save(onWeb(user), { type: "virtual", setDefault: true, setupIntentId });
}

/** Pays the demo's merchant by card in the app, in whole euros. */
const charge = (card: object, amount: number) =>
  phone.call<Sent>("POST", "/payments/process", {
    body: { amount, currency: "EUR", merchantId: platform.seed.merchantId, ...card },
  });

/** Starts a web session without a proof. */
const startSession = async () => {
  const user = await Users.fromId(userId);
  if (!user) throw new Error("no user");
  return Sessions.start({ ...user, amr: [] }, { ip: "192.0.2.7", userAgent: "test" });
};

/** Pays on the web with a session without a proof, in euro cents. */
const payOnWeb = async (amount: number, more: object) => {
  const { accessToken: token } = await startSession();
  const body = { amount, currency: "eur", ...more };
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  return platform.call("POST", "/api/payments", { token, headers, body });
};

describe("payments by saved card to a merchant without a recent proof", () => {
  it("stop at 100 EUR each and 300 EUR within 24 hours, together with transfers, on the web and in the app", async () => {
    const { merchantId } = platform.seed;
    const { cardId, paymentMethodId } = await saveCard();
    for (const card of [{ cardId }, { paymentMethodId }])
      expect(await payOnWeb(99_900, { merchantId, ...card })).toMatchObject({
        status: 403,
        body: { error: { code: 403, details: [{ field: "proof", message: "password" }] } },
      });
    expect((await charge({ cardId }, 101)).body.error).toBe("STEP_UP_REQUIRED");
    expect((await payOnWeb(10_000, { merchantId, cardId })).status).toBe(201);
    expect((await charge({ cardId }, 100)).status).toBe(200);
    expect(await outcome(transfer("60"))).toBe("sent");
    const parallel = await Promise.all([1, 2, 3].map(() => charge({ cardId }, 40)));
    expect(parallel.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect((await payOnWeb(100, { merchantId, cardId })).status).toBe(403);
    expect(await outcome(transfer("1"))).toEqual(REQUIRED);
    await prove({ password });
    expect((await charge({ cardId }, 150)).status).toBe(200);
  });

  it("need none for a card that is entered now, and for a top-up", async () => {
    const { merchantId } = platform.seed;
    const { cardId } = await saveCard();
    expect((await payOnWeb(15_000, { merchantId, paymentMethodId: "pm_card_visa" })).status).toBe(201);
    expect((await payOnWeb(15_000, { merchantId })).status).toBe(201);
    expect((await payOnWeb(15_000, { cardId })).status).toBe(201);
    expect(await outcome(transfer("100"))).toBe("sent");
  });
});

describe("within 24 hours after a reset of the credentials", () => {
  const reset = () =>
    Table.update(userProfile.key({ userId }), { set: { credentialsResetAt: Clock.nowIso() } });

  async function enableAuthenticator(): Promise<Authenticator> {
    await prove({ password });
    const begun = await phone.call<{ secret: string }>("POST", "/user/2fa/enable", {
      body: { enabled: true },
    });
    const authenticator = new Authenticator(begun.body.secret);
    const verified = await phone.call("POST", "/user/2fa/verify", { body: { code: authenticator.code() } });
    expect(verified.status).toBe(200);
    return authenticator;
  }

  it("a new recipient must wait if the account had no second factor before, and a known one need not", async () => {
    expect(await outcome(transfer("1"))).toBe("sent");
    await reset();
    const resetAt = Clock.nowMs();
    await prove({ password });
    expect(await outcome(transfer("1"))).toBe("sent");
    const stranger = await createFriend("stranger");
    const { status, body } = await transfer("1", {}, stranger);
    expect([status, body.error, body.details?.methods]).toEqual([403, "STEP_UP_REQUIRED", []]);
    const allowedFrom = Date.parse(body.details?.allowedFrom ?? "");
    expect(Math.abs(allowedFrom - resetAt - 24 * 3_600_000)).toBeLessThan(60_000);

    // Whoever reset the password can also add a second factor.
    const authenticator = await enableAuthenticator();
    expect((await prove({ code: authenticator.code(1) })).status).toBe(200);
    const again = await transfer("1", {}, stranger);
    expect([again.status, again.body.details?.methods]).toEqual([403, []]);
  });

  it("a saved card pays no merchant with the new password", async () => {
    const { cardId } = await saveCard();
    await reset();
    await prove({ password });
    const { status, body } = await charge({ cardId }, 5);
    expect([status, body.error, body.details?.methods]).toEqual([403, "STEP_UP_REQUIRED", []]);
    const allowedFrom = body.details?.allowedFrom;
    expect(Date.parse(allowedFrom ?? "")).toBeGreaterThan(Clock.nowMs());
    const onWeb = await payOnWeb(500, { cardId, merchantId: platform.seed.merchantId });
    expect(onWeb.body).toMatchObject({
      error: { details: [{ field: "proof" }, { field: "allowedFrom", message: allowedFrom }] },
    });
  });

  it("a second factor from between two resets is removed, because the thief may have done both", async () => {
    const resetByLink = async (newPassword: string) => {
      const ip = "198.51.100.7";
      await platform.call("POST", "/api/auth/forgot-password", { body: { email }, ip });
      const { token } = await latestEmailTo(platform, email, "/auth/reset-password");
      const body = { token, newPassword };
      const done = await platform.call("POST", "/api/auth/reset-password", { body, ip });
      expect(done.status).toBe(200);
    };
    await Table.update(userProfile.key({ userId }), { set: { emailVerified: Clock.nowIso() } });
    await resetByLink("Another-Horse-2");
    await phone.login(email, "Another-Horse-2");
    await enableTwoFactor(phone);
    await platform.advance(23 * 3600);
    await resetByLink("Third-Horse-3");
    // Without a code: the second reset has removed the factor.
    await phone.login(email, "Third-Horse-3");
    const stranger = await createFriend("stranger");
    const { status, body } = await transfer("1", {}, stranger);
    expect([status, body.error, body.details?.methods]).toEqual([403, "STEP_UP_REQUIRED", []]);
    // The wait begins again with each reset, and a factor from before the first one of a later series counts.
    await platform.advance(24 * 3600);
    await phone.login(email, "Third-Horse-3");
    const { authenticator } = await enableTwoFactor(phone);
    await platform.advance(60);
    await resetByLink("Fourth-Horse-4");
    await phone.login(email, "Fourth-Horse-4", { totpCode: authenticator.code() });
    expect(await outcome(transfer("1", {}, stranger))).toBe("sent");
  });

  it("a new recipient can be paid with a second factor from before the reset", async () => {
    const authenticator = await enableAuthenticator();
    await reset();
    const stranger = await createFriend("stranger");
    const asked = await transfer("1", {}, stranger);
    expect([asked.status, asked.body.details?.methods]).toEqual([403, ["totp", "recovery"]]);
    expect((await prove({ code: authenticator.code(1) })).status).toBe(200);
    expect(await outcome(transfer("1", {}, stranger))).toBe("sent");
  });

  it("a code of the request itself counts, for any amount, and is used up once", async () => {
    const authenticator = await enableAuthenticator();
    await reset();
    await platform.advance(301);
    await phone.refresh();
    const [first, second] = [await createFriend("first"), await createFriend("second")];
    const code = { "x-2fa-code": authenticator.code() };
    const preview = await transfer("150", code, first, { preview: true });
    expect([preview.status, preview.body.error]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect(await outcome(transfer("150", code, first))).toBe("sent");
    const used = await transfer("1", code, second);
    expect([used.status, used.body.error]).toEqual([403, "STEP_UP_REQUIRED"]);
    await platform.advance(30);
    expect(await outcome(transfer("1", { "x-2fa-code": authenticator.code() }, second))).toBe("sent");
    // It was a proof for one request.
    expect(await outcome(transfer("150", {}, second))).toEqual([
      403,
      "STEP_UP_REQUIRED",
      ["totp", "recovery"],
    ]);
  });

  it("a device with a key can prove with a code, which its other actions do not accept", async () => {
    const authenticator = await enableAuthenticator();
    const key = await DeviceKey.create();
    await registerDeviceKey(phone, userId, key, { headers: { "x-2fa-code": authenticator.code(1) } });
    await reset();
    await platform.advance(301);
    await phone.refresh();
    const stranger = await createFriend("stranger");
    expect((await transfer("1", {}, stranger)).body.details?.methods).toEqual(["totp", "recovery"]);
    expect((await prove({ code: authenticator.code() })).status).toBe(200);
    expect(await outcome(transfer("1", {}, stranger))).toBe("sent");
    expect(await outcome(transfer("150", {}, stranger))).toEqual([403, "STEP_UP_REQUIRED", ["biometric"]]);
  });

  it("a saved bank account can be paid, also renamed, but not after its IBAN was changed", async () => {
    await prove({ password });
    const iban = "DE89370400440532013000";
    const other = "FR7630006000011234567890189";
    const saved = { name: "Ada Lovelace", iban };
    const { id = "" } = (await phone.call<{ id?: string }>("POST", "/payees", { body: saved })).body;
    await reset();
    await platform.advance(60);
    const change = async (baseVersion: number, data: object) => {
      const sent = { clientChangeId: crypto.randomUUID(), collection: "beneficiaries", op: "upsert", id };
      const { body } = await phone.call<{ results: { status: string }[] }>("POST", "/sync/push", {
        body: { changes: [{ ...sent, baseVersion, data }] },
      });
      expect(body.results).toMatchObject([{ status: "applied" }]);
    };
    const pay = async (path: string, more: object) => {
      const body = { accountId: account, amount: "1", currency: "EUR", ...more };
      const sent = await phone.call<Sent>("POST", path, { body });
      return sent.status < 300 ? "sent" : [sent.status, sent.body.error, sent.body.details?.methods];
    };
    const everyWay = (of: string) => {
      const today = new Date(Clock.nowMs()).toISOString().slice(0, 10);
      return Promise.all([
        pay("/wallet/withdraw", { beneficiaryId: id }),
        pay("/wallet/withdraw", { iban: of, beneficiaryName: "Ada" }),
        pay("/payments/scheduled", {
          ...{ iban: of, beneficiaryName: "Ada", frequency: "monthly", startDate: today },
          description: "Rent",
        }),
      ]);
    };
    await change(1, { name: "Countess Lovelace", iban });
    expect(await everyWay(iban)).toEqual(["sent", "sent", "sent"]);
    await change(2, { name: "Countess Lovelace", iban: other });
    const waits = [403, "STEP_UP_REQUIRED", []];
    expect(await everyWay(other)).toEqual([waits, waits, waits]);
    await platform.advance(24 * 3600);
    await phone.refresh();
    await prove({ password });
    expect(await everyWay(other)).toEqual(["sent", "sent", "sent"]);
  });

  it("a new recipient can be paid after the wait", async () => {
    await reset();
    const stranger = await createFriend("later");
    expect((await transfer("1", {}, stranger)).body.error).toBe("STEP_UP_REQUIRED");
    await platform.advance(24 * 3600 + 1);
    await phone.refresh();
    expect(await outcome(transfer("1", {}, stranger))).toBe("sent");
  });
});
