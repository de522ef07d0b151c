import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handle } from "../../events/inbound/_bank.ts";
import { availableCents, createMember, handleBankEvent, transferEvent } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { interleave } from "../../tests/support/interleave.ts";
import * as Kyc from "../identity/kyc/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import * as Accounts from "./accounts.ts";
import { bankConsent, unassignedEvent } from "./entity.ts";

const database = withDatabase();

let userId: string;
let accountId: string;
beforeEach(async () => {
  ({ userId } = await createMember());
  accountId = `acc-${randomUUID()}`;
});
afterEach(() => Clock.setOffset(0));

const account = (verb: string, data: object = {}, fields: object = {}) =>
  handleBankEvent({ type: `account.${verb}`, data: { accountId, ...data }, ...fields });
const storedEvents = () =>
  Table.queryAll({ pk: unassignedEvent.partition({ accountId }), beginsWith: unassignedEvent.prefix });

describe("an account at the bank", () => {
  it("is opened, suspended, opened again, and permanently closed", async () => {
    await account("opened", { userId, iban: "fr76 3000 6000 0112 3456 7890 189", currency: "EUR" });
    expect(await Accounts.findAccount(accountId)).toMatchObject({
      status: "opened",
      userId,
      iban: "FR7630006000011234567890189",
      currency: "EUR",
    });
    for (const [verb, status] of [
      ["suspended", "suspended"],
      ["opened", "opened"],
      ["closed", "closed"],
      ["opened", "closed"],
      ["suspended", "closed"],
    ] as const) {
      Clock.setOffset(Clock.offset() + 1000);
      await account(verb);
      expect(await Accounts.findAccount(accountId)).toMatchObject({ status, userId, currency: "EUR" });
    }
  });

  it("has the status of the latest event by the bank's time, or is closed if any event closed it", async () => {
    await account("suspended", {}, { occurredAt: "2026-03-02T10:00:00Z" });
    await account("opened", { iban: "FR7630006000011234567890189" }, { occurredAt: "2026-03-01T10:00:00Z" });
    expect(await Accounts.findAccount(accountId)).toMatchObject({
      status: "suspended",
      iban: "FR7630006000011234567890189",
    });
    await account("closed", {}, { occurredAt: "2026-02-01T10:00:00Z" });
    expect((await Accounts.findAccount(accountId))?.status).toBe("closed");
  });

  it("ignores a repeated old event, even after the record of the event has expired", async () => {
    const eventId = randomUUID();
    await account("opened", { userId }, { eventId });
    Clock.setOffset(1000);
    await account("suspended");
    Clock.setOffset(30 * 86_400_000);
    await account("opened", { iban: "FR7630006000011234567890189" }, { eventId });
    expect((await Accounts.findAccount(accountId))?.status).toBe("suspended");
    for (let n = 0; n < 25; n++) {
      Clock.setOffset(Clock.offset() + 1000);
      await account("opened");
    }
    expect((await Accounts.findAccount(accountId))?.eventIds).toHaveLength(20);
  });

  it("has no owner until an event names a known user", async () => {
    expect(await account("opened", { userId: "usr_unknown", iban: "not an IBAN" })).toBe(
      "opened, owner unknown",
    );
    const before = await Accounts.findAccount(accountId);
    expect(before?.userId).toBeUndefined();
    expect(before?.iban).toBeUndefined();
    await account("opened", { userId });
    expect((await Accounts.findAccount(accountId))?.userId).toBe(userId);
  });

  it("retains its first owner if a later event names another user", async () => {
    await account("opened", { userId });
    await account("opened", { userId: (await createMember()).userId });
    expect((await Accounts.findAccount(accountId))?.userId).toBe(userId);
  });

  it("does not make an event without data fail", async () => {
    for (const event of [{ data: null }, {}]) {
      const body = JSON.stringify({ eventId: randomUUID(), type: "Transaction.Booked", ...event });
      expect(await handle(body)).toBe("without data");
    }
  });

  it("must be named in its event, otherwise the event fails", async () => {
    await expect(handleBankEvent({ type: "account.opened", data: { userId } })).rejects.toThrow();
  });

  it("has the data of all events that arrive concurrently", async () => {
    await Promise.all([
      account("opened", { userId }),
      account("opened", { currency: "EUR" }),
      account("opened", { iban: "FR7630006000011234567890189" }),
      account("closed"),
    ]);
    expect(await Accounts.findAccount(accountId)).toMatchObject({
      status: "closed",
      userId,
      currency: "EUR",
      iban: "FR7630006000011234567890189",
    });
  });
});

