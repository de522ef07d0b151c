import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { newEmail } from "../../../tests/support/addresses.ts";
import { outboxPayloads } from "../../../tests/support/bank.ts";
import { type CrashResult, crashAtEveryCall, runUntilCrash } from "../../../tests/support/crash-points.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { differencesWithoutSupply } from "../../../tests/support/ledger.ts";
import { createDebt, fundAccount } from "../../../tests/support/money.ts";
import { clear } from "../../handover/clear.ts";
import { userProfile } from "../../identity/entity.ts";
import { newStamp } from "../../identity/stamp.ts";
import * as Users from "../../identity/users.ts";
import { create as newUser } from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import { balanceNow } from "../../ledger/balance-at.ts";
import * as Table from "../../platform/table/index.ts";
import { parseOutgoing } from "../../transfers/outgoing.ts";
import * as Payees from "../beneficiaries/payees.ts";
import { scheduledCount, scheduledPayment } from "./entity.ts";
import { ScheduledPaymentEnded, ScheduledPaymentLimit, ScheduledPaymentNotFound } from "./errors.ts";
import { scheduledPaymentMissed } from "./events.ts";
import * as Scheduled from "./index.ts";
import { runDue } from "./run.ts";
import { MAX_ACTIVE, type NewScheduledPayment } from "./schema.ts";

/** Tests the execution of scheduled payments over time, with concurrent and dying processes. */

const database = withDatabase();
afterAll(async () => {
  expect(await differencesWithoutSupply()).toEqual([]);
});

const sweep = () => runDue();
const sweepAt = (iso: string) => Clock.at(Date.parse(iso), sweep);

async function createPerson(balance: bigint) {
  const email = newEmail();
  const user = await newUser({ name: "Ada Lovelace", email, emailVerified: true });
  await fundAccount(user.userId, "EUR", balance);
  return { user, email, actor: onWeb(user), eur: walletId("live", user.userId, "EUR") };
}
type Person = Awaited<ReturnType<typeof createPerson>>;
const available = async ({ eur }: Person) => (await balanceNow(walletRef(eur))).available;

let ada: Person;
let ben: Person;
beforeEach(async () => {
  [ada, ben] = [await createPerson(10_000n), await createPerson(0n)];
});

/** Schedules a payment of 10 EUR from Ada to Ben, starting on the last day of January. */
function schedule(changes: Partial<NewScheduledPayment> = {}) {
  const request: NewScheduledPayment = {
    ...{ accountId: ada.eur, toAccountId: ben.eur, amount: 10, currency: "EUR", description: "Rent" },
    ...{ frequency: "once", startDate: "2027-01-31" },
    ...changes,
  };
  return Scheduled.create(ada.actor, request, parseOutgoing(ada.actor, request), async () => undefined);
}
const FIRST = "2027-01-31T05:00:00.000Z";

async function stored({ scheduledId }: { readonly scheduledId: string }) {
  const one = await Table.find(scheduledPayment, { userId: ada.user.userId, scheduledId });
  if (!one) throw new Error("the scheduled payment does not exist");
  return one;
}
const activeCount = async ({ user }: Person): Promise<bigint> =>
  (await Table.find(scheduledCount, user))?.count ?? 0n;
const block = ({ user }: Person) =>
  Table.update(userProfile.key(user), { set: { blockedAt: Clock.nowIso(), securityStamp: newStamp() } });

