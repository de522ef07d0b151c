import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMember, handleBankEvent, outboxPayloads } from "../../../tests/support/bank.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { isStaff } from "../actor.ts";
import * as Kyc from "./index.ts";

withDatabase();

let userId: string;
beforeEach(async () => {
  ({ userId } = await createMember());
});

const completed = (data: object = {}, fields: object = {}) =>
  handleBankEvent({ type: "onboarding.completed", data: { userId, ...data }, ...fields });
const rejected = (data: object = {}, fields: object = {}) =>
  handleBankEvent({ type: "onboarding.rejected", data: { userId, ...data }, ...fields });
const notifications = async () =>
  (await outboxPayloads("kyc-decided")).filter((one) => one["userId"] === userId).map((one) => one["status"]);

describe("a user's KYC state", () => {
  it("is pending at level 0 before the first decision", async () => {
    expect(await Kyc.read(userId)).toEqual({ userId, status: "PENDING", level: 0, kind: "KYC" });
    expect(await Kyc.history(userId)).toEqual([]);
  });

  it("is validated by a completed onboarding, by default at level 1, and the user is notified", async () => {
    expect(await completed()).toBe("taken: VALIDATED, level 1");
    expect(await Kyc.read(userId)).toMatchObject({ status: "VALIDATED", level: 1 });
    expect(await notifications()).toEqual(["VALIDATED"]);
  });

  it.each([
    [3, 3],
    ["2", 2],
    [0, 1],
    [-1, 1],
    [2.5, 1],
    [11, 1],
    ["much", 1],
    [null, 1],
  ])("takes a kycLevel of %j as level %i", async (kycLevel, level) => {
    await completed({ kycLevel });
    expect((await Kyc.read(userId)).level).toBe(level);
  });

  it("retains its level after a lower validation, and has level 0 while it is rejected or expired", async () => {
    await completed({ kycLevel: 3 });
    await completed({ kycLevel: 2 });
    expect(await Kyc.read(userId)).toMatchObject({ status: "VALIDATED", level: 3 });
    await rejected({ reason: "expired papers" });
    expect(await Kyc.read(userId)).toMatchObject({ status: "REJECTED", level: 0, reason: "expired papers" });
    await completed();
    const state = await Kyc.read(userId);
    expect(state).toMatchObject({ status: "VALIDATED", level: 3 });
    expect(state.reason).toBeUndefined();
    // Notified of each change of the status, but not of the second validation.
    expect(await notifications().then((all) => [...all].sort())).toEqual([
      "REJECTED",
      "VALIDATED",
      "VALIDATED",
    ]);
  });

  it("has the kind KYB after an event on a business", async () => {
    await rejected({ kind: "kyb" });
    expect(await Kyc.read(userId)).toMatchObject({ status: "REJECTED", kind: "KYB" });
  });

  it("applies an event once under repeated and parallel deliveries", async () => {
    const once = { eventId: randomUUID() };
    await Promise.all(Array.from({ length: 5 }, () => completed({}, once)));
    expect(await completed({}, once)).toBe("known: VALIDATED, level 1");
    expect(await Kyc.history(userId)).toHaveLength(1);
    expect(await notifications()).toEqual(["VALIDATED"]);
  });

  it("follows the latest event by the bank's time, in any order of arrival", async () => {
    await rejected({}, { occurredAt: "2026-03-02T10:00:00Z" });
    expect(await completed({ kycLevel: 2 }, { occurredAt: "2026-03-01T10:00:00Z" })).toBe(
      "older: REJECTED, level 0",
    );
    expect(await Kyc.read(userId)).toMatchObject({ status: "REJECTED", level: 0 });
    const history = await Kyc.history(userId);
    expect(history.map(({ decided, status, by }) => [decided, status, by])).toEqual([
      ["REJECTED", "REJECTED", "bank"],
      ["VALIDATED", "REJECTED", "bank"],
    ]);
  });

  it("is the same for any order of events with a time, also under parallel deliveries", async () => {
    const decision = fc.record({
      isCompleted: fc.boolean(),
      kycLevel: fc.integer({ min: 1, max: 5 }),
      minute: fc.integer({ min: 0, max: 59 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(decision, { minLength: 1, maxLength: 5, selector: ({ minute }) => minute }),
        fc.boolean(),
        async (decisions, atOnce) => {
          const subject = (await createMember()).userId;
          const run = ({ isCompleted, kycLevel, minute }: (typeof decisions)[number]) =>
            handleBankEvent({
              type: isCompleted ? "onboarding.completed" : "onboarding.rejected",
              data: { userId: subject, kycLevel },
              timestamp: Date.UTC(2026, 2, 1, 10, minute),
            });
          if (atOnce) await Promise.all(decisions.map(run));
          else for (const one of decisions) await run(one);
          const [latest] = decisions.toSorted((a, b) => b.minute - a.minute);
          const levels = decisions.filter((one) => one.isCompleted).map((one) => one.kycLevel);
          expect(await Kyc.read(subject)).toMatchObject({
            status: latest?.isCompleted ? "VALIDATED" : "REJECTED",
            level: latest?.isCompleted ? Math.max(0, ...levels) : 0,
          });
          expect(await Kyc.history(subject)).toHaveLength(decisions.length);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("retains the cause of a rejection until a validation, in any order of arrival", async () => {
    const at = (minute: number) => ({ occurredAt: `2026-03-01T10:0${minute}:00Z` });
    await rejected({ reason: "blurred" }, at(2));
    await rejected({ cause: "fraud" }, at(1));
    expect(await Kyc.read(userId)).toMatchObject({ status: "REJECTED", reason: "blurred", cause: "fraud" });
    await completed({}, at(3));
    expect((await Kyc.read(userId)).cause).toBeUndefined();
    await rejected({ reason: "Treffer: OFAC" }, at(0));
    expect(await Kyc.read(userId)).toMatchObject({ status: "VALIDATED" });
    expect((await Kyc.read(userId)).cause).toBeUndefined();
    await rejected({ reason: "Treffer: OFAC" }, at(4));
    expect(await Kyc.read(userId)).toMatchObject({ status: "REJECTED", cause: "sanctions" });
  });

  it("can be decided by staff, and the history states the author", async () => {
    const staff = newActor("ADMIN");
    if (!isStaff(staff)) throw new Error("an administrator is staff");
    await Kyc.decide(staff, userId, { decisionId: "d1", status: "IN_REVIEW" });
    await Kyc.decide(staff, userId, { decisionId: "d2", status: "REJECTED", reason: "blurred" });
    expect(await Kyc.read(userId)).toMatchObject({ status: "REJECTED", reason: "blurred", level: 0 });
    const history = await Kyc.history(userId);
    expect(history.map(({ by }) => by)).toEqual([staff.userId, staff.userId]);
  });
});

describe("a validation", () => {
  const DAY_MS = 86_400_000;
  afterEach(() => Clock.setOffset(0));

  it("expires once under parallel sweeps, with a notification, and leaves the user at level 0", async () => {
    await completed({ kycLevel: 2 });
    Clock.setOffset(1825 * DAY_MS - 60_000);
    await Kyc.expireDue();
    expect(await Kyc.read(userId)).toMatchObject({ status: "VALIDATED", level: 2 });
    Clock.setOffset(1825 * DAY_MS + 60_000);
    await Promise.all([Kyc.expireDue(), Kyc.expireDue(), Kyc.expireDue()]);
    expect(await Kyc.read(userId)).toMatchObject({ status: "EXPIRED", level: 0 });
    expect((await Kyc.history(userId)).map(({ decided, by }) => [decided, by])).toEqual([
      ["EXPIRED", "time"],
      ["VALIDATED", "bank"],
    ]);
    expect(await notifications().then((all) => [...all].sort())).toEqual(["EXPIRED", "VALIDATED"]);
    expect(await Kyc.expireDue()).toBe(0);
  });

  it("lasts a full period from its renewal, and does not expire after a rejection", async () => {
    await completed({}, { occurredAt: new Date(Clock.nowMs() - 10 * DAY_MS).toISOString() });
    Clock.setOffset(1800 * DAY_MS);
    await completed();
    Clock.setOffset(1900 * DAY_MS);
    await Kyc.expireDue();
    expect(await Kyc.read(userId)).toMatchObject({ status: "VALIDATED" });
    await rejected();
    Clock.setOffset(4000 * DAY_MS);
    await Kyc.expireDue();
    expect(await Kyc.read(userId)).toMatchObject({ status: "REJECTED" });
  });
});

describe("an onboarding", () => {
  it("of an unknown user decides nothing", async () => {
    expect(await handleBankEvent({ type: "onboarding.completed", data: { userId: "usr_unknown" } })).toBe(
      "unknown user",
    );
    expect(await Kyc.read("usr_unknown")).toMatchObject({ status: "PENDING" });
  });

  it("without a user and an account makes its event fail", async () => {
    await expect(handleBankEvent({ type: "onboarding.completed", data: {} })).rejects.toThrow("neither");
  });

  it("of a bank account applies to its owner, also if the owner becomes known later", async () => {
    const accountId = randomUUID();
    expect(
      await handleBankEvent({ type: "onboarding.completed", data: { accountId, kycLevel: 2 } }),
    ).toContain("stored for the account's owner");
    expect((await Kyc.read(userId)).status).toBe("PENDING");
    await handleBankEvent({ type: "account.opened", data: { accountId, userId } });
    expect(await Kyc.read(userId)).toMatchObject({ status: "VALIDATED", level: 2 });
    await handleBankEvent({ type: "onboarding.rejected", data: { accountId } });
    expect((await Kyc.read(userId)).status).toBe("REJECTED");
  });
});
