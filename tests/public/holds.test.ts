import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { parseWalletId } from "../../core/ledger/accounts.ts";
import * as Due from "../../core/platform/due/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { expireDue } from "../../core/transfers/reservations/end.ts";
import { openReservations, reservation } from "../../core/transfers/reservations/entity.ts";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { fundAccount } from "../support/money.ts";
import { type Answer, withPlatform } from "../support/platform.ts";

/** Holds of the public API (v2): reserved money that is captured in parts, released, or expires. */

const platform = withPlatform();
let ada: Developer;
let ben: Developer;
let wallet: string;
let bens: string;
let tester: Developer;

interface Sum {
  readonly value: string;
  readonly asset: string;
}
interface Hold {
  readonly id: string;
  readonly status: string;
  readonly amount: Sum;
  readonly remaining: Sum;
  readonly captured: Sum;
  readonly expires_at: string;
}
interface Balance {
  readonly balance: Sum;
  readonly available: Sum;
  readonly locked: Sum;
  readonly holds: readonly Hold[];
}
interface Failure {
  readonly error: { readonly code: string };
}

async function createDeveloperOf(name: string) {
  const email = `${name}-holds@example.com`;
  const { id } = await new App(platform).register(email, "Lovelace!1843");
  const credentials = { email, password: "Lovelace!1843" };
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", { body: credentials });
  return { id, token: body.token };
}

beforeAll(async () => {
  const [one, other] = [await createDeveloperOf("ada"), await createDeveloperOf("ben")];
  [ada, ben] = [await createDeveloper(platform, one.token), await createDeveloper(platform, other.token)];
  tester = await createDeveloper(platform, one.token, { mode: "test" });
  wallet = await fundAccount(one.id, "EUR", 100_000n);
  bens = await fundAccount(other.id, "EUR", 0n);
});
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));