describe("a date of a scheduled payment", () => {
  it("is paid once by twenty concurrent sweeps", async () => {
    const one = await schedule({ frequency: "monthly" });
    expect(one.nextRunAt).toBe(FIRST);
    await Promise.all(Array.from({ length: 20 }, () => sweepAt(FIRST)));
    expect([await available(ada), await available(ben)]).toEqual([9_000n, 1_000n]);
    expect(await stored(one)).toMatchObject({ paid: 1, nextRunAt: "2027-02-28T05:00:00.000Z", version: 2 });
  });

  it("causes one withdrawal to a bank account under twenty concurrent sweeps, and none after the payer is blocked", async () => {
    process.env["BANK_URL"] = "http://127.0.0.1:9";
    const iban = { toAccountId: undefined, iban: "DE89370400440532013000", beneficiaryName: "Grace Hopper" };
    const one = await schedule({ ...iban, frequency: "monthly" });
    delete process.env["BANK_URL"];
    await Promise.all(Array.from({ length: 20 }, () => sweepAt(FIRST)));
    expect(await balanceNow(walletRef(ada.eur))).toEqual({ available: 9_000n, held: 1_000n });
    expect(await stored(one)).toMatchObject({ paid: 1, nextRunAt: "2027-02-28T05:00:00.000Z", version: 2 });
    await block(ada);
    await sweepAt("2027-02-28T05:00:00.000Z");
    expect(await balanceNow(walletRef(ada.eur))).toEqual({ available: 9_000n, held: 1_000n });
    expect(await stored(one)).toMatchObject({ status: "canceled", paid: 1 });
  });

  it("is paid once if the process dies at any database call", async () => {
    let deaths = 0;
    await crashAtEveryCall(async (n): Promise<CrashResult> => {
      [ada, ben] = [await createPerson(10_000n), await createPerson(0n)];
      const one = await schedule({ frequency: "weekly" });
      const died = await runUntilCrash(database.endpoint, n, () => sweepAt(FIRST).catch(() => 0));
      if (died.died) deaths++;
      await sweepAt(FIRST);
      expect([n, await available(ada), await available(ben)]).toEqual([n, 9_000n, 1_000n]);
      expect(await stored(one)).toMatchObject({ paid: 1, tries: 0, status: "active" });
      await Scheduled.cancel(ada.actor, one.scheduledId);
      return died;
    });
    expect(deaths).toBeGreaterThan(5);
  });

  it("is not paid early, and not again after the clock goes back", async () => {
    const one = await schedule({ frequency: "daily" });
    await sweepAt("2027-01-31T04:50:00.000Z");
    expect(await available(ben)).toBe(0n);
    await sweepAt("2027-02-01T05:00:00.000Z");
    expect(await available(ben)).toBe(2_000n);
    await sweepAt(FIRST);
    expect(await available(ben)).toBe(2_000n);
    expect(await stored(one)).toMatchObject({ paid: 2, nextRunAt: "2027-02-02T05:00:00.000Z" });
  });

  it("is paid once, though late, if no sweep ran for more than a month", async () => {
    const one = await schedule({ frequency: "daily", amount: "0.50", endDate: "2027-03-08" });
    for (let sweeps = 0; sweeps < 3; sweeps++) await sweepAt("2027-03-10T12:00:00.000Z");
    expect(await available(ben)).toBe(37n * 50n);
    expect(await stored(one)).toMatchObject({ status: "completed", paid: 37 });
    expect((await stored(one)).nextRunAt).toBeUndefined();
    expect(await activeCount(ada)).toBe(0n);
  });

  it("is the last day in a month without the 31st", async () => {
    const one = await schedule({ frequency: "monthly" });
    const paidAt = [];
    for (let month = 0; month < 4; month++) {
      const { nextRunAt = "" } = await stored(one);
      paidAt.push(nextRunAt);
      await sweepAt(nextRunAt);
    }
    const [summer, winter] = ["T04:00:00.000Z", "T05:00:00.000Z"];
    expect(paidAt).toEqual([
      ...[`2027-01-31${winter}`, `2027-02-28${winter}`],
      ...[`2027-03-31${summer}`, `2027-04-30${summer}`],
    ]);
    expect(await available(ben)).toBe(4_000n);
  });
});

describe("a payment that the sender cannot make yet", () => {
  it("is tried on three days, then fails and cancels all later dates", async () => {
    const one = await schedule({ frequency: "daily", amount: 200 });
    await sweepAt("2027-01-31T20:00:00.000Z");
    await sweepAt("2027-01-31T20:01:00.000Z");
    const failure = "INSUFFICIENT_BALANCE";
    expect(await stored(one)).toMatchObject({ tries: 1, failure, nextRunAt: "2027-02-01T05:00:00.000Z" });
    await sweepAt("2027-02-01T05:00:00.000Z");
    expect(await stored(one)).toMatchObject({ tries: 2, status: "active" });
    await sweepAt("2027-02-02T05:00:00.000Z");
    expect(await stored(one)).toMatchObject({ tries: 3, status: "failed", failure });
    expect(await sweepAt("2027-02-03T05:00:00.000Z")).toBe(0);
    expect([await available(ada), await activeCount(ada)]).toEqual([10_000n, 0n]);
  });

  it("is made for all missed dates once the sender has the money", async () => {
    const one = await schedule({ frequency: "daily", amount: 200 });
    await sweepAt(FIRST);
    await fundAccount(ada.user.userId, "EUR", 50_000n);
    await sweepAt("2027-02-01T05:00:00.000Z");
    expect(await available(ben)).toBe(40_000n);
    expect(await stored(one)).toMatchObject({ paid: 2, tries: 0, nextRunAt: "2027-02-02T05:00:00.000Z" });
    expect((await stored(one)).failure).toBeUndefined();
  });

  it("is tried once a day by twenty concurrent sweeps", async () => {
    const one = await schedule({ amount: 200 });
    await Promise.all(Array.from({ length: 20 }, () => sweepAt(FIRST)));
    expect(await stored(one)).toMatchObject({ tries: 1, status: "active" });
  });

  it("is missed, but stays active, if the sender is in debt", async () => {
    await createDebt(ada.eur, 500n);
    const one = await schedule();
    await sweepAt(FIRST);
    expect(await stored(one)).toMatchObject({ tries: 1, failure: "ACCOUNT_IN_DEBT", status: "active" });
    await Scheduled.cancel(ada.actor, one.scheduledId);
  });
});

