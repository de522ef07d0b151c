import { beforeEach, describe, expect, it } from "vitest";
import { handOverWrites } from "../../core/handover/endings.ts";
import { phoneCode } from "../../core/identity/phones/entity.ts";
import * as Users from "../../core/identity/users.ts";
import { walletRef } from "../../core/ledger/accounts.ts";
import { balanceNow } from "../../core/ledger/balance-at.ts";
import * as Table from "../../core/platform/table/index.ts";
import { App } from "../support/app.ts";
import { enableTwoFactor } from "../support/authenticator.ts";
import { subjectsTo } from "../support/emails.ts";
import { fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";

/** Phone numbers: a number is verified with the code of a text message, and pays only the account that verified it. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";

interface Member {
  readonly app: App;
  readonly userId: string;
  readonly email: string;
  readonly eur: string;
  /** The phone number of the profile, which is not verified. */
  readonly phone: string;
}

let count = 0;
const newNumber = () => `+3361234${1001 + ++count}`;

async function createMember(
  given: { readonly phone?: string; readonly cents?: bigint } = {},
): Promise<Member> {
  const { phone = newNumber(), cents = 0n } = given;
  const email = `phones${++count}@example.com`;
  const app = new App(platform);
  const { id: userId } = await app.register(email, password, { phone });
  return { app, userId, email, phone, eur: await fundAccount(userId, "EUR", cents) };
}

type Headers = Readonly<Record<string, string>>;
interface Failure {
  readonly error?: string;
  readonly details?: unknown;
}

/** Another IP address for each call: a separate test covers the limit per address. */
let addresses = 0;
const newAddress = () => `203.0.${++addresses >> 8}.${addresses & 255}`;

/** Requests the code for the profile's number, after changing it to `phone` if given. */
async function requestCode(one: Member, phone?: string) {
  if (phone !== undefined) expect((await patch(one, { phone })).status).toBe(200);
  return one.app.call<Failure>("POST", "/auth/verify-phone/request", { ip: newAddress() });
}
const confirm = ({ app }: Member, code: string, ip = newAddress()) =>
  app.call<Failure & { readonly phone: string }>("POST", "/auth/verify-phone", { body: { code }, ip });

const codeOf = (text = "") => /^\d{6}/.exec(text)?.[0] ?? "";
/** Returns the code of the latest text message to a number. */
async function latestCodeTo(phone: string): Promise<string> {
  await platform.drain();
  return codeOf(platform.sms(phone).at(-1)?.text);
}
/** Returns a code that differs from the given one. */
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function verifyNumber(one: Member, phone = one.phone): Promise<void> {
  expect((await requestCode(one, phone)).status).toBe(202);
  const confirmed = await confirm(one, await latestCodeTo(phone));
  expect([confirmed.status, confirmed.body.phone]).toEqual([200, phone]);
}

interface Shown {
  readonly phone: string | null;
  readonly phoneVerified: string | null;
}
const profile = async ({ app }: Member): Promise<Shown> => {
  const { phone, phoneVerified } = (await app.call<Shown>("GET", "/user/profile")).body;
  return { phone, phoneVerified };
};
const patch = ({ app }: Member, body: object, headers: Headers = {}) =>
  app.call<Failure>("PATCH", "/user/profile", { body, headers });

let rich: Member;
/** Pays one euro to a number. Returns `paid`, or the error code. */
async function pay(toPhone: string): Promise<string> {
  const body = { fromAccountId: rich.eur, toPhone, amount: 1, currency: "EUR" };
  const { status, body: answer } = await rich.app.call<Failure>("POST", "/wallet/transfer", { body });
  return status === 200 ? "paid" : (answer.error ?? String(status));
}
const cents = async ({ eur }: Member) => (await balanceNow(walletRef(eur))).available;
const subjects = ({ email }: Member) => subjectsTo(platform, email);

const MOVED = "Votre numéro de téléphone a été confirmé par un autre compte";
const CONFIRMED = "Votre numéro de téléphone est confirmé";
const GIVEN_UP = "Votre numéro de téléphone a été retiré";

let ada: Member;
beforeEach(async () => {
  rich = await createMember({ cents: 100_000n });
  ada = await createMember();
});

