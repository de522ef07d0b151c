import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { createFundedWallet, newActor, readBalances } from "../../../tests/support/ledger.ts";
import { createStaff, createUser } from "../../../tests/support/people.ts";
import { isReplayed } from "../../../tests/support/replayed.ts";
import { audit } from "../../audit/index.ts";
import type { WebActor } from "../../identity/actor.ts";
import { changeRole as dismiss } from "../../identity/roles/index.ts";
import * as Trail from "../../identity/trail/index.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Supply from "../../ledger/supply.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { list } from "./approval.ts";
import * as Adjustments from "./index.ts";
import type { Adjusted, Pending } from "./schema.ts";

/** Adjustments of wallets by staff, with the limits of a deployed stack. */

const database = withDatabase();
beforeAll(async () => {
  await Supply.issue("live");
});
const names = ["FAUCET_ENABLED", "ADJUSTMENT_FOUR_EYES", "ADJUSTMENT_APPROVAL_EUR", "ADJUSTMENT_DAILY_EUR"];
afterEach(() => {
  Clock.setOffset(0);
  for (const name of names) delete process.env[name];
});

const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((one) => (one.status === "fulfilled" ? "done" : String(one.reason.code ?? one.reason.name)));
const times = <T>(n: number, work: () => Promise<T>) => Promise.allSettled(Array.from({ length: n }, work));
const give = (amount: string) => ({ operation: "DEPOSIT", amount, reason: "a test" }) as const;
const take = (amount: string) => ({ operation: "WITHDRAW", amount, reason: "a test" }) as const;

async function events(): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for await (const item of Table.scan()) {
    if (item["type"] === "wallet-adjusted") found.push(JSON.parse(String(item["payload"])));
  }
  return found;
}

/** Opens a user's wallet with an amount in cents, and returns its id. */
async function euros(cents = 0n): Promise<{ readonly owner: WebActor; readonly id: string }> {
  const owner = newActor();
  await createFundedWallet(owner, "EUR", cents);
  return { owner, id: walletId("live", owner.userId, "EUR") };
}

/** Requests an adjustment that requires approval. */
async function ask(actor: WebActor, id: string, amount: string): Promise<string> {
  const pending = await Adjustments.adjust(actor, id, give(amount));
  if (pending.kind !== "pending") throw new Error("it was booked at once");
  return pending.approvalId;
}

describe("a large amount that is split into small adjustments", () => {
  it("requires approval from the threshold on, also if the adjustments arrive concurrently", async () => {
    const { id } = await euros();
    const employee = await createStaff("EMPLOYE");
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => Adjustments.adjust(employee, id, give("333.33"))),
    );
    // Three of them are 999.99; a fourth would reach the threshold of 1,000.
    expect(outcomes.filter(({ kind }) => kind === "adjusted")).toHaveLength(3);
    expect(outcomes.filter(({ kind }) => kind === "pending")).toHaveLength(3);
    Clock.setOffset(25 * 3_600_000);
    expect(await Adjustments.adjust(employee, id, give("999.99"))).toMatchObject({ kind: "adjusted" });
  });
});