describe("a recipient", () => {
  it("who is blocked makes the payment fail at the first attempt", async () => {
    const one = await schedule({ frequency: "daily" });
    await block(ben);
    await sweepAt(FIRST);
    expect(await stored(one)).toMatchObject({ status: "failed", failure: "RECIPIENT_UNKNOWN", tries: 1 });
    expect(await available(ada)).toBe(10_000n);
  });

  it("is the user who had the email address when the payment was scheduled", async () => {
    const one = await schedule({ toAccountId: undefined, toEmail: ben.email });
    await Table.update(userProfile.key(ben.user), { set: { email: "elsewhere@example.com" } });
    await sweepAt(FIRST);
    expect(await available(ben)).toBe(1_000n);
    expect(await stored(one)).toMatchObject({ toEmail: ben.email, receiverId: ben.eur });
  });

  it("is looked up by email at the request only if the sender has the money, otherwise at the payment", async () => {
    const unknown = { toAccountId: undefined, toEmail: "unknown@example.com" };
    await expect(schedule(unknown)).rejects.toMatchObject({ code: "RECIPIENT_UNKNOWN" });
    const one = await schedule({ ...unknown, amount: 200 });
    await sweepAt(FIRST);
    expect(await stored(one)).toMatchObject({ status: "active", failure: "INSUFFICIENT_BALANCE" });
    await fundAccount(ada.user.userId, "EUR", 50_000n);
    await sweepAt("2027-02-01T05:00:00.000Z");
    expect(await stored(one)).toMatchObject({ status: "failed", failure: "RECIPIENT_UNKNOWN" });
  });
});

describe("a payee that is a user", () => {
  const schedulePayee = async () => {
    const { id } = await Payees.addPayee(ada.actor, { name: "Ben", to: { toEmail: ben.email } });
    return { id, one: await schedule({ toAccountId: undefined, toBeneficiaryId: id, frequency: "monthly" }) };
  };

  it("is paid, also after the payee was deleted and the user has another address", async () => {
    const { id, one } = await schedulePayee();
    expect(one).toMatchObject({ payee: { id, name: "Ben" }, receiverId: ben.eur });
    await Payees.removeAny(ada.actor, id);
    await Table.update(userProfile.key(ben.user), { set: { email: "moved@example.com" } });
    await sweepAt(FIRST);
    expect([await available(ada), await available(ben)]).toEqual([9_000n, 1_000n]);
    await Scheduled.cancel(ada.actor, one.scheduledId);
  });

  it("is found by a sender without the money, and paid once the sender has it", async () => {
    const [poor, rich] = [await createPerson(0n), ada];
    ada = poor;
    const { one } = await schedulePayee();
    expect(one.receiverId).toBe(ben.eur);
    await fundAccount(poor.user.userId, "EUR", 1_000n);
    await sweepAt(FIRST);
    expect(await available(ben)).toBe(1_000n);
    await Scheduled.cancel(poor.actor, one.scheduledId);
    ada = rich;
  });

  it("is not paid after a hand-over of the user's account, and the payment ends", async () => {
    const { one } = await schedulePayee();
    await Table.update(userProfile.key(ben.user), { set: { ownershipId: newStamp() } });
    await sweepAt(FIRST);
    expect([await available(ada), await available(ben)]).toEqual([10_000n, 0n]);
    expect(await stored(one)).toMatchObject({ status: "failed", failure: "RECIPIENT_UNKNOWN" });
  });

  it("is missing for another user, and a bank account of the owner makes a withdrawal", async () => {
    process.env["BANK_URL"] = "http://127.0.0.1:9";
    const { id } = await Payees.addPayee(ben.actor, { name: "Ada", to: { toEmail: ada.email } });
    const to = { toAccountId: undefined };
    await expect(schedule({ ...to, toBeneficiaryId: id })).rejects.toMatchObject({
      code: "BENEFICIARY_NOT_FOUND",
    });
    const bank = await Payees.addPayee(ada.actor, { name: "Grace Hopper", iban: "DE89370400440532013000" });
    const one = await schedule({ ...to, toBeneficiaryId: bank.id });
    delete process.env["BANK_URL"];
    expect(one.payee).toEqual({ id: bank.id, name: "Grace Hopper", iban: "DE89370400440532013000" });
    await sweepAt(FIRST);
    expect(await balanceNow(walletRef(ada.eur))).toEqual({ available: 9_000n, held: 1_000n });
  });
});

