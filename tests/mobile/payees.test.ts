import { beforeEach, describe, expect, it } from "vitest";
import { userProfile } from "../../core/identity/entity.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { walletRef } from "../../core/ledger/accounts.ts";
import { balanceNow } from "../../core/ledger/balance-at.ts";
import * as Table from "../../core/platform/table/index.ts";
import { newEmail } from "../support/addresses.ts";
import { App } from "../support/app.ts";
import { DeviceKey, registerDeviceKey } from "../support/device-key.ts";
import { Mirror } from "../support/mirror.ts";
import { fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";

/** Payees over HTTP: one list for the routes, the withdrawals and the devices. */

const platform = withPlatform();
const password = "Lovelace!1843";
const IBAN = "DE89370400440532013000";

interface Payee {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly iban: string | null;
  readonly version: number;
  readonly error?: string;
}
interface Member {
  readonly app: App;
  readonly userId: string;
  readonly email: string;
  readonly eur: string;
}

async function createMember(cents: bigint, firstName: string): Promise<Member> {
  const [email, app] = [newEmail(), new App(platform)];
  const { id: userId } = await app.register(email, password, { firstName });
  await Table.update(userProfile.key({ userId }), { set: { emailVerified: new Date().toISOString() } });
  return { app, userId, email, eur: await fundAccount(userId, "EUR", cents) };
}

let ada: Member;
let ben: Member;
beforeEach(async () => {
  [ada, ben] = [await createMember(10_000n, "Ada"), await createMember(0n, "Ben")];
});

const add = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  ada.app.call<Payee>("POST", "/payees", { body, headers });
const list = async ({ app }: Member, query = "") =>
  (await app.call<{ payees: Payee[]; nextCursor: string | null }>("GET", `/payees${query}`)).body;
const cents = async ({ eur }: Member) => (await balanceNow(walletRef(eur))).available;

describe("payees", () => {
  it("are added, listed, renamed and deleted", async () => {
    const bank = await add({ name: "Grace Hopper", iban: "DE89 3704 0044 0532 0130 00" });
    expect(bank).toMatchObject({ status: 201, body: { type: "bank_account", iban: IBAN, version: 1 } });
    const person = await add({ name: "Ben", email: ben.email });
    expect(person).toMatchObject({ status: 201, body: { type: "person", name: "Ben", iban: null } });
    expect(await list(ada)).toEqual({ payees: [person.body, bank.body], nextCursor: null });
    const { nextCursor } = await list(ada, "?limit=1");
    expect(await list(ada, `?limit=1&cursor=${nextCursor}`)).toMatchObject({ payees: [bank.body] });

    const path = `/payees/${bank.body.id}`;
    const renamed = await ada.app.call("PATCH", path, { body: { name: "Rear Admiral", version: 1 } });
    expect(renamed).toMatchObject({ status: 200, body: { name: "Rear Admiral", iban: IBAN, version: 2 } });
    const late = await ada.app.call("PATCH", path, { body: { name: "x", version: 1 } });
    expect(late).toMatchObject({ status: 409, body: { error: "VERSION_CONFLICT" } });
    expect((await ben.app.call("PATCH", path, { body: { name: "x" } })).status).toBe(404);
    expect((await ben.app.call("DELETE", path)).status).toBe(404);
    expect((await ada.app.call("DELETE", path)).status).toBe(204);
    expect((await ada.app.call("DELETE", path)).body).toMatchObject({ error: "BENEFICIARY_NOT_FOUND" });
    expect((await list(ada)).payees).toMatchObject([{ name: "Ben" }]);
  });

  it.each([
    [{ name: "x" }, "body"],
    [{ name: "x", iban: IBAN, email: "a@example.com" }, "body"],
    [{ name: "", iban: IBAN }, "name"],
    [{ name: "x", iban: "DE89370400440532013001" }, "iban"],
    [{ name: "x", iban: "SA0380000000608010167519" }, "iban"],
    [{ name: "x", phone: "12" }, "phone"],
  ])("reject %j with the field", async (body, field) => {
    const answer = await add(body);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field }] } });
    expect((await list(ada)).payees).toEqual([]);
  });

  it("are added once per Idempotency-Key under 20 parallel requests", async () => {
    const headers = { "idempotency-key": Ids.secret() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => add({ name: "Grace Hopper", iban: IBAN }, headers)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await list(ada)).payees).toHaveLength(1);
  });

  it("need a recent proof to be added, and none to be renamed, deleted or paid within the allowance", async () => {
    const { id } = (await add({ name: "Ben", accountId: ben.eur })).body;
    await registerDeviceKey(ada.app, ada.userId, await DeviceKey.create());
    await platform.advance(301);
    expect(await add({ name: "Grace Hopper", iban: IBAN })).toMatchObject({
      status: 403,
      body: { error: "STEP_UP_REQUIRED" },
    });
    const body = { fromAccountId: ada.eur, toBeneficiaryId: id, amount: 5, currency: "EUR" };
    expect((await ada.app.call("POST", "/wallet/transfer", { body })).status).toBe(200);
    expect((await ada.app.call("PATCH", `/payees/${id}`, { body: { name: "B" } })).status).toBe(200);
    expect((await ada.app.call("DELETE", `/payees/${id}`)).status).toBe(204);
  });
});

