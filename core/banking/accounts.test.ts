import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handle } from "../../events/inbound/_bank.ts";
import { cents, member, tell, transfer } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { interleave } from "../../tests/support/interleave.ts";
import * as Kyc from "../identity/kyc/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import * as Accounts from "./accounts.ts";
import { unassignedEvent } from "./entity.ts";

const database = withDatabase();

let userId: string;
let accountId: string;
beforeEach(async () => {
  ({ userId } = await member());
  accountId = `acc-${randomUUID()}`;
});
afterEach(() => Clock.setOffset(0));

const account = (verb: string, data: object = {}, fields: object = {}) =>
  tell({ type: `account.${verb}`, data: { accountId, ...data }, ...fields });
const kept = () =>
  Table.queryAll({ pk: unassignedEvent.partition({ accountId }), beginsWith: unassignedEvent.prefix });

describe("an account at the bank", () => {
  it("is opened, suspended, opened again, and closed for good", async () => {
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

  it("is in the state that was last, where the bank says when; closed stays closed", async () => {
    await account("suspended", {}, { occurredAt: "2026-03-02T10:00:00Z" });
    await account("opened", { iban: "FR7630006000011234567890189" }, { occurredAt: "2026-03-01T10:00:00Z" });
    expect(await Accounts.findAccount(accountId)).toMatchObject({
      status: "suspended",
      iban: "FR7630006000011234567890189",
    });
    await account("closed", {}, { occurredAt: "2026-02-01T10:00:00Z" });
    expect((await Accounts.findAccount(accountId))?.status).toBe("closed");
  });

  it("is not what an old event says that is told again when nobody remembers its record", async () => {
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

  it("is written without an owner where the user is none of ours, and takes one later", async () => {
    expect(await account("opened", { userId: "usr_nobody", iban: "not an IBAN" })).toBe("opened, nobody's");
    const before = await Accounts.findAccount(accountId);
    expect(before?.userId).toBeUndefined();
    expect(before?.iban).toBeUndefined();
    await account("opened", { userId });
    expect((await Accounts.findAccount(accountId))?.userId).toBe(userId);
  });

  it("stays with its first owner", async () => {
    await account("opened", { userId });
    await account("opened", { userId: (await member()).userId });
    expect((await Accounts.findAccount(accountId))?.userId).toBe(userId);
  });

  it("without any data is logged alone, and tried no more", async () => {
    for (const event of [{ data: null }, {}]) {
      const body = JSON.stringify({ eventId: randomUUID(), type: "Transaction.Booked", ...event });
      expect(await handle(body)).toBe("without data");
    }
  });

  it("that has no id is not taken for done", async () => {
    await expect(tell({ type: "account.opened", data: { userId } })).rejects.toThrow();
  });

  it("told of by many events at once is one, with all that they say", async () => {
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

describe("what is kept for an account's owner", () => {
  it("is carried out once the owner is known, and forgotten", async () => {
    const consentId = randomUUID();
    await tell(transfer("booked", `${accountId}-1`, "10.00", { accountId }));
    await tell(transfer("booked", `${accountId}-2`, "2.50", { accountId }));
    await tell({ type: "consent.granted", data: { consentId, accountId } });
    expect(await kept()).toHaveLength(3);
    expect(await account("opened", { userId })).toBe("opened, 3 events assigned to its owner");
    expect(await cents({ userId })).toBe(1250n);
    expect((await Accounts.findConsent(consentId))?.userId).toBe(userId);
    expect(await kept()).toEqual([]);
    await tell(transfer("booked", `${accountId}-3`, "1.00", { accountId }));
    expect([await cents({ userId }), await kept()]).toEqual([1350n, []]);
  });

  it("is not held up by an event that fails, which is told of at the end and waits on", async () => {
    const bad = { ...transfer("booked", `${accountId}-1`, "10.00", { accountId }), eventId: "0" };
    await tell(bad);
    // As if it had been taken before it was known to be unreadable.
    const broken = { ...bad, data: { accountId } };
    const key = unassignedEvent.key({ accountId, eventId: "0" });
    await Table.put({ ...key, eventId: "0", body: JSON.stringify(broken) }, Where.exists);
    await tell(transfer("booked", `${accountId}-2`, "2.50", { accountId }));
    await expect(account("opened", { userId })).rejects.toThrow("transactionId");
    expect(await cents({ userId })).toBe(250n);
    expect(await kept()).toHaveLength(1);
    await Table.put({ ...key, eventId: "0", body: JSON.stringify(bad) });
    await account("opened", { userId });
    expect([await cents({ userId }), await kept()]).toEqual([1250n, []]);
  });

  it("takes half a character for what it is: of a text the rest is kept, and an id is none", async () => {
    const torn = "blur\ud800red";
    await tell({ type: "onboarding.rejected", data: { accountId, reason: torn } });
    await account("opened", { userId });
    expect(await Kyc.of(userId)).toMatchObject({ status: "REJECTED", reason: "blur\ufffdred" });
    await expect(tell({ type: "account.opened", data: { accountId: torn } })).rejects.toThrow("well-formed");
    expect(await account("suspended", { userId: torn })).toBe("suspended");
  });

  it("is not left waiting by an owner who becomes known at any moment while it is worked on", async () => {
    const calls: string[] = [];
    await interleave(
      database.endpoint,
      () => tell(transfer("booked", "count", "10.00", { accountId: "count" })),
      async ({ operation }) => calls.push(operation),
    );
    expect(calls.length).toBeGreaterThan(3);
    for (let moment = 0; moment < calls.length; moment++) {
      const one = (await member()).userId;
      const of = `${accountId}-${moment}`;
      let call = 0;
      await interleave(
        database.endpoint,
        () => tell(transfer("booked", of, "10.00", { accountId: of })),
        async () => {
          if (call++ === moment) await tell({ type: "account.opened", data: { accountId: of, userId: one } });
        },
      );
      expect(await cents({ userId: one })).toBe(1000n);
    }
  });
});

describe("a consent", () => {
  const consentId = () => `con-${accountId}`;
  const consent = (verb: string, data: object = {}, fields: object = {}) =>
    tell({ type: `consent.${verb}`, data: { consentId: consentId(), ...data }, ...fields });

  it("is granted with what it is for, and expired when the bank says so", async () => {
    await consent("granted", { userId, accountId, scopes: ["accounts", "balances"] });
    expect(await Accounts.findConsent(consentId())).toMatchObject({
      status: "granted",
      userId,
      accountId,
      scopes: ["accounts", "balances"],
    });
    Clock.setOffset(1000);
    await consent("expired");
    expect(await Accounts.findConsent(consentId())).toMatchObject({
      status: "expired",
      userId,
      scopes: ["accounts", "balances"],
    });
  });

  it("is expired at its end, whether or not the bank says so", async () => {
    const expiresAt = new Date(Clock.nowMs() + 90 * 86_400_000).toISOString();
    await consent("granted", { userId, expiresAt });
    expect((await Accounts.findConsent(consentId()))?.status).toBe("granted");
    Clock.setOffset(90 * 86_400_000);
    expect((await Accounts.findConsent(consentId()))?.status).toBe("expired");
  });

  it("is not granted again by an old event that is told again", async () => {
    const eventId = randomUUID();
    await consent("granted", { userId, scopes: ["a\ud800"] }, { eventId });
    Clock.setOffset(1000);
    await consent("refused");
    Clock.setOffset(30 * 86_400_000);
    await consent("granted", {}, { eventId });
    expect(await Accounts.findConsent(consentId())).toMatchObject({ status: "refused", scopes: ["a\ufffd"] });
  });

  it("is what was told last, where the bank says when", async () => {
    await consent("refused", { userId }, { occurredAt: "2026-03-02T10:00:00Z" });
    await consent("granted", { userId }, { occurredAt: "2026-03-01T10:00:00Z" });
    expect((await Accounts.findConsent(consentId()))?.status).toBe("refused");
  });

  it("of nobody that we know is kept, and one without an id is not taken for done", async () => {
    await consent("granted", { scopes: "all", expiresAt: "soon" });
    const kept = await Accounts.findConsent(consentId());
    expect(kept).toMatchObject({ status: "granted", scopes: [] });
    expect(kept?.expiresAt).toBeUndefined();
    await expect(tell({ type: "consent.granted", data: { userId } })).rejects.toThrow();
  });
});