describe("money by a phone number", () => {
  it("reaches the account that verified the number, in any notation, and is in both users' histories", async () => {
    await verifyNumber(ada);
    const local = ada.phone.slice(3);
    for (const written of [ada.phone, `+33 (0)${local}`, `+33 ${local.replace(/(..)/g, "$1 ").trim()}`])
      expect(await pay(written), written).toBe("paid");
    expect(await cents(ada)).toBe(300n);
    const rows = async ({ app }: Member) =>
      (await app.call<{ transactions: object[] }>("GET", "/wallet/transactions")).body.transactions;
    expect((await rows(ada))[0]).toMatchObject({ direction: "in", amount: 1, counterparty: "Ada Lovelace" });
    expect((await rows(rich))[0]).toMatchObject({ direction: "out", counterparty: "Ada Lovelace" });
    expect(JSON.stringify(await rows(rich))).not.toContain(local);
  });

  it("is rejected for an unverified number in the same way as for an unknown number", async () => {
    await requestCode(ada);
    await platform.drain();
    expect([await pay(ada.phone), await pay(newNumber())]).toEqual([
      "RECIPIENT_UNKNOWN",
      "RECIPIENT_UNKNOWN",
    ]);
    expect(await cents(ada)).toBe(0n);
  });

  it("is rejected after the number was changed or removed, or its account blocked or handed over", async () => {
    const [ben, cleo, dan] = [await createMember(), await createMember(), await createMember()];
    for (const one of [ada, ben, cleo, dan]) await verifyNumber(one);
    expect(await pay(ada.phone)).toBe("paid");
    const next = newNumber();
    expect((await patch(ada, { phone: next })).status).toBe(200);
    expect((await patch(ben, { phone: null })).status).toBe(200);
    await Users.block(cleo.userId);
    const user = await Users.fromId(dan.userId);
    if (user) await Users.setPassword(user, "Another-Horse-2", handOverWrites);
    for (const phone of [ada.phone, next, ben.phone, cleo.phone, dan.phone])
      expect(await pay(phone), phone).toBe("RECIPIENT_UNKNOWN");
    expect(await profile(ada)).toEqual({ phone: next, phoneVerified: null });
    expect(await Users.fromId(dan.userId)).toMatchObject({ phone: undefined, phoneVerified: undefined });
    expect(await subjects(ada)).toContain(GIVEN_UP);
    // The number is available again: another account can verify it.
    const eve = await createMember();
    for (const { phone } of [ada, ben, dan]) await verifyNumber(eve, phone);
    expect(await pay(dan.phone)).toBe("paid");
  });

  it("is rejected with the field's name for an invalid number, and attempts are limited", async () => {
    const body = { fromAccountId: rich.eur, toPhone: "+999612345678", amount: 1, currency: "EUR" };
    const refused = await rich.app.call<Failure>("POST", "/wallet/transfer", { body });
    expect(refused.body).toMatchObject({ error: "INVALID_REQUEST", details: [{ field: "toPhone" }] });
    for (let tries = 0; tries < 30; tries++) await pay(newNumber());
    expect(await pay(newNumber())).toBe("RATE_LIMITED");
  });
});

