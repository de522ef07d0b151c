import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { outboxPayloads } from "../../../tests/support/bank.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { withKey } from "../../../tests/support/identity.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { createFundedWallet, newActor, readBalances } from "../../../tests/support/ledger.ts";
import { createDebt } from "../../../tests/support/money.ts";
import { isReplayed } from "../../../tests/support/replayed.ts";
import { createMember, type Member } from "../../../tests/support/transfers.ts";
import { audit } from "../../audit/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { sandboxOf } from "../../kernel/mode.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Debts from "../../policy/debts.ts";
import * as Limits from "../../policy/limits.ts";
import { fromId as readTransfer } from "../reading.ts";
import { capture, expireDue, expiries, release } from "./end.ts";
import { balanceOf, create, list, read } from "./index.ts";
import type { Captured, Reservation } from "./schema.ts";

/** Reservations of money in wallets: their limits, their ends, and concurrent requests. */

const database = withDatabase();
afterEach(async () => {
  Clock.setOffset(91 * DAY_MS);
  await expireDue();
  Clock.setOffset(0);
  delete process.env["KYC_LIMITS"];
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const inMs = (ms: number) => new Date(Clock.nowMs() + ms).toISOString();
const reserve = ({ actor, id }: Member, amount: string, expiresAt = inMs(60_000)) =>
  create(actor, { walletId: id, amount, expiresAt, description: "Bike" });
const balances = ({ id }: Member) => readBalances(walletRef(id));
const later = (ms: number) => Clock.setOffset(Clock.offset() + ms);
const rejectsWith = (work: Promise<unknown>, code: string, details?: object) =>
  expect(work).rejects.toMatchObject({ code, ...(details && { details }) });
const claimOf = <T>({ actor }: Member) => Idempotency.claim<T>(actor.userId, "test", Ids.secret(8), {});

/** Does work while the clock stands still. */
async function atExactly<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const now = vi.spyOn(Date, "now").mockReturnValue(ms);
  try {
    return await work();
  } finally {
    now.mockRestore();
  }
}

/** Returns the entries of a wallet, newest first. */
const entriesOf = async ({ id }: Member) =>
  Promise.all((await Ledger.history(id, 10)).map(({ entryId }) => Ledger.find(entryId)));

describe("a reservation", () => {
  it("holds money until a time, in an entry with its description, and reads as it was created", async () => {
    const ada = await createMember("Ada", 1000n);
    const expiresAt = inMs(60_000);
    const one = await reserve(ada, "2.5", expiresAt);
    const { userId } = ada.actor;
    expect(one).toEqual({
      ...{ mode: "live", userId, holdId: expect.stringMatching(/^hld_/), asset: "EUR", status: "active" },
      ...{ amount: 250n, captured: 0n, released: 0n, expiresAt, description: "Bike" },
      createdAt: expect.any(String),
    });
    expect(await read(ada.actor, one.holdId)).toEqual(one);
    expect(await balances(ada)).toEqual({ available: 750n, held: 250n });
    expect((await entriesOf(ada))[0]).toMatchObject({
      ...{ type: "HOLD", reason: "Bike", actorId: userId, createdAt: one.createdAt },
      reference: { kind: "hold", id: one.holdId },
    });
    const other = await createMember("Ben");
    await rejectsWith(read(other.actor, one.holdId), "HOLD_NOT_FOUND");
    await rejectsWith(read(ada.actor, Ids.create("hold")), "HOLD_NOT_FOUND");
  });

  it("that pays only the recipient's debt names the recipient to the payer, and is read by the recipient", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    await createDebt(ben.id, 500n);
    const { holdId } = await reserve(ada, "5");
    const { transferId } = await capture(ada.actor, holdId, { toWalletId: ben.id, amount: "2" });
    expect([await balances(ada), await balances(ben)]).toEqual([
      { available: 500n, held: 300n },
      { available: 0n, held: 0n },
    ]);
    const shared = { transferId, asset: "EUR", amount: 200n, description: "Bike" };
    expect(await readTransfer(ada.actor, transferId)).toMatchObject({
      ...{ ...shared, direction: "out", fromAccountId: ada.id, toAccountId: ben.id, holdId },
    });
    expect(await readTransfer(ben.actor, transferId)).toMatchObject({
      ...{ ...shared, direction: "in", fromAccountId: null, toAccountId: ben.id, holdId: null },
    });
    await rejectsWith(readTransfer((await createMember("Cleo")).actor, transferId), "TRANSFER_NOT_FOUND");
  });

  it("expires at a time after now, at most 90 days later", async () => {
    const ada = await createMember("Ada", 1000n);
    const now = Clock.nowMs();
    const until = (ms: number) => atExactly(now, () => reserve(ada, "1", new Date(now + ms).toISOString()));
    for (const ms of [-1, 0, 90 * DAY_MS + 1]) await rejectsWith(until(ms), "INVALID_REQUEST");
    await rejectsWith(reserve(ada, "1", "soon"), "INVALID_REQUEST");
    for (const ms of [1, 90 * DAY_MS]) expect((await until(ms)).status).toBe("active");
  });

  it("is rejected for more than the balance, a debtor, an unopened wallet and another user's wallet", async () => {
    const ada = await createMember("Ada", 100n);
    await rejectsWith(reserve(ada, "1.01"), "INSUFFICIENT_BALANCE");
    const other = newActor();
    const unopened = { actor: other, id: walletId("live", other.userId, "EUR") } as unknown as Member;
    await rejectsWith(reserve(unopened, "1"), "WALLET_NOT_FOUND");
    await rejectsWith(reserve({ ...ada, id: unopened.id }, "1"), "WALLET_NOT_FOUND");
    await createDebt(ada.id, 1n);
    await rejectsWith(reserve(ada, "1"), "ACCOUNT_IN_DEBT");
    expect(await balances(ada)).toEqual({ available: 100n, held: 0n });
  });

  it("is one of at most 50 open ones of a wallet, under parallel requests too", async () => {
    const ada = await createMember("Ada", 1000n);
    const first = await reserve(ada, "0.01");
    for (let count = 1; count < 49; count++) await reserve(ada, "0.01");
    const last = await Promise.allSettled([1, 2, 3].map(() => reserve(ada, "0.01")));
    expect(last.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await rejectsWith(reserve(ada, "0.01"), "HOLD_LIMIT_REACHED");
    await release(ada.actor, first.holdId);
    await reserve(ada, "0.01");
    expect((await balanceOf(ada.actor, ada.id)).reservations).toHaveLength(50);
  });
});

describe("a capture", () => {
  it("pays a part or the rest as a transfer of the sender, with both names, notifications and events", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const { holdId, ...made } = await reserve(ada, "5");
    const part = await capture(ada.actor, holdId, { toWalletId: ben.id, amount: "2" });
    expect(part).toEqual({
      ...{ ...made, holdId, captured: 200n, transferId: expect.stringMatching(/^txn_/) },
    });
    const rest = await capture(ada.actor, holdId, { toWalletId: ben.id });
    expect(rest).toMatchObject({ status: "captured", captured: 500n, released: 0n });
    expect(await read(ada.actor, holdId)).toMatchObject({ status: "captured", captured: 500n });
    expect([await balances(ada), await balances(ben)]).toEqual([
      { available: 500n, held: 0n },
      { available: 500n, held: 0n },
    ]);
    const entry = await Ledger.find(part.transferId);
    expect(entry).toMatchObject({
      ...{ type: "CAPTURE", reason: "Bike", actorId: ada.actor.userId },
      reference: { kind: "hold", id: holdId },
    });
    const { transferId } = part;
    const shared = { transferId, asset: "EUR", amount: 200n, description: "Bike" };
    const own = { direction: "out", fromAccountId: ada.id, toAccountId: ben.id, holdId, counterparty: "Ben" };
    expect(await readTransfer(ada.actor, transferId)).toMatchObject({ ...shared, ...own });
    const theirs = { direction: "in", fromAccountId: null, toAccountId: ben.id, holdId: null };
    expect(await readTransfer(ben.actor, transferId)).toMatchObject({
      ...{ ...shared, ...theirs, counterparty: "Ada" },
    });
    const eventOf = async ({ actor: { userId } }: Member) =>
      (await ApiEvents.list({ mode: "live", userId }, { limit: 100, oldestFirst: true })).events.find(
        ({ data }) => data["id"] === transferId,
      )?.data;
    const amount = { value: "2", asset: "EUR" };
    expect(await eventOf(ada)).toMatchObject({
      ...{
        direction: "out",
        from_wallet: ada.id,
        to_wallet: ben.id,
        hold: holdId,
        amount,
        description: "Bike",
      },
      counterparty: "Ben",
    });
    expect(await eventOf(ben)).toMatchObject({ direction: "in", to_wallet: ben.id, hold: null, amount });
    for (const [type, { actor }] of [
      ["wallet-transfer-sent", ada],
      ["wallet-transfer-received", ben],
    ] as const) {
      const payloads = (await outboxPayloads(type)).filter(({ userId }) => userId === actor.userId);
      expect(payloads.map(({ amount: value }) => value).sort()).toEqual(["2", "3"]);
    }
  });

  it("is rejected beyond the rest, to the own wallet, from a debtor, and after the end", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const { holdId } = await reserve(ada, "5");
    const pay = (amount?: string, toWalletId = ben.id) => capture(ada.actor, holdId, { toWalletId, amount });
    await pay("2");
    await rejectsWith(pay("3.01"), "HOLD_EXCEEDED", { required: "3.01", remaining: "3" });
    await rejectsWith(pay("0"), "INVALID_AMOUNT");
    await rejectsWith(pay("1", ada.id), "SAME_ACCOUNT");
    await rejectsWith(capture(ben.actor, holdId, { toWalletId: ada.id }), "HOLD_NOT_FOUND");
    await createDebt(ada.id, 50n);
    await rejectsWith(pay("1"), "ACCOUNT_IN_DEBT");
    expect(await release(ada.actor, holdId)).toMatchObject({ status: "released", released: 300n });
    expect([await balances(ada), await Debts.owed(walletRef(ada.id))]).toEqual([
      { available: 750n, held: 0n },
      0n,
    ]);
    await rejectsWith(pay(), "HOLD_CLOSED");
    await rejectsWith(release(ada.actor, holdId), "HOLD_CLOSED");
    expect((await entriesOf(ada))[0]).toMatchObject({
      ...{ type: "RELEASE", reason: "Bike", actorId: ada.actor.userId },
      reference: { kind: "hold", id: holdId },
    });
  });

  it("pays the recipient's debt first, and counts against the sender's limit", async () => {
    process.env["KYC_LIMITS"] = "0:100/4/100";
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    await createDebt(ben.id, 150n);
    const { holdId } = await reserve(ada, "5");
    const pay = (amount: string) => capture(ada.actor, holdId, { toWalletId: ben.id, amount });
    await pay("2");
    expect([await balances(ben), await Debts.owed(walletRef(ben.id))]).toEqual([
      { available: 50n, held: 0n },
      0n,
    ]);
    expect(await Limits.of(ada.actor.userId, 0)).toMatchObject({ left: { out: { day: 200n } } });
    await rejectsWith(pay("2.01"), "KYC_LIMIT_EXCEEDED");
    await pay("2");
  });

  it("is rejected from the expiry on, also if the clock reaches it during the request", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const { holdId, expiresAt } = await reserve(ada, "5");
    const expiry = Date.parse(expiresAt);
    const pay = () => capture(ada.actor, holdId, { toWalletId: ben.id, amount: "1" });
    await atExactly(expiry - 1, pay);
    await rejectsWith(atExactly(expiry, pay), "HOLD_EXPIRED");
    let reads = 0;
    const late = interleave(database.endpoint, pay, async () => {
      if (++reads === 2) Clock.setOffset(60_000);
    });
    await rejectsWith(late, "HOLD_EXPIRED");
    expect(await balances(ben)).toEqual({ available: 100n, held: 0n });
  });

  it("and a release are executed once per key, also after the end", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const [one, two] = [await reserve(ada, "1"), await reserve(ada, "1")];
    const [paid, freed] = [claimOf<Captured>(ada), claimOf<Reservation>(ada)];
    const pay = () => capture(ada.actor, one.holdId, { toWalletId: ben.id }, paid);
    const free = () => release(ada.actor, two.holdId, freed);
    await Promise.all([pay(), free()]);
    expect(await isReplayed(paid, pay)).toBe(true);
    expect(await isReplayed(freed, free)).toBe(true);
    expect(await balances(ada)).toEqual({ available: 900n, held: 0n });
  });
});