describe("adjusting a wallet", () => {
  it("posts the platform's own token against the account of its supply on chain", async () => {
    const [owner, employee] = [newActor(), await createStaff("EMPLOYE")];
    const { symbol } = Assets.native;
    await createFundedWallet(owner, symbol, 0n);
    const before = await Ledger.balance("clearing:chain", symbol);
    await Adjustments.adjust(employee, walletId("live", owner.userId, symbol), give("5"));
    expect(await Ledger.balance("clearing:chain", symbol)).toBe(before - 5n * 10n ** 18n);
  });

  it("posts money against the bank's account, and publishes an event for the owner if staff adjusts", async () => {
    const [owner, employee] = [newActor(), await createStaff("EMPLOYE")];
    await createFundedWallet(owner, "BTC", 0n);
    const id = walletId("live", owner.userId, "BTC");
    const bank = await Ledger.balance("clearing:bank", "BTC");
    expect(await Adjustments.adjust(employee, id, give("0.0015"))).toMatchObject({
      id,
      available: 150_000n,
      held: 0n,
    });
    expect(await Adjustments.adjust(employee, id, take("0.0005"))).toMatchObject({ available: 100_000n });
    expect(await Ledger.balance("clearing:bank", "BTC")).toBe(bank - 100_000n);
    const published = (await events()).filter((event) => event["userId"] === owner.userId);
    expect(published).toContainEqual({
      mode: "live",
      userId: owner.userId,
      walletId: id,
      operation: "DEPOSIT",
      amount: "0.0015",
      asset: "BTC",
      settled: "0",
      reason: "a test",
      by: employee.userId,
    });
    expect(published).toHaveLength(2);
  });

  it("is allowed to a customer only while the faucet is enabled, and only for an own wallet", async () => {
    const [owner, other] = [newActor(), newActor("PROFESSIONNEL")];
    await createFundedWallet(owner, "EUR", 0n);
    const id = walletId("live", owner.userId, "EUR");
    await expect(Adjustments.adjust(owner, id, give("1"))).rejects.toMatchObject({ code: "FORBIDDEN" });
    process.env["FAUCET_ENABLED"] = "true";
    await expect(Adjustments.adjust(other, id, give("1"))).rejects.toMatchObject({
      code: "WALLET_NOT_FOUND",
    });
    expect(await Adjustments.adjust(owner, id, give("1"))).toMatchObject({ available: 100n });
    expect((await events()).filter((event) => event["userId"] === owner.userId)).toEqual([]);
  });

  it("moves the money once if a request is repeated under one idempotency key, also if it emptied the wallet", async () => {
    const [owner, admin] = [newActor(), await createStaff("ADMIN")];
    const wallet = await createFundedWallet(owner, "EUR", 500n);
    const id = walletId("live", owner.userId, "EUR");
    const claim = Idempotency.claim<Adjusted | Pending>(admin.userId, "adjust", Ids.secret(), { id });
    const adjust = () => Adjustments.adjust(admin, id, take("5"), claim);
    const once = () => Idempotency.once(claim, undefined, adjust);
    const both = await Promise.all([once(), once()]);
    expect(both.map(({ replayed }) => replayed).toSorted()).toEqual([false, true]);
    const again = await once();
    expect(again).toMatchObject({ result: { available: 0n }, replayed: true });
    expect(both.map(({ result }) => result)).toEqual([again.result, again.result]);
    expect(await readBalances(wallet)).toEqual({ available: 0n, held: 0n });
  });

  it("rejects zero and negative amounts, too many digits, and a withdrawal of more than the balance", async () => {
    const [owner, admin] = [newActor(), await createStaff("ADMIN")];
    await createFundedWallet(owner, "EUR", 100n);
    const id = walletId("live", owner.userId, "EUR");
    for (const amount of ["0", "0.00", "0.001", "-1", "1e3", `1${"0".repeat(29)}`]) {
      await expect(Adjustments.adjust(admin, id, give(amount))).rejects.toMatchObject({
        code: "INVALID_AMOUNT",
      });
    }
    await expect(Adjustments.adjust(admin, id, take("1.01"))).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
      details: { required: "1.01", available: "1", currency: "EUR" },
    });
    expect(await readBalances(walletRef(id))).toEqual({ available: 100n, held: 0n });
  });

  it("rejects a wallet that does not exist", async () => {
    const admin = await createStaff("ADMIN");
    for (const id of [
      walletId("live", Ids.create("user"), "EUR"),
      walletId("live", Ids.create("user"), "XYZ"),
      "wal_x",
    ]) {
      await expect(Adjustments.adjust(admin, id, give("1"))).rejects.toMatchObject({
        code: "WALLET_NOT_FOUND",
      });
    }
  });
});