describe("within 24 hours after a reset of the credentials", () => {
  const resetAt = "2027-01-30T12:00:00.000Z";
  const afterReset = () => onWeb({ ...ada.user, credentialsResetAt: resetAt });
  const scheduleAs = (actor: Person["actor"], changes: Partial<NewScheduledPayment> = {}) =>
    Clock.at(Date.parse(resetAt) + 60_000, async () => {
      const request: NewScheduledPayment = {
        ...{ accountId: ada.eur, toAccountId: ben.eur, amount: 10, currency: "EUR", description: "Rent" },
        ...{ frequency: "once", startDate: "2027-01-31" },
        ...changes,
      };
      return Scheduled.create(actor, request, parseOutgoing(actor, request), async () => undefined);
    });
  const isWaiting = { code: "STEP_UP_REQUIRED", details: { allowedFrom: "2027-01-31T12:00:00.000Z" } };

  it("schedules nothing to a new recipient, even one who would be looked up later or is a new payee", async () => {
    process.env["BANK_URL"] = "http://127.0.0.1:9";
    const person = await Clock.at(Date.parse(resetAt) + 30_000, () =>
      Payees.addPayee(ada.actor, { name: "Ben", to: { toEmail: ben.email } }),
    );
    const bank = { iban: "DE89370400440532013000", beneficiaryName: "Grace Hopper" };
    for (const changes of [
      {},
      { toAccountId: undefined, toEmail: ben.email },
      { toAccountId: undefined, toEmail: "unknown@example.com", amount: 200 },
      { toAccountId: undefined, toBeneficiaryId: person.id },
      { toAccountId: undefined, ...bank },
    ])
      await expect(scheduleAs(afterReset(), changes), JSON.stringify(changes)).rejects.toMatchObject(
        isWaiting,
      );
    delete process.env["BANK_URL"];
    expect(await activeCount(ada)).toBe(0n);
  });

  it("pays a recipient who was never paid only after the wait, and notifies the owner, who can cancel", async () => {
    process.env["BANK_URL"] = "http://127.0.0.1:9";
    const first = await schedule({ frequency: "daily", startDate: "2027-01-30" });
    const iban = { iban: "DE89370400440532013000", beneficiaryName: "Grace Hopper" };
    const toBank = await schedule({ toAccountId: undefined, ...iban, startDate: "2027-01-31" });
    await Table.update(userProfile.key(ada.user), { set: { credentialsResetAt: resetAt } });
    for (const at of ["2027-01-31T05:00:00.000Z", "2027-01-31T11:00:00.000Z"]) await sweepAt(at);
    expect(await balanceNow(walletRef(ada.eur))).toEqual({ available: 10_000n, held: 0n });
    const nextRunAt = "2027-01-31T12:00:00.000Z";
    const waiting = { status: "active", tries: 0, failure: "STEP_UP_REQUIRED", nextRunAt };
    for (const one of [first, toBank]) expect(await stored(one)).toMatchObject(waiting);
    const notices = (await outboxPayloads(scheduledPaymentMissed.type)).filter(
      ({ userId }) => userId === ada.user.userId,
    );
    expect(notices).toEqual([first, toBank].map(() => expect.objectContaining({ retryAt: nextRunAt })));
    await Scheduled.cancel(ada.actor, toBank.scheduledId);
    await sweepAt(nextRunAt);
    // The dates of both days are paid.
    expect(await available(ben)).toBe(2_000n);
    expect(await stored(toBank)).toMatchObject({ status: "canceled", paid: 0 });
    await Scheduled.cancel(ada.actor, first.scheduledId);
    delete process.env["BANK_URL"];
  });

  it("pays what was scheduled before, and schedules and pays to a recipient who was paid before", async () => {
    const before = await schedule({ frequency: "daily", startDate: "2027-01-29" });
    await sweepAt("2027-01-29T05:00:00.000Z");
    expect(await available(ben)).toBe(1_000n);
    await Table.update(userProfile.key(ada.user), { set: { credentialsResetAt: resetAt } });
    await scheduleAs(afterReset(), { amount: 5 });
    await sweepAt(FIRST);
    expect(await available(ben)).toBe(3_500n);
    await Scheduled.cancel(ada.actor, before.scheduledId);
  });
});