const soon = (seconds = 3600) => new Date(Clock.nowMs() + seconds * 1000).toISOString();
const euro = (value: string): Sum => ({ value, asset: "EUR" });
const hold = async (amount: string, seconds?: number): Promise<Hold> => {
  const { status, body } = await ada.post<Hold>("/v2/holds", { wallet, amount, expires_at: soon(seconds) });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const capture = (id: string, body: object, to = bens) =>
  ada.signed<Hold & Failure>(`/v2/holds/${id}/capture`, { to_wallet: to, ...body });
const balanceOf = async (one = ada, id = wallet) =>
  (await one.get<Balance>(`/v2/wallets/${id}/balance`)).body;
const codeOf = ({ status, body }: Answer<Failure>) => [status, body.error.code];
const availableOf = async (one = ada, id = wallet) => (await balanceOf(one, id)).available.value;

describe("a hold", () => {
  it("reserves money that stays in the wallet's balance, until it is released", async () => {
    const before = await balanceOf();
    const made = await hold("12.5");
    expect(made).toMatchObject({
      ...{ object: "hold", livemode: true, wallet, status: "active" },
      ...{ amount: euro("12.5"), remaining: euro("12.5"), captured: euro("0") },
    });
    const after = await balanceOf();
    expect(after).toMatchObject({ balance: before.balance, locked: euro("12.5"), holds: [made] });
    expect((await ada.get(`/v2/holds/${made.id}`)).body).toEqual(made);
    const { status, body } = await ada.post<Hold>(`/v2/holds/${made.id}/release`);
    expect([status, body.status, body.remaining]).toEqual([200, "released", euro("0")]);
    expect(await balanceOf()).toMatchObject({ available: before.available, locked: euro("0"), holds: [] });
    expect(codeOf(await ada.post<Failure>(`/v2/holds/${made.id}/release`))).toEqual([409, "HOLD_CLOSED"]);
  });

  it("gets the same response for a repeated request, even after it has expired", async () => {
    const body = { wallet, amount: "1", expires_at: soon(60) };
    const first = await ada.post<Hold>("/v2/holds", body, "repeated-later");
    await platform.advance(61);
    const again = await ada.post<Hold>("/v2/holds", body, "repeated-later");
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect((await ada.get<Hold>(`/v2/holds/${first.body.id}`)).body.status).toBe("expired");
    expect((await balanceOf()).holds.find(({ id }) => id === first.body.id)?.status ?? "expired").toBe(
      "expired",
    );
    await expireDue();
  });

  it("is captured in parts, up to its amount", async () => {
    const [mine, theirs] = [Number(await availableOf()), Number(await availableOf(ben, bens))];
    const { id } = await hold("10");
    expect((await capture(id, { amount: "2.5" })).body).toMatchObject({
      ...{ status: "active", captured: euro("2.5"), remaining: euro("7.5") },
    });
    expect(codeOf(await capture(id, { amount: "7.51" }))).toEqual([400, "HOLD_EXCEEDED"]);
    expect(codeOf(await capture(id, { amount: "" }))).toEqual([400, "INVALID_AMOUNT"]);
    expect((await capture(id, {})).body).toMatchObject({ status: "captured", remaining: euro("0") });
    expect(codeOf(await capture(id, {}))).toEqual([409, "HOLD_CLOSED"]);
    expect(Number(await availableOf())).toBeCloseTo(mine - 10, 6);
    expect(Number(await availableOf(ben, bens))).toBeCloseTo(theirs + 10, 6);
  });

  it("is captured only by a signed request, as a transfer to another wallet of its asset", async () => {
    const { id } = await hold("1");
    const unsigned = await ada.post<Failure>(`/v2/holds/${id}/capture`, { to_wallet: bens });
    expect(codeOf(unsigned)).toEqual([401, "SIGNATURE_REQUIRED"]);
    expect(codeOf(await capture(id, {}, wallet))).toEqual([400, "SAME_ACCOUNT"]);
    expect(codeOf(await capture(id, {}, bens.replace("eur", "btc")))).toEqual([400, "CURRENCY_MISMATCH"]);
    expect(codeOf(await capture(id, {}, "wal_unknown"))).toEqual([404, "RECIPIENT_UNKNOWN"]);
    expect((await capture(id, {})).status).toBe(200);
    const from = new Date(Clock.nowMs() - 60_000).toISOString();
    const { body } = await ben.get<{ data: { entry: string }[] }>(
      `/v2/wallets/${bens}/statement?from=${from}&limit=100`,
    );
    const transfer = await ben.get(`/v2/transfers/${body.data.at(-1)?.entry}`);
    expect(transfer.body).toMatchObject({
      object: "transfer",
      direction: "in",
      amount: euro("1"),
      to_wallet: bens,
    });
  });

  it("and its transfer reference each other, also in the wallets' transactions", async () => {
    const { id } = await hold("3");
    const { body: captured } = await capture(id, { amount: "1" });
    const { transfer } = captured as unknown as { transfer: string };
    await ada.post(`/v2/holds/${id}/release`);
    const sent = await ada.get(`/v2/transfers/${transfer}`);
    expect(sent.body).toMatchObject({ direction: "out", from_wallet: wallet, to_wallet: bens, hold: id });
    const got = await ben.get(`/v2/transfers/${transfer}`);
    expect(got.body).toMatchObject({ direction: "in", from_wallet: null, to_wallet: bens, hold: null });
    interface Row {
      readonly type: string;
      readonly source: string | null;
    }
    const rowsOf = async (by: Developer, of: string, limit: number) => {
      const path = `/v2/wallets/${of}/transactions?limit=${limit}`;
      return (await by.get<{ data: Row[] }>(path)).body.data.map(({ type, source }) => [type, source]);
    };
    expect(await rowsOf(ada, wallet, 3)).toEqual([
      ["release", id],
      ["transfer", id],
      ["hold", id],
    ]);
    expect(await rowsOf(ben, bens, 1)).toEqual([["transfer", transfer]]);
    const { body: events } = await ada.get<{ data: { data: object }[] }>(
      `/v2/events?type=transfer.created&object_id=${transfer}`,
    );
    expect(events.data.map(({ data }) => data)).toMatchObject([{ hold: id, to_wallet: bens }]);
  });

  it("counts towards the sender's limits when it is captured, and cannot exceed the balance", async () => {
    const { id: grown, token } = await createDeveloperOf("grown");
    const rich = await createDeveloper(platform, token);
    const much = await fundAccount(grown, "EUR", 90_000_000n);
    const { body } = await rich.post<Hold>("/v2/holds", {
      ...{ wallet: much, amount: "700000", expires_at: soon() },
    });
    const refused = await rich.signed<Failure>(`/v2/holds/${body.id}/capture`, { to_wallet: bens });
    expect(refused.body.error.code).toBe("KYC_LIMIT_EXCEEDED");
    const more = { wallet: much, amount: "200000.01", expires_at: soon() };
    expect(codeOf(await rich.post<Failure>("/v2/holds", more))).toEqual([400, "INSUFFICIENT_BALANCE"]);
  });

  it("is released once when it expires, and cannot be captured from that instant", async () => {
    const free = await availableOf();
    const { id } = await hold("5", 60);
    await capture(id, { amount: "1" });
    await platform.advance(60);
    expect(codeOf(await capture(id, {}))).toEqual([409, "HOLD_EXPIRED"]);
    await Promise.all([expireDue(), expireDue()]);
    expect((await ada.get<Hold>(`/v2/holds/${id}`)).body).toMatchObject({
      ...{ status: "expired", remaining: euro("0"), captured: euro("1") },
    });
    expect(codeOf(await ada.post<Failure>(`/v2/holds/${id}/release`))).toEqual([409, "HOLD_EXPIRED"]);
    expect(Number(await availableOf())).toBeCloseTo(Number(free) - 1, 6);
  });

  it("ends in exactly one way if captures, a release and its expiry coincide", async () => {
    for (const end of ["capture", "release"] as const) {
      await platform.advance(60);
      const before = await balanceOf();
      const { id } = await hold("8", 3600);
      const far = Clock.nowMs() + 3_600_000;
      const answers = await Promise.all([
        Clock.at(far, expireDue),
        ...(end === "release" ? [ada.post<Hold>(`/v2/holds/${id}/release`)] : []),
        capture(id, {}),
        capture(id, {}),
      ]);
      const done = answers.filter((one) => typeof one === "object" && one.status === 200).length;
      const { body } = await ada.get<Hold>(`/v2/holds/${id}`);
      expect(body.remaining).toEqual(euro("0"));
      expect(done).toBe(body.status === "expired" ? 0 : 1);
      const gone = body.status === "captured" ? 8 : 0;
      expect(Number((await balanceOf()).balance.value)).toBeCloseTo(Number(before.balance.value) - gone, 6);
    }
  });

  it("of another user is not found on any route", async () => {
    const { id } = await hold("1");
    const stolen = await ben.signed<Failure>(`/v2/holds/${id}/capture`, { to_wallet: bens });
    const asked = [
      await ben.get<Failure>(`/v2/holds/${id}`),
      await ben.post<Failure>(`/v2/holds/${id}/release`),
      stolen,
    ];
    expect(asked.map(codeOf)).toEqual(Array(3).fill([404, "HOLD_NOT_FOUND"]));
    expect(codeOf(await ben.get<Failure>(`/v2/wallets/${wallet}/balance`))).toEqual([
      404,
      "WALLET_NOT_FOUND",
    ]);
    const theirs = { wallet, amount: "1", expires_at: soon() };
    expect(codeOf(await ben.post<Failure>("/v2/holds", theirs))).toEqual([404, "WALLET_NOT_FOUND"]);
  });

  it("must expire in the future, within 90 days, and does not exist in /v1", async () => {
    for (const seconds of [-1, 91 * 86_400]) {
      const request = { wallet, amount: "1", expires_at: soon(seconds) };
      const { status, body } = await ada.post<{ error: { details: unknown } }>("/v2/holds", request);
      expect(status).toBe(400);
      expect(JSON.stringify(body.error.details)).toContain("expires_at");
    }
    expect((await ada.get("/v1/holds")).status).toBe(404);
  });

  it("is listed newest first, by wallet and status, in pages", async () => {
    const [one, two] = [await hold("1"), await hold("2")];
    await ada.post(`/v2/holds/${one.id}/release`);
    interface Page {
      readonly data: readonly Hold[];
      readonly next_cursor: string | null;
    }
    const first = (await ada.get<Page>("/v2/holds?limit=1")).body;
    expect(first.data.map(({ id }) => id)).toEqual([two.id]);
    const second = (await ada.get<Page>(`/v2/holds?limit=1&cursor=${first.next_cursor}`)).body;
    expect(second.data).toMatchObject([{ id: one.id, status: "released" }]);
    const active = (await ada.get<Page>(`/v2/holds?status=active&wallet=${wallet}&limit=100`)).body.data;
    expect(active.map(({ id }) => id)).toContain(two.id);
    expect(active.map(({ id }) => id)).not.toContain(one.id);
    expect((await ada.get("/v2/holds?cursor=elsewhere")).status).toBe(400);
  });
});

describe("a wallet's balance with its holds", () => {
  it("equals the available balance plus the holds under concurrent changes", async () => {
    const { id: someone, token } = await createDeveloperOf("busy");
    const busy = await createDeveloper(platform, token);
    const id = await fundAccount(someone, "EUR", 100_00n);
    const made = await Promise.all(
      Array.from({ length: 4 }, () =>
        busy.post<Hold>("/v2/holds", { wallet: id, amount: "5", expires_at: soon() }),
      ),
    );
    const [balances] = await Promise.all([
      Promise.all([balanceOf(busy, id), balanceOf(busy, id), balanceOf(busy, id)]),
      ...made.slice(0, 2).map(({ body }) => busy.post(`/v2/holds/${body.id}/release`)),
    ]);
    for (const { balance, available, locked, holds } of balances) {
      const held = holds.reduce((sum, { remaining }) => sum + Number(remaining.value), 0);
      expect(held).toBe(Number(locked.value));
      expect(Number(available.value) + held).toBe(Number(balance.value));
    }
  });
});

describe("in test mode", () => {
  it("holds belong to a sandbox, and expire by its clock", async () => {
    const { body: given } = await tester.post<{ wallet: string }>("/v1/test/faucet", {
      asset: "eur",
      amount: "9",
    });
    const now = (await tester.get<{ now: string }>("/v1/test/clock")).body.now;
    const expires_at = new Date(Date.parse(now) + 86_400_000).toISOString();
    const made = await tester.post<Hold>("/v2/holds", { wallet: given.wallet, amount: "4", expires_at });
    expect(made.body).toMatchObject({ livemode: false, status: "active" });
    expect((await ada.get(`/v2/holds/${made.body.id}`)).status).toBe(404);
    await tester.post("/v1/test/clock", { advance_seconds: 86_400 });
    expect((await tester.get<Hold>(`/v2/holds/${made.body.id}`)).body.status).toBe("expired");
    expect(await availableOf(tester, given.wallet)).toBe("9");
  });
});

describe("the audit", () => {
  it("finds no differences between holds and the ledger", async () => {
    const { differences } = await audit();
    expect(differences).toEqual([]);
  });

  it("reports a hold that differs from the ledger, and that its wallet's list does not contain", async () => {
    const { id } = await hold("3");
    const { userId } = parseWalletId(wallet) ?? { userId: "" };
    const owner = { mode: "live", userId } as const;
    await Table.update(reservation.key({ ...owner, holdId: id }), { set: { captured: 1_00n } });
    await Table.update(openReservations.key({ ...owner, asset: "EUR" }), { set: { holdIds: [] } });
    const found = (await audit()).differences.filter((one) => one.includes(id));
    expect(found).toEqual([
      `the reservation ${id} has 2 EUR of 3 EUR left, but its hold has 3 EUR of 3 EUR`,
      expect.stringMatching(/is open, but the list of its wallet states the opposite$/),
    ]);
  });

  it("reports a hold that the schedule would expire at a wrong time or never", async () => {
    const { id, expires_at } = await hold("3");
    const { userId } = parseWalletId(wallet) ?? { userId: "" };
    const key = reservation.key({ mode: "live", userId, holdId: id });
    const differences = async () => (await audit()).differences.filter((one) => one.includes(id));
    const dueSk = new Date(Date.parse(expires_at) + 1).toISOString();
    await Table.update(key, { set: { dueSk } });
    expect(await differences()).toEqual([
      `the reservation ${id} ends at ${expires_at}, the schedule looks for it at ${dueSk}`,
    ]);
    await Table.update(key, { set: Due.done });
    expect(await differences()).toEqual([
      `the reservation ${id} ends at ${expires_at}, the schedule looks for it at no time`,
    ]);
  });
});