describe("the stored events of an account without an owner", () => {
  it("are handled and deleted once the owner is known", async () => {
    const consentId = randomUUID();
    await handleBankEvent(transferEvent("booked", `${accountId}-1`, "10.00", { accountId }));
    await handleBankEvent(transferEvent("booked", `${accountId}-2`, "2.50", { accountId }));
    await handleBankEvent({ type: "consent.granted", data: { consentId, accountId } });
    expect(await storedEvents()).toHaveLength(3);
    expect(await account("opened", { userId })).toBe("opened, 3 events assigned to its owner");
    expect(await availableCents({ userId })).toBe(1250n);
    expect((await Table.find(bankConsent, { consentId }))?.userId).toBe(userId);
    expect(await storedEvents()).toEqual([]);
    await handleBankEvent(transferEvent("booked", `${accountId}-3`, "1.00", { accountId }));
    expect([await availableCents({ userId }), await storedEvents()]).toEqual([1350n, []]);
  });

  it("are all handled even if one fails, which stays stored until it succeeds", async () => {
    const valid = { ...transferEvent("booked", `${accountId}-1`, "10.00", { accountId }), eventId: "0" };
    await handleBankEvent(valid);
    // The stored event becomes unreadable.
    const broken = { ...valid, data: { accountId } };
    const key = unassignedEvent.key({ accountId, eventId: "0" });
    await Table.put({ ...key, eventId: "0", body: JSON.stringify(broken) }, Where.exists);
    await handleBankEvent(transferEvent("booked", `${accountId}-2`, "2.50", { accountId }));
    await expect(account("opened", { userId })).rejects.toThrow("transactionId");
    expect(await availableCents({ userId })).toBe(250n);
    expect(await storedEvents()).toHaveLength(1);
    await Table.put({ ...key, eventId: "0", body: JSON.stringify(valid) });
    await account("opened", { userId });
    expect([await availableCents({ userId }), await storedEvents()]).toEqual([1250n, []]);
  });

  it("have a lone surrogate in a text replaced, and fail if it is in an accountId", async () => {
    const torn = "blur\ud800red";
    await handleBankEvent({ type: "onboarding.rejected", data: { accountId, reason: torn } });
    await account("opened", { userId });
    expect(await Kyc.read(userId)).toMatchObject({ status: "REJECTED", reason: "blur\ufffdred" });
    await expect(handleBankEvent({ type: "account.opened", data: { accountId: torn } })).rejects.toThrow(
      "well-formed",
    );
    expect(await account("suspended", { userId: torn })).toBe("suspended");
  });

  it("are assigned to an owner who becomes known at any moment while an event is handled", async () => {
    const calls: string[] = [];
    await interleave(
      database.endpoint,
      () => handleBankEvent(transferEvent("booked", "count", "10.00", { accountId: "count" })),
      async ({ operation }) => calls.push(operation),
    );
    expect(calls.length).toBeGreaterThan(3);
    for (let moment = 0; moment < calls.length; moment++) {
      const ownerId = (await createMember()).userId;
      const of = `${accountId}-${moment}`;
      let call = 0;
      await interleave(
        database.endpoint,
        () => handleBankEvent(transferEvent("booked", of, "10.00", { accountId: of })),
        async () => {
          if (call++ === moment)
            await handleBankEvent({ type: "account.opened", data: { accountId: of, userId: ownerId } });
        },
      );
      expect(await availableCents({ userId: ownerId })).toBe(1000n);
    }
  });
});

describe("a consent", () => {
  const consentId = () => `con-${accountId}`;
  const consent = (verb: string, data: object = {}, fields: object = {}) =>
    handleBankEvent({ type: `consent.${verb}`, data: { consentId: consentId(), ...data }, ...fields });

  const findConsent = () => Table.find(bankConsent, { consentId: consentId() });

  it("is granted with its scopes, and expires with an event of the bank", async () => {
    await consent("granted", { userId, accountId, scopes: ["accounts", "balances"] });
    expect(await findConsent()).toMatchObject({
      status: "granted",
      userId,
      accountId,
      scopes: ["accounts", "balances"],
    });
    Clock.setOffset(1000);
    await consent("expired");
    expect(await findConsent()).toMatchObject({
      status: "expired",
      userId,
      scopes: ["accounts", "balances"],
    });
  });

  it("is not granted again by a repeated old event", async () => {
    const eventId = randomUUID();
    await consent("granted", { userId, scopes: ["a\ud800"] }, { eventId });
    Clock.setOffset(1000);
    await consent("refused");
    Clock.setOffset(30 * 86_400_000);
    await consent("granted", {}, { eventId });
    expect(await findConsent()).toMatchObject({ status: "refused", scopes: ["a\ufffd"] });
  });

  it("has the state of the latest event by the bank's time", async () => {
    await consent("refused", { userId }, { occurredAt: "2026-03-02T10:00:00Z" });
    await consent("granted", { userId }, { occurredAt: "2026-03-01T10:00:00Z" });
    expect((await findConsent())?.status).toBe("refused");
  });

  it("is stored for an unknown user, but not without a consentId", async () => {
    await consent("granted", { scopes: "all", expiresAt: "soon" });
    const found = await findConsent();
    expect(found).toMatchObject({ status: "granted", scopes: [] });
    expect(found?.expiresAt).toBeUndefined();
    await expect(handleBankEvent({ type: "consent.granted", data: { userId } })).rejects.toThrow();
  });
});