describe("an account", () => {
  it("pays nothing if it is blocked while a sweep pays", async () => {
    const one = await schedule({ frequency: "daily" });
    let blocked: Promise<unknown> | undefined;
    await interleave(
      database.endpoint,
      () => sweepAt(FIRST),
      ({ operation }) => {
        if (operation !== "TransactWriteItems") return undefined;
        blocked ??= block(ada);
        return blocked;
      },
    );
    expect([blocked === undefined, await available(ben)]).toEqual([false, 0n]);
    await sweepAt(FIRST);
    expect(await stored(one)).toMatchObject({ status: "canceled", failure: "AUTH_ACCOUNT_BLOCKED" });
    expect([await available(ben), await activeCount(ada)]).toEqual([0n, 0n]);
  });

  it("has no active scheduled payments after it was blocked and unblocked", async () => {
    const one = await schedule({ frequency: "daily" });
    await Users.block(ada.user.userId);
    await clear(ada.user.userId, undefined);
    await Table.update(userProfile.key(ada.user), { set: { blockedAt: undefined } });
    await sweepAt(FIRST);
    expect(await stored(one)).toMatchObject({ status: "canceled" });
    expect(await available(ben)).toBe(0n);
  });

  it("neither executes nor retains its former owner's scheduled payments after a hand-over", async () => {
    await schedule({ frequency: "daily" });
    await Table.update(userProfile.key(ada.user), { set: { ownershipId: newStamp() } });
    await sweepAt(FIRST);
    expect(await available(ben)).toBe(0n);
    await clear(ada.user.userId, Clock.nowIso());
    const owner = onWeb(await Users.readOwn(ada.actor));
    expect((await Scheduled.list(owner, { limit: 10 })).items).toEqual([]);
    expect(await Table.find(scheduledCount, ada.user)).toBeUndefined();
  });

  it("has at most a hundred active payments, and accepts a new one when one has ended", async () => {
    const one = await schedule();
    await Table.update(scheduledCount.key(ada.user), { set: { count: MAX_ACTIVE } });
    await expect(schedule()).rejects.toMatchObject({ code: ScheduledPaymentLimit.code });
    await Scheduled.cancel(ada.actor, one.scheduledId);
    await Scheduled.cancel(ada.actor, (await schedule()).scheduledId);
  });
});

describe("the cancellation of a payment", () => {
  it("prevents the payment, and returns the same result if it is repeated", async () => {
    const one = await schedule();
    const canceled = await Scheduled.cancel(ada.actor, one.scheduledId);
    expect(canceled).toMatchObject({ status: "canceled" });
    expect(await Scheduled.cancel(ada.actor, one.scheduledId)).toEqual(canceled);
    await sweepAt(FIRST);
    expect([await available(ben), await activeCount(ada)]).toEqual([0n, 0n]);
  });

  it("succeeds only if a concurrent sweep does not pay", async () => {
    const one = await schedule();
    const results = await Promise.allSettled([sweepAt(FIRST), Scheduled.cancel(ada.actor, one.scheduledId)]);
    const { status } = await stored(one);
    expect(await available(ben)).toBe(status === "completed" ? 1_000n : 0n);
    expect(results[1].status).toBe(status === "completed" ? "rejected" : "fulfilled");
  });

  it("fails for another user's payment, and for an executed one", async () => {
    const one = await schedule();
    const other = Scheduled.cancel(ben.actor, one.scheduledId);
    await expect(other).rejects.toMatchObject({ code: ScheduledPaymentNotFound.code });
    await sweepAt(FIRST);
    const again = Scheduled.cancel(ada.actor, one.scheduledId);
    await expect(again).rejects.toMatchObject({ code: ScheduledPaymentEnded.code });
  });
});