describe("an expired reservation", () => {
  it("reads as expired immediately, and its rest is released once, by the schedule or its owner", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const [one, two] = [await reserve(ada, "3"), await reserve(ada, "2")];
    const far = await reserve(ada, "1", inMs(DAY_MS));
    await capture(ada.actor, one.holdId, { toWalletId: ben.id, amount: "1" });
    expect(await expireDue()).toBe(0);
    const expiry = Date.parse(two.expiresAt);
    const statusAt = (ms: number) => atExactly(ms, async () => (await read(ada.actor, two.holdId)).status);
    expect([await statusAt(expiry - 1), await statusAt(expiry)]).toEqual(["active", "expired"]);
    later(60_000);
    expect((await release(ada.actor, two.holdId)).status).toBe("expired");
    await rejectsWith(release(ada.actor, two.holdId), "HOLD_EXPIRED");
    await rejectsWith(capture(ada.actor, two.holdId, { toWalletId: ben.id }), "HOLD_EXPIRED");
    expect([await expireDue(), await expireDue()]).toEqual([1, 0]);
    expect(await read(ada.actor, one.holdId)).toMatchObject({ status: "expired", released: 200n });
    expect((await entriesOf(ada))[0]).toMatchObject({ type: "RELEASE", actorId: "reservations" });
    expect(await balances(ada)).toEqual({ available: 800n, held: 100n });
    expect((await balanceOf(ada.actor, ada.id)).reservations).toEqual([far]);
  });

  it("is not expired by an outdated item of the index", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const [open, ended] = [await reserve(ada, "1"), await reserve(ada, "1")];
    await capture(ada.actor, ended.holdId, { toWalletId: ben.id });
    const { userId } = ada.actor;
    const gone = { ...open, holdId: Ids.create("hold") };
    for (const item of [open, ended, gone])
      expect(await expiries.work({ ...item, pk: userId, sk: "" } as never)).toBe(false);
    expect(await balances(ada)).toEqual({ available: 800n, held: 100n });
  });

  it("of a sandbox is listed until it ends", async () => {
    const ada = await createMember("Ada");
    const mode = sandboxOf(ada.actor.userId);
    const tester = withKey(ada.actor, { mode });
    await createFundedWallet(tester, "EUR", 1000n);
    const request = { walletId: walletId(mode, tester.userId, "EUR"), amount: "1", description: "" };
    const [one, two] = [
      await create(tester, { ...request, expiresAt: inMs(60_000) }),
      await create(tester, { ...request, expiresAt: inMs(60_000) }),
    ];
    await release(tester, one.holdId);
    const open = await expiries.open({ mode, userId: tester.userId });
    expect(open.map((item) => item["holdId"])).toEqual([two.holdId]);
  });
});