describe("four eyes", () => {
  it("rejects an adjustment of the staff member's own wallet, for every role of staff", async () => {
    for (const role of ["EMPLOYE", "ADMIN"] as const) {
      const employee = newActor(role);
      const wallet = await createFundedWallet(employee, "EUR", 100n);
      const id = walletId("live", employee.userId, "EUR");
      for (const order of [give("1"), take("1")])
        await expect(Adjustments.adjust(employee, id, order)).rejects.toMatchObject({ code: "OWN_WALLET" });
      expect(await readBalances(wallet)).toEqual({ available: 100n, held: 0n });
    }
  });

  it("moves the threshold's amount or more only after another member of staff sends the same adjustment", async () => {
    const [one, two, { owner, id }] = [
      await createStaff("EMPLOYE"),
      await createStaff("EMPLOYE"),
      await euros(),
    ];
    expect(await Adjustments.adjust(one, id, give("999.99"))).toMatchObject({ kind: "adjusted" });
    const approvalId = await ask(one, id, "1000");
    expect(await readBalances(walletRef(id))).toMatchObject({ available: 99_999n });
    await expect(Adjustments.adjust(one, id, { ...give("1000"), approvalId })).rejects.toMatchObject({
      code: "OWN_ADJUSTMENT",
    });
    await expect(Adjustments.adjust(two, id, { ...give("1000.01"), approvalId })).rejects.toMatchObject({
      code: "APPROVAL_MISMATCH",
      details: { fields: [{ field: "amount" }] },
    });
    const other = await euros();
    await expect(Adjustments.adjust(two, other.id, { ...give("1000"), approvalId })).rejects.toMatchObject({
      code: "APPROVAL_NOT_FOUND",
    });
    expect(await Adjustments.adjust(two, id, { ...give("1000"), approvalId })).toMatchObject({
      available: 199_999n,
    });
    await expect(Adjustments.adjust(two, id, { ...give("1000"), approvalId })).rejects.toMatchObject({
      code: "APPROVAL_NOT_FOUND",
    });
    const published = (await events()).filter((event) => event["userId"] === owner.userId);
    expect(published).toContainEqual(
      expect.objectContaining({ amount: "1000", reason: "a test", by: one.userId, approvedBy: two.userId }),
    );
    expect(published).toHaveLength(2);
  });

  it("requires that requester and approver are members of staff when the entry is posted", async () => {
    for (const who of ["asks", "approves"])
      for (let at = 0; ; at++) {
        const [one, two] = [onWeb(await createUser("EMPLOYE")), onWeb(await createUser("EMPLOYE"))];
        const { id } = await euros();
        const approvalId = await ask(one, id, "1500");
        const leaver = who === "asks" ? one : two;
        let calls = 0;
        const turn = () =>
          calls++ === at
            ? dismiss({ operator: "test" }, leaver.userId, { role: "PARTICULIER", reason: "gone" })
            : undefined;
        const approve = () =>
          Adjustments.adjust(two, id, { ...give("1500"), approvalId }).catch((error: unknown) => error);
        let booked: unknown;
        await interleave(
          database.endpoint,
          async () => {
            booked = await approve();
          },
          turn,
        );
        if (calls <= at) break;
        const code = who === "asks" ? "APPROVAL_NOT_FOUND" : "FORBIDDEN";
        expect([who, at, booked]).toEqual([who, at, expect.objectContaining({ code })]);
        expect(await readBalances(walletRef(id))).toMatchObject({ available: 0n });
      }
  });

  it("lists a request until it is posted or expired, and records requester and approver in the audit trail", async () => {
    const [one, two, { id, owner }] = [
      await createStaff("EMPLOYE"),
      await createStaff("EMPLOYE"),
      await euros(),
    ];
    const [booked, over] = [await ask(one, id, "1500"), await ask(one, id, "1600")];
    const queued = async () => (await list(two, { limit: 100 })).items.map(({ approvalId }) => approvalId);
    expect(await queued()).toEqual(expect.arrayContaining([booked, over]));
    await Adjustments.adjust(two, id, { ...give("1500"), approvalId: booked });
    expect(await queued()).not.toContain(booked);
    Clock.setOffset(DAY_MS + 1);
    expect(await queued()).not.toContain(over);
    const { items } = await Trail.list({ limit: 9 }, owner.userId);
    expect(items.filter(({ deed }) => deed === "wallet-adjusted")).toMatchObject([
      { by: two.userId, about: { requestedBy: one.userId, amount: "1500", asset: "EUR" } },
    ]);
    await expect(list(newActor(), { limit: 1 })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("posts an adjustment once under ten concurrent approvals", async () => {
    const { id } = await euros();
    const approvalId = await ask(await createStaff("EMPLOYE"), id, "1500");
    const outcomes = await times(10, async () =>
      Adjustments.adjust(await createStaff("EMPLOYE"), id, { ...give("1500"), approvalId }),
    );
    expect(codes(outcomes).sort()).toEqual([...Array(9).fill("APPROVAL_NOT_FOUND"), "done"]);
    expect(await readBalances(walletRef(id))).toMatchObject({ available: 150_000n });
  });

  it("rejects an approval by the wallet's owner, and any approval after 24 hours", async () => {
    const [one, two, employee] = [
      await createStaff("EMPLOYE"),
      await createStaff("EMPLOYE"),
      await createStaff("EMPLOYE"),
    ];
    await createFundedWallet(employee, "EUR", 0n);
    const id = walletId("live", employee.userId, "EUR");
    const approvalId = await ask(one, id, "1000");
    await expect(Adjustments.adjust(employee, id, { ...give("1000"), approvalId })).rejects.toMatchObject({
      code: "OWN_WALLET",
    });
    Clock.setOffset(DAY_MS + 1);
    await expect(Adjustments.adjust(two, id, { ...give("1000"), approvalId })).rejects.toMatchObject({
      code: "APPROVAL_NOT_FOUND",
    });
  });

  it("stores a request once if it is repeated under its idempotency key", async () => {
    const [employee, { id }] = [await createStaff("EMPLOYE"), await euros()];
    const claim = Idempotency.claim<Adjusted | Pending>(employee.userId, "adjust", Ids.secret(), { id });
    const request = () => isReplayed(claim, () => Adjustments.adjust(employee, id, give("6000"), claim));
    expect((await Promise.all([request(), request()])).toSorted()).toEqual([false, true]);
    expect(await request()).toBe(true);
    // One of them counts towards the day's limit.
    await ask(employee, id, "4000");
  });

  it("limits what one member of staff adjusts within 24 hours to 10,000 euros", async () => {
    process.env["ADJUSTMENT_FOUR_EYES"] = "false";
    const [one, two, { id }] = [await createStaff("EMPLOYE"), await createStaff("EMPLOYE"), await euros()];
    const started = Math.ceil(Date.now() / 3_600_000) * 3_600_000 - Date.now();
    Clock.setOffset(started);
    const outcomes = await times(12, () => Adjustments.adjust(one, id, give("1000")));
    expect(codes(outcomes).filter((code) => code === "done")).toHaveLength(10);
    expect(codes(outcomes).filter((code) => code === "ADJUSTMENT_LIMIT_EXCEEDED")).toHaveLength(2);
    await expect(Adjustments.adjust(one, id, take("0.01"))).rejects.toMatchObject({
      code: "ADJUSTMENT_LIMIT_EXCEEDED",
      details: { limitEur: "10000", movedEur: "10000", worthEur: "0.01" },
    });
    const btc = newActor();
    await createFundedWallet(btc, "BTC", 0n);
    await expect(
      Adjustments.adjust(two, walletId("live", btc.userId, "BTC"), give("1000")),
    ).rejects.toMatchObject({ code: "ADJUSTMENT_LIMIT_EXCEEDED" });
    Clock.setOffset(started + DAY_MS);
    await expect(Adjustments.adjust(one, id, give("1"))).rejects.toMatchObject({
      code: "ADJUSTMENT_LIMIT_EXCEEDED",
    });
    Clock.setOffset(started + DAY_MS + 3_600_000);
    expect(await Adjustments.adjust(one, id, give("10000"))).toMatchObject({ kind: "adjusted" });
  });

  it("never issues more of the platform's token than its supply", async () => {
    process.env["ADJUSTMENT_FOUR_EYES"] = "false";
    process.env["ADJUSTMENT_DAILY_EUR"] = "1000000000000";
    const { symbol } = Assets.native;
    const owner = newActor();
    await createFundedWallet(owner, symbol, 0n);
    const id = walletId("live", owner.userId, symbol);
    const outcomes = await times(6, async () =>
      Adjustments.adjust(await createStaff("EMPLOYE"), id, give("90000000")),
    );
    expect(codes(outcomes).sort()).toEqual(["SUPPLY_EXCEEDED", ...Array(5).fill("done")]);
    await expect(
      Adjustments.adjust(await createStaff("EMPLOYE"), id, give("3000000000")),
    ).rejects.toMatchObject({
      code: "SUPPLY_EXCEEDED",
    });
    expect(await Ledger.balance("clearing:chain", symbol)).toBeGreaterThanOrEqual(0n);
    expect((await audit()).differences).toEqual([]);
  });
});

it("leaves a ledger that passes the audit, and the audit reports tokens that were not issued", async () => {
  expect((await audit()).differences).toEqual([]);
  const { symbol } = Assets.native;
  const wallet = await createFundedWallet(newActor(), symbol, 0n);
  await Policy.post({
    type: "DEPOSIT",
    postings: Ledger.move({ account: "clearing:bank", asset: symbol }, wallet, 3n * 10n ** 27n),
    initiator: wallet.account,
    actorId: "test",
    reason: "out of nothing",
    result: () => undefined,
  });
  expect((await audit()).differences).toEqual([
    "the accounts of the live ledger hold 4000000000 YANI, but 1000000000 YANI were issued",
  ]);
});