describe("a number", () => {
  it("is shown as verified, reported by email, and synchronized after its code is entered", async () => {
    expect(await profile(ada)).toEqual({ phone: ada.phone, phoneVerified: null });
    await verifyNumber(ada);
    const shown = await profile(ada);
    expect(shown).toEqual({ phone: ada.phone, phoneVerified: expect.stringMatching(/^\d{4}-/) });
    await platform.drain();
    const pulled = await ada.app.call<{ changes: { data: Shown }[] }>("POST", "/sync/pull", {
      body: { collections: ["profile"] },
    });
    expect(pulled.body.changes.at(-1)?.data).toMatchObject(shown);
    expect(await subjects(ada)).toContain(CONFIRMED);
  });

  it("moves to the account that verifies it last, and the former account's user is notified", async () => {
    await verifyNumber(ada);
    const ben = await createMember();
    await verifyNumber(ben, ada.phone);
    expect(await pay(ada.phone)).toBe("paid");
    expect([await cents(ada), await cents(ben)]).toEqual([0n, 100n]);
    expect(await profile(ada)).toEqual({ phone: ada.phone, phoneVerified: null });
    expect(await subjects(ada)).toContain(MOVED);
    expect(await subjects(ben)).not.toContain(MOVED);
    // The former owner verifies the number again.
    await verifyNumber(ada);
    expect([(await profile(ben)).phoneVerified, await pay(ada.phone)]).toEqual([null, "paid"]);
    expect(await cents(ada)).toBe(100n);
  });

  it("belongs to one account after eight parallel verifications, and that account receives the payments", async () => {
    const phone = newNumber();
    const all = await Promise.all(Array.from({ length: 8 }, () => createMember()));
    const codes: string[] = [];
    for (const one of all) {
      expect((await requestCode(one, phone)).status).toBe(202);
      codes.push(await latestCodeTo(phone));
    }
    const answers = await Promise.all(all.map((one, nth) => confirm(one, codes[nth] ?? "")));
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
    const shown = await Promise.all(all.map(profile));
    const owners = all.filter((_, nth) => shown[nth]?.phoneVerified !== null);
    expect(owners).toHaveLength(1);
    expect(await pay(phone)).toBe("paid");
    expect(await Promise.all(all.map(cents))).toEqual(all.map((one) => (one === owners[0] ? 100n : 0n)));
  });

  it("is released when its account verifies another number", async () => {
    await verifyNumber(ada);
    const second = newNumber();
    await verifyNumber(ada, second);
    expect(await profile(ada)).toMatchObject({ phone: second, phoneVerified: expect.any(String) });
    expect([await pay(ada.phone), await pay(second)]).toEqual(["RECIPIENT_UNKNOWN", "paid"]);
    expect(await subjects(ada)).toContain(GIVEN_UP);
  });

  it("receives payments only if it is verified, even if it changes during the verification", async () => {
    const phone = newNumber();
    for (let round = 0; round < 5; round++) {
      await requestCode(ada, phone);
      const code = await latestCodeTo(phone);
      await Promise.all([confirm(ada, code), patch(ada, { phone: newNumber() })]);
      const shown = await profile(ada);
      const isProven = shown.phone === phone && shown.phoneVerified !== null;
      expect(await pay(phone)).toBe(isProven ? "paid" : "RECIPIENT_UNKNOWN");
    }
  });

  it("can be changed or removed only with a confirmation once it is verified", async () => {
    const { authenticator } = await enableTwoFactor(ada.app);
    await verifyNumber(ada);
    await platform.advance(30);
    const phone = newNumber();
    const data = { phone };
    const change = { clientChangeId: "c1", collection: "profile", id: "profile", op: "upsert", data };
    const { version } = (await ada.app.call<{ version: number }>("GET", "/user/profile")).body;
    const changes = [{ ...change, baseVersion: version }];
    for (const refused of [
      await patch(ada, { phone }),
      await patch(ada, { phone: null }),
      await ada.app.call<Failure>("POST", "/sync/push", { body: { changes } }),
    ])
      expect(JSON.stringify(refused.body)).toContain("STEP_UP_REQUIRED");
    expect(await pay(ada.phone)).toBe("paid");
    const headers = { "x-2fa-code": authenticator.code() };
    expect((await patch(ada, { phone }, headers)).status).toBe(200);
    expect((await requestCode(ada)).status).toBe(202);
    expect((await confirm(ada, await latestCodeTo(phone))).status).toBe(200);
    expect(await profile(ada)).toMatchObject({ phone });
  });
});