describe("a wallet's balance", () => {
  it("shows an expired reservation as expired until it is released", async () => {
    const ada = await createMember("Ada", 1000n);
    await reserve(ada, "1");
    later(60_000);
    expect(await balanceOf(ada.actor, ada.id)).toMatchObject({
      held: 100n,
      reservations: [{ status: "expired" }],
    });
  });
});

describe("the list of reservations", () => {
  it("is newest first, by wallet and status as of now, in pages, and empty for another user's wallet", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    await createFundedWallet(ada.actor, "USD", 1000n);
    const dollars = { ...ada, id: walletId("live", ada.actor.userId, "USD") };
    const ids: string[] = [];
    for (const [member, expiresAt] of [
      [ada, inMs(30_000)],
      [dollars, inMs(DAY_MS)],
      [ada, inMs(DAY_MS)],
    ] as const) {
      ids.unshift((await reserve(member, "1", expiresAt)).holdId);
      later(5);
    }
    const [third, second, first] = ids as [string, string, string];
    later(30_000);
    const listed = async (filter: object, actor: Parameters<typeof list>[0] = ada.actor) => {
      const { reservations, next } = await list(actor, { limit: 10, ...filter });
      return [reservations.map(({ holdId, status }) => [holdId, status]), next];
    };
    const [a, b, c] = [
      [third, "active"],
      [second, "active"],
      [first, "expired"],
    ];
    expect(await listed({})).toEqual([[a, b, c], undefined]);
    expect(await listed({ limit: 2 })).toEqual([[a, b], second]);
    expect(await listed({ limit: 2, after: second })).toEqual([[c], undefined]);
    expect(await listed({ walletId: ada.id })).toEqual([[a, c], undefined]);
    expect(await listed({ walletId: ada.id, status: "active" })).toEqual([[a], undefined]);
    expect(await listed({ status: "expired" })).toEqual([[c], undefined]);
    const tester = withKey(ada.actor, { mode: sandboxOf(ada.actor.userId) });
    expect(await listed({ walletId: ada.id }, tester)).toEqual([[], undefined]);
    expect(await listed({ walletId: ada.id }, ben.actor)).toEqual([[], undefined]);
    expect(await listed({ walletId: "wal_unknown" })).toEqual([[], undefined]);
    await rejectsWith(list(ada.actor, { limit: 10, after: "elsewhere" }), "INVALID_REQUEST");
    for (const holdId of [third, second, first]) await release(ada.actor, holdId);
  });
});