describe("a transfer to a payee", () => {
  const send = (toBeneficiaryId: string, from = ada) =>
    from.app.call("POST", "/wallet/transfer", {
      body: { fromAccountId: from.eur, toBeneficiaryId, amount: 5, currency: "EUR" },
    });

  it("pays the account of the person, also after a change of the email address, and never shows its id", async () => {
    const { id } = (await add({ name: "Ben", email: ben.email })).body;
    await Table.update(userProfile.key(ben), { set: { email: newEmail() } });
    const { status, body } = await send(id);
    expect([status, body]).toMatchObject([200, { recipient: { name: "Ben Lovelace" } }]);
    expect(await cents(ben)).toBe(500n);
    const history = (await ada.app.call("GET", "/wallet/transactions")).body;
    expect(JSON.stringify([body, history, await list(ada)])).not.toContain(ben.userId.slice(4));
  });

  it("is rejected for a bank account, another user's payee and a deleted one, and a withdrawal for a person", async () => {
    const [person, bank] = [
      (await add({ name: "Ben", accountId: ben.eur })).body,
      (await add({ name: "Grace Hopper", iban: IBAN })).body,
    ];
    const withdraw = (beneficiaryId: string) =>
      ada.app.call("POST", "/wallet/withdraw", {
        body: { accountId: ada.eur, amount: 5, currency: "EUR", beneficiaryId },
      });
    const missing = { status: 404, body: { error: "BENEFICIARY_NOT_FOUND" } };
    expect(await send(bank.id)).toMatchObject(missing);
    expect(await send(person.id, ben)).toMatchObject(missing);
    expect(await withdraw(person.id)).toMatchObject(missing);
    expect((await withdraw(bank.id)).status).toBe(200);
    await ada.app.call("DELETE", `/payees/${person.id}`);
    expect(await send(person.id)).toMatchObject(missing);
    expect(await cents(ben)).toBe(0n);
  });
});

it("synchronizes payees with devices, which can rename a person but give it no IBAN", async () => {
  const mirror = new Mirror(ada.app);
  const { id } = (await add({ name: "Ben", accountId: ben.eur })).body;
  await platform.drain();
  await mirror.pull();
  expect(mirror.get("beneficiaries", id)).toMatchObject({
    data: { type: "person", name: "Ben", iban: null },
  });
  const push = async (data: object, baseVersion: number) => {
    const change = { collection: "beneficiaries", id, op: "upsert", baseVersion, data };
    const changes = [{ clientChangeId: Ids.secret(8), ...change }];
    const { body } = await ada.app.call<{ results: object[] }>("POST", "/sync/push", { body: { changes } });
    return body.results[0];
  };
  expect(await push({ name: "Ben", iban: IBAN }, 1)).toMatchObject({
    status: "rejected",
    code: "INVALID_REQUEST",
  });
  expect(await push({ name: "Benedict" }, 1)).toMatchObject({ status: "applied", version: 2 });
  expect((await list(ada)).payees).toMatchObject([{ name: "Benedict", type: "person" }]);
});