describe("a code", () => {
  it("is sent in the user's language, and is not in the response or the stored item in plain text", async () => {
    const asked = await requestCode(ada);
    const code = await latestCodeTo(ada.phone);
    expect(platform.sms(ada.phone).map(({ text }) => text)).toEqual([
      `${code} est votre code pour confirmer ce numéro, valable 10 minutes. Ne le donnez à personne : nous ne le demandons jamais.`,
    ]);
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(asked.body)).not.toContain(code);
    const stored = await Table.find(phoneCode, { userId: ada.userId });
    expect(stored).toMatchObject({ phone: ada.phone, sealedCode: expect.any(String) });
    expect(JSON.stringify(stored)).not.toContain(code);
  });

  it("is rejected after too many wrong attempts, even if it is right", async () => {
    await requestCode(ada);
    const code = await latestCodeTo(ada.phone);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => confirm(ada, wrongCode(code))));
    expect(new Set(guesses.map(({ body }) => body.error))).toEqual(new Set(["PHONE_CODE_INVALID"]));
    expect((await confirm(ada, code)).body.error).toBe("PHONE_CODE_INVALID");
    expect(await pay(ada.phone)).toBe("RECIPIENT_UNKNOWN");
    await verifyNumber(ada);
  });

  it("is valid only if it is the latest, for 10 minutes, and for the account that requested it", async () => {
    await requestCode(ada);
    const first = await latestCodeTo(ada.phone);
    await requestCode(ada);
    const second = await latestCodeTo(ada.phone);
    if (first !== second) expect((await confirm(ada, first)).status).toBe(400);
    const ben = await createMember();
    await requestCode(ben);
    await platform.drain();
    if (second !== (await latestCodeTo(ben.phone))) expect((await confirm(ben, second)).status).toBe(400);
    await platform.advance(600);
    expect((await confirm(ada, second)).body.error).toBe("PHONE_CODE_INVALID");
    expect(await profile(ada)).toMatchObject({ phoneVerified: null });
  });

  it("is used once, and a repeated request gets the same response without a second notification", async () => {
    await requestCode(ada);
    const code = await latestCodeTo(ada.phone);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(ada, code)));
    expect(answers.map(({ status, body }) => [status, body.phone])).toEqual(
      answers.map(() => [200, ada.phone]),
    );
    await platform.drain();
    expect((await subjects(ada)).filter((one) => one === CONFIRMED)).toHaveLength(1);
    const { phoneVerified } = await profile(ada);
    await patch(ada, { phone: null });
    expect((await confirm(ada, code)).status).toBe(400);
    expect(phoneVerified).not.toBeNull();
    expect(await profile(ada)).toEqual({ phone: null, phoneVerified: null });
  });

  it("is rejected after the account's password was changed", async () => {
    await requestCode(ada);
    const code = await latestCodeTo(ada.phone);
    const user = await Users.fromId(ada.userId);
    if (user) await Users.setPassword(user, "Another-Horse-2");
    await ada.app.login(ada.email, "Another-Horse-2");
    expect((await confirm(ada, code)).body.error).toBe("PHONE_CODE_INVALID");
  });

  it("can be requested ten times per hour per account and per number, without revealing the number's owner", async () => {
    await verifyNumber(ada);
    const [ben, cleo] = [await createMember(), await createMember()];
    const toMany = [];
    for (let sent = 0; sent < 11; sent++) toMany.push((await requestCode(ben, newNumber())).status);
    expect(toMany).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
    // One code was already sent to Ada's number.
    for (let sent = 0; sent < 9; sent++) {
      const answer = await requestCode(cleo, ada.phone);
      expect([answer.status, answer.body]).toEqual([202, (await requestCode(await createMember())).body]);
    }
    const dan = await createMember();
    expect((await requestCode(dan, ada.phone)).status).toBe(429);
    await platform.advance(3600);
    await dan.app.refresh();
    expect((await requestCode(dan)).status).toBe(202);
  });

  it("is limited to ten attempts per IP address", async () => {
    const ip = newAddress();
    const statuses = [];
    for (let tries = 0; tries < 11; tries++) statuses.push((await confirm(ada, "000000", ip)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  it("requires a phone number in the profile that is not verified yet", async () => {
    await patch(ada, { phone: null });
    expect((await requestCode(ada)).body.error).toBe("PHONE_MISSING");
    await verifyNumber(ada, newNumber());
    expect((await requestCode(ada)).body.error).toBe("PHONE_VERIFIED");
  });

  it("is sent once despite network failures and duplicate deliveries", async () => {
    platform.faults.set({ dependency: "sms", kind: "error", rate: 1 });
    expect((await requestCode(ada)).status).toBe(202);
    await platform.drain();
    expect(platform.sms(ada.phone)).toEqual([]);
    platform.faults.clear();
    platform.faults.set({ dependency: "queue-delivery", kind: "duplicate", rate: 1 });
    await platform.advance(60);
    await platform.drain();
    platform.faults.clear();
    expect(platform.sms(ada.phone)).toHaveLength(1);
    expect((await confirm(ada, await latestCodeTo(ada.phone))).status).toBe(200);
  });
});

describe("the web API", () => {
  it("verifies a number with the same code, and requires a recent proof to replace a verified one", async () => {
    const ip = newAddress();
    const { email, userId } = ada;
    const signedIn = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email, password },
      ip,
    });
    const call = (path: string, body: object) =>
      platform.call<Failure>("POST", `/api/auth/verify-phone${path}`, {
        body,
        token: signedIn.body.token,
        ip: newAddress(),
      });
    expect((await call("/request", {})).status).toBe(202);
    expect((await call("", { code: await latestCodeTo(ada.phone) })).body).toMatchObject({
      phone: ada.phone,
    });
    const unreal = await call("/request", { phone: "+999612345678" });
    expect([unreal.status, JSON.stringify(unreal.body)]).toEqual([400, expect.stringContaining('"phone"')]);
    const phone = newNumber();
    await platform.advance(360);
    const unproven = await call("/request", { phone });
    expect([unproven.status, unproven.body]).toMatchObject([403, { code: "STEP_UP_REQUIRED" }]);
    const refused = await call("/request", { phone, password: "wrong" });
    expect([refused.status, refused.body]).toMatchObject([400, { code: "AUTH_WRONG_PASSWORD" }]);
    expect((await call("/request", { phone, password })).status).toBe(202);
    expect((await call("", { code: await latestCodeTo(phone) })).status).toBe(200);
    expect(await Users.fromId(userId)).toMatchObject({ phone, phoneVerified: expect.any(String) });
    expect([await pay(ada.phone), await pay(phone)]).toEqual(["RECIPIENT_UNKNOWN", "paid"]);
  });
});
