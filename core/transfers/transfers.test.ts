import { afterAll, afterEach, describe, expect, it } from "vitest";
import { newEmail } from "../../tests/support/addresses.ts";
import { outboxPayloads } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { withKey } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { createFundedWallet, deposit, newActor, readBalances } from "../../tests/support/ledger.ts";
import { createDebt } from "../../tests/support/money.ts";
import { isReplayed } from "../../tests/support/replayed.ts";
import { createMember, type Member, sendMoney } from "../../tests/support/transfers.ts";
import { audit } from "../audit/index.ts";
import type { UserActor } from "../identity/actor.ts";
import { phoneClaim, userProfile } from "../identity/entity.ts";
import { testReceivers } from "../identity/sandboxes/people.ts";
import * as Users from "../identity/users.ts";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { sandboxOf } from "../kernel/mode.ts";
import { accountOf, walletId, walletRef } from "../ledger/accounts.ts";
import * as ApiEvents from "../platform/api-events/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Debts from "../policy/debts.ts";
import * as Limits from "../policy/limits.ts";
import { RecipientUnknown } from "./errors.ts";
import { transfer } from "./index.ts";
import { assertCovered, isWorthMore, outgoing, ownAccount, parseSum } from "./outgoing.ts";
import { sendReads, splitReads } from "./prefetch.ts";
import { fromId } from "./reading.ts";
import { capture, captureReads, release, releaseReads } from "./reservations/end.ts";
import * as Reservations from "./reservations/index.ts";
import type { NewPart, Transferred } from "./schema.ts";
import { sendSplit } from "./split.ts";

/** Transfers between users: the two sides' views, the recipients, and the checks before and in the entry. */

const database = withDatabase();
afterEach(() => {
  delete process.env["KYC_LIMITS"];
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const available = async ({ id }: Pick<Member, "id">) => (await readBalances(walletRef(id))).available;
const pay = (from: Member, to: object, amount = "1", claim?: Idempotency.Claim<Transferred>) =>
  sendMoney(from.actor, { fromAccountId: from.id, amount, description: "", ...to }, claim);
const split = (from: Member, parts: readonly NewPart[], claim?: Idempotency.Claim<Transferred>) =>
  sendSplit(from.actor, { fromAccountId: from.id, description: "", parts }, claim);
const newClaim = ({ actor }: Member) =>
  Idempotency.claim<Transferred>(actor.userId, "test", Ids.secret(8), {});
const rejectsWith = (work: Promise<unknown>, code: string, details?: object) =>
  expect(work).rejects.toMatchObject({ code, ...(details && { details }) });

/** Returns the data of a user's events of transfers, oldest first. */
async function eventsOf({ userId, mode }: Pick<UserActor, "userId" | "mode">) {
  const { events } = await ApiEvents.list({ mode, userId }, { limit: 100, oldestFirst: true });
  return events.filter(({ type }) => type === "transfer.created").map(({ data }) => data);
}

const notificationsOf = async (type: string, { actor }: Member) =>
  (await outboxPayloads(type)).filter(({ userId }) => userId === actor.userId);

const euro = (value: string) => ({ value, asset: "EUR" });

const masked = ({ email }: Member): string => email.replace(/(?<=^.).*(?=@)/, "***");

describe("a transfer", () => {
  it("shows each side its own account and the other's name, in the response, the read and the event", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const sent = await pay(ada, { toAccountId: ben.id, description: "Lunch" }, "2.5");
    const { transferId, createdAt } = sent;
    const shared = { transferId, asset: "EUR", amount: 250n, description: "Lunch", createdAt };
    const own = { direction: "out", fromAccountId: ada.id, toAccountId: ben.id, counterparty: "Ben" };
    expect(sent).toEqual({
      ...{ ...shared, ...own, transactionId: `${transferId}_eur`, available: 750n, recipient: "Ben" },
    });
    expect(await fromId(ada.actor, transferId)).toEqual({ ...shared, ...own, holdId: null });
    const theirs = { direction: "in", fromAccountId: null, toAccountId: ben.id, counterparty: "Ada" };
    expect(await fromId(ben.actor, transferId)).toEqual({ ...shared, ...theirs, holdId: null });
    const event = { object: "transfer", id: transferId, livemode: true, created_at: createdAt };
    const data = { ...event, amount: euro("2.5"), asset: "EUR", status: "completed", description: "Lunch" };
    const common = { ...data, to_wallet: ben.id, hold: null, splits: null };
    expect(await eventsOf(ada.actor)).toEqual([
      { ...common, direction: "out", from_wallet: ada.id, counterparty: "Ben" },
    ]);
    expect(await eventsOf(ben.actor)).toEqual([
      { ...common, direction: "in", from_wallet: null, counterparty: "Ada" },
    ]);
  });

  it("to an email address or a proven phone number does not show the recipient's account, and masks an address that is a name", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("ben@example.com")];
    const phone = "+33612345678";
    const { userId } = ben.actor;
    await Table.put({ ...phoneClaim.key({ phone }), userId });
    await rejectsWith(pay(ada, { toPhone: phone }), "RECIPIENT_UNKNOWN");
    await Table.update(userProfile.key({ userId }), { set: { phone, phoneVerified: Clock.nowIso() } });
    for (const to of [{ toEmail: ben.email.toUpperCase() }, { toPhone: phone }]) {
      const { transferId, ...sent } = await pay(ada, to);
      const counterparty = masked(ben);
      expect(sent).toMatchObject({ toAccountId: null, counterparty, recipient: counterparty });
      expect(await fromId(ada.actor, transferId)).toMatchObject({ toAccountId: null, counterparty });
    }
    expect(await available(ben)).toBe(200n);
    const [event] = await eventsOf(ada.actor);
    expect(event).toMatchObject({ to_wallet: null, counterparty: masked(ben), description: null });
  });

  it("pays the recipient's debt first; the recipient sees the whole amount and is notified of the part", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    await createDebt(ben.id, 150n);
    const { transferId } = await pay(ada, { toAccountId: ben.id }, "2");
    expect([await available(ben), await Debts.owed(walletRef(ben.id))]).toEqual([50n, 0n]);
    for (const { actor } of [ada, ben]) expect((await fromId(actor, transferId)).amount).toBe(200n);
    const notified = { mode: "live", amount: "2", asset: "EUR" };
    expect(await notificationsOf("wallet-transfer-sent", ada)).toMatchObject([notified]);
    expect(await notificationsOf("wallet-transfer-received", ben)).toMatchObject([
      { ...notified, settled: "1.5" },
    ]);
  });

  it.each([
    ["an account", ({ id }: Member) => ({ toAccountId: id }), true],
    ["an address", ({ email }: Member) => ({ toEmail: email }), false],
  ])("to %s that pays only the recipient's debt is read by both sides only", async (...row) => {
    const [, to, isNamed] = row;
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    await createDebt(ben.id, 500n);
    const { transferId, createdAt } = await pay(ada, { ...to(ben), description: "Lunch" }, "2");
    expect([await available(ben), await Debts.owed(walletRef(ben.id))]).toEqual([0n, 300n]);
    const shared = {
      transferId,
      asset: "EUR",
      amount: 200n,
      description: "Lunch",
      createdAt,
      holdId: null,
    };
    expect(await fromId(ben.actor, transferId)).toEqual({
      ...{ ...shared, direction: "in", fromAccountId: null, toAccountId: ben.id, counterparty: null },
    });
    expect(await fromId(ada.actor, transferId)).toEqual({
      ...{ ...shared, direction: "out", fromAccountId: ada.id, counterparty: "Ben" },
      toAccountId: isNamed ? ben.id : null,
    });
    const other = await createMember("Cleo");
    await rejectsWith(fromId(other.actor, transferId), "TRANSFER_NOT_FOUND");
  });

  it("is rejected before the recipient is looked up if the sender cannot pay, but not if it is repeated", async () => {
    const [ada, ben] = [await createMember("Ada", 100n), await createMember("Ben")];
    const claim = newClaim(ada);
    await rejectsWith(pay(ada, { toEmail: newEmail() }, "1.01"), "INSUFFICIENT_BALANCE", {
      ...{ required: "1.01", available: "1", currency: "EUR" },
    });
    await rejectsWith(pay(ada, { toAccountId: ada.id }), "SAME_ACCOUNT");
    await pay(ada, { toAccountId: ben.id }, "1", claim);
    expect(await isReplayed(claim, () => pay(ada, { toAccountId: ben.id }, "1", claim))).toBe(true);
    await rejectsWith(pay(ada, { toAccountId: ben.id }, "1", newClaim(ada)), "INSUFFICIENT_BALANCE");
    await rejectsWith(pay(ada, { toAccountId: ben.id }), "INSUFFICIENT_BALANCE");
  });

  it("is rejected from a debtor and from an account that is not open", async () => {
    const [ada, ben] = [await createMember("Ada", 100n), await createMember("Ben")];
    const receiver = { ...walletRef(ben.id), userId: ben.actor.userId, name: "Ben" };
    const post = (actor: UserActor) => {
      const order = { outgoing: outgoing(actor, accountOf(actor, "EUR"), 1n), receiver, description: "" };
      return transfer(actor, order, {}, ({ transferId }) => transferId);
    };
    await rejectsWith(post(newActor()), "WALLET_NOT_FOUND");
    await createDebt(ada.id, 1n);
    await rejectsWith(post(ada.actor), "ACCOUNT_IN_DEBT");
    await rejectsWith(pay(ada, { toAccountId: ben.id }), "ACCOUNT_IN_DEBT");
    expect(await available(ada)).toBe(100n);
  });

  it("is not found by others, in another ledger, or by the id of another kind of entry", async () => {
    const [ada, ben, eve] = [
      await createMember("Ada", 1000n),
      await createMember("Ben"),
      await createMember("Eve"),
    ];
    const { transferId } = await pay(ada, { toAccountId: ben.id });
    const deposited = await deposit(walletRef(ada.id), 5n);
    const tester = withKey(ada.actor, { mode: sandboxOf(ada.actor.userId) });
    for (const [actor, id] of [
      [eve.actor, transferId],
      [tester, transferId],
      [ada.actor, deposited],
      [ada.actor, Ids.create("entry")],
    ] as const)
      await rejectsWith(fromId(actor, id), "TRANSFER_NOT_FOUND");
  });

  it("pays a recipient only while the recipient is not blocked, also as a split and from a hold", async () => {
    const ada = await createMember("Ada", 1000n);
    const expiresAt = new Date(Clock.nowMs() + 60_000).toISOString();
    const { holdId } = await Reservations.create(ada.actor, {
      ...{ walletId: ada.id, amount: "1", expiresAt, description: "" },
    });
    for (const work of [
      (id: string) => pay(ada, { toAccountId: id }),
      (id: string) => split(ada, [{ toAccountId: id, amount: "1" }]),
      (id: string) => capture(ada.actor, holdId, { toWalletId: id }),
    ]) {
      const ben = await createMember("Ben");
      let isBlocked = false;
      const paid = interleave<unknown>(
        database.endpoint,
        () => work(ben.id),
        ({ operation }) => {
          if (isBlocked || operation !== "TransactWriteItems") return undefined;
          isBlocked = true;
          return Users.block(ben.actor.userId);
        },
      );
      await rejectsWith(paid, "RECIPIENT_UNKNOWN");
      await rejectsWith(work(ben.id), "RECIPIENT_UNKNOWN");
      expect(await available(ben)).toBe(0n);
    }
    expect(await readBalances(walletRef(ada.id))).toEqual({ available: 900n, held: 100n });
  });

  it("to addresses and numbers is limited to 30 an hour, but not to account ids", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    for (let tries = 0; tries < 30; tries++)
      await rejectsWith(
        pay(ada, tries % 2 === 0 ? { toEmail: newEmail() } : { toPhone: "+33600000000" }),
        "RECIPIENT_UNKNOWN",
      );
    await rejectsWith(pay(ada, { toEmail: ben.email }), "RATE_LIMITED", {
      retryAfter: expect.any(Number),
    });
    await rejectsWith(pay(ada, { toAccountId: "wal_unknown" }), "RECIPIENT_UNKNOWN");
    await pay(ada, { toAccountId: ben.id });
  });

  it("names the assets if the recipient's account has another one, and only for an existing recipient", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const btc = (id: string) => ({ toAccountId: id.replace("_eur", "_btc") });
    await rejectsWith(pay(ada, btc(ben.id)), "CURRENCY_MISMATCH", { from: "EUR", to: "BTC" });
    await rejectsWith(pay(ada, btc(walletId("live", Ids.create("user"), "EUR"))), "RECIPIENT_UNKNOWN");
  });
});

describe("a transfer in a sandbox", () => {
  it("pays only its owner's and the test recipients' accounts, without limits, and notifies in its mode", async () => {
    process.env["KYC_LIMITS"] = "0:1/1/1";
    const ada = await createMember("Ada", 1000n);
    const mode = sandboxOf(ada.actor.userId);
    const tester = withKey(ada.actor, { mode });
    await createFundedWallet(tester, "EUR", 100_000n);
    const [tess] = testReceivers;
    const order = { fromAccountId: walletId(mode, ada.actor.userId, "EUR"), amount: "10", description: "" };
    const send = (to: object) => sendMoney(tester, { ...order, ...to });
    for (let times = 0; times < 31; times++) await send({ toEmail: tess.email.toUpperCase() });
    const toAccountId = walletId(mode, tess.userId, "EUR");
    const { transferId } = await send({ toAccountId });
    expect(await fromId(tester, transferId)).toMatchObject({ toAccountId, counterparty: tess.name });
    expect((await eventsOf(tester)).at(-1)).toMatchObject({ livemode: false, to_wallet: toAccountId });
    expect(await Limits.of(ada.actor.userId, 0)).toMatchObject({ left: { out: { day: 100n } } });
    expect((await notificationsOf("wallet-transfer-sent", ada))[0]).toMatchObject({ mode });
    const ben = await createMember("Ben");
    for (const to of [{ toAccountId: ben.id }, { toEmail: ben.email }, { toPhone: "+33612345678" }])
      await rejectsWith(send(to), "RECIPIENT_UNKNOWN");
    await rejectsWith(pay(ada, { toAccountId }), "RECIPIENT_UNKNOWN");
  });
});

describe("a split", () => {
  it("that pays only the debt of one recipient is read by that recipient, with the own amount", async () => {
    const ada = await createMember("Ada", 1000n);
    const [ben, cleo] = [await createMember("Ben"), await createMember("Cleo")];
    await createDebt(ben.id, 500n);
    const { transferId } = await split(ada, [
      { toAccountId: ben.id, amount: "2" },
      { toAccountId: cleo.id, amount: "1" },
    ]);
    expect(await fromId(ben.actor, transferId)).toMatchObject({
      ...{ direction: "in", toAccountId: ben.id, amount: 200n },
    });
    expect(await fromId(cleo.actor, transferId)).toMatchObject({ amount: 100n, counterparty: "Ada" });
  });

  it("shows the sender all parts and up to three names, and each recipient one transfer of the own amount", async () => {
    const ada = await createMember("Ada", 10_000n);
    const named = [await createMember("Ben"), await createMember("Cleo"), await createMember("Dana")];
    const [eve, unnamed] = [await createMember("Eve"), await createMember("fay@example.com")];
    const [ben] = named as [Member];
    await createDebt(ben.id, 150n);
    const parts = [
      ...[...named, eve].map(({ id }) => ({ toAccountId: id, amount: "1" })),
      { toEmail: unnamed.email, amount: "2" },
      { toAccountId: ben.id, amount: "0.75" },
    ];
    const sent = await split(ada, parts);
    const counterparty = "Ben, Cleo, Dana +2";
    const of = (toAccountId: string | null, name: string | null, amount: bigint) => ({
      ...{ toAccountId, counterparty: name, amount },
    });
    const shown = [
      ...[...named, eve].map(({ id, actor }) => of(id, actor.name, 100n)),
      of(null, masked(unnamed), 200n),
      of(ben.id, "Ben", 75n),
    ];
    const { transferId, createdAt } = sent;
    const common = { transferId, asset: "EUR", amount: 675n, description: "", createdAt, counterparty };
    const own = { ...common, direction: "out", fromAccountId: ada.id, toAccountId: null, parts: shown };
    expect(sent).toEqual({
      ...{ ...own, transactionId: `${transferId}_eur`, available: 9325n, recipient: counterparty },
    });
    expect(await fromId(ada.actor, transferId)).toEqual({ ...own, holdId: null });
    expect((await eventsOf(ada.actor))[0]).toMatchObject({
      ...{ amount: euro("6.75"), to_wallet: null, hold: null, counterparty, description: null },
      splits: shown.map(({ toAccountId, counterparty: name, amount }) => ({
        ...{ to_wallet: toAccountId, counterparty: name, amount: euro(Assets.format(amount, "EUR")) },
        asset: "EUR",
      })),
    });
    const received = await fromId(ben.actor, transferId);
    expect(received).toMatchObject({ direction: "in", amount: 175n, counterparty: "Ada", holdId: null });
    expect(received).not.toHaveProperty("parts");
    expect(await eventsOf(ben.actor)).toMatchObject([
      { direction: "in", amount: euro("1.75"), to_wallet: ben.id, counterparty: "Ada", splits: null },
    ]);
    const notified = await notificationsOf("wallet-transfer-received", ben);
    expect(notified).toMatchObject([{ amount: "1.75", settled: "1.5" }]);
    expect(await notificationsOf("wallet-transfer-sent", ada)).toMatchObject([{ amount: "6.75" }]);
    expect([await available(ben), await available(unnamed)]).toEqual([25n, 200n]);
  });

  it("to a recipient whose name is an address masks it, and to few recipients shows only their names", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const [cleo, unnamed] = [await createMember("Cleo"), await createMember("fay@example.com")];
    const partsTo = (...all: Member[]) => all.map(({ id }) => ({ toAccountId: id, amount: "1" }));
    expect((await split(ada, partsTo(unnamed))).counterparty).toBe(masked(unnamed));
    expect((await split(ada, partsTo(ben, cleo))).counterparty).toBe("Ben, Cleo");
  });

  it("is rejected with the index of the part that cannot be paid, after the check of the total", async () => {
    const [ada, ben] = [await createMember("Ada", 200n), await createMember("Ben")];
    const good = { toAccountId: ben.id, amount: "1" };
    const unknown = { toEmail: newEmail(), amount: "1" };
    await expect(split(ada, [good, unknown])).rejects.toMatchObject({
      ...{ code: "RECIPIENT_UNKNOWN", details: { index: 1 } },
      message: expect.stringMatching(/^splits\.1: No account can be paid/),
    });
    const own = { toAccountId: ada.id, amount: "1" };
    await rejectsWith(split(ada, [own, unknown]), "SAME_ACCOUNT", { index: 0 });
    await rejectsWith(split(ada, [good, { ...unknown, amount: "1.01" }]), "INSUFFICIENT_BALANCE");
    await createDebt(ada.id, 1n);
    await rejectsWith(split(ada, [good, good]), "ACCOUNT_IN_DEBT");
    expect([await available(ada), await available(ben)]).toEqual([200n, 0n]);
  });

  it("counts as a whole against the sender's limit", async () => {
    process.env["KYC_LIMITS"] = "0:3/100/100";
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const cleo = await createMember("Cleo");
    const partsOf = (amount: string) => [ben, cleo].map(({ id }) => ({ toAccountId: id, amount }));
    await rejectsWith(split(ada, partsOf("1.51")), "KYC_LIMIT_EXCEEDED");
    await split(ada, partsOf("1.5"));
  });

  it("is not made again if it is repeated, even if the account is empty", async () => {
    const [ada, ben] = [await createMember("Ada", 200n), await createMember("Ben")];
    const [claim, parts] = [newClaim(ada), [{ toAccountId: ben.id, amount: "2" }]];
    await split(ada, parts, claim);
    expect(await isReplayed(claim, () => split(ada, parts, claim))).toBe(true);
    await rejectsWith(split(ada, parts, newClaim(ada)), "INSUFFICIENT_BALANCE");
  });
});

describe("an outgoing sum", () => {
  it("is of the currency that is written in upper or lower case", async () => {
    const { actor, id } = await createMember("Ada");
    expect(parseSum({ amount: "1.5", currency: " usd " })).toMatchObject({ amount: 150n });
    expect(() => parseSum({ amount: "1", currency: "xxx" })).toThrow(
      expect.objectContaining({ code: "CURRENCY_MISMATCH", details: { currency: "xxx" } }),
    );
    expect(ownAccount(actor, id, " eur ").ref).toEqual(walletRef(id));
    expect(() => ownAccount(actor, id, "usd")).toThrow(
      expect.objectContaining({ code: "CURRENCY_MISMATCH", details: { account: "EUR", currency: "usd" } }),
    );
  });

  it("is covered by exactly the available balance, never by a debtor's, and is checked once", async () => {
    const { actor, id } = await createMember("Ada", 100n);
    const from = walletRef(id);
    const whole = outgoing(actor, from, 100n);
    let calls = 0;
    Table.observe(() => calls++);
    await whole.assertCovered();
    const once = calls;
    await whole.assertCovered();
    Table.observe(undefined);
    expect([once > 0, calls]).toEqual([true, once]);
    await rejectsWith(outgoing(actor, from, 101n).assertCovered(), "INSUFFICIENT_BALANCE", {
      ...{ required: "1.01", available: "1", currency: "EUR" },
    });
    await createDebt(id, 1n);
    await rejectsWith(assertCovered(actor, { from, amount: 1n }), "ACCOUNT_IN_DEBT");
    await assertCovered(actor, { from, amount: 0n });
  });

  it("is worth more than a limit only above it, or if no price is known", async () => {
    const sum = (worthInCents: () => Promise<bigint>) => ({
      ...parseSum({ amount: "1", currency: "EUR" }),
      worthInCents,
    });
    expect(
      await isWorthMore(
        sum(async () => 10_000n),
        100,
      ),
    ).toBe(false);
    expect(
      await isWorthMore(
        sum(async () => 10_001n),
        100,
      ),
    ).toBe(true);
    expect(
      await isWorthMore(
        sum(() => Promise.reject(fail(RecipientUnknown))),
        100,
      ),
    ).toBe(true);
    await expect(
      isWorthMore(
        sum(() => Promise.reject(new TypeError("a bug"))),
        100,
      ),
    ).rejects.toThrow("a bug");
  });
});

describe("inputs that are read ahead", () => {
  /** Does work after its reads. @returns the work's operations on the table */
  async function operationsAfter(reads: Table.Reads, work: () => Promise<unknown>): Promise<string[]> {
    const [, , prefetched] = await Table.prefetch([], [], reads);
    const operations: string[] = [];
    Table.observe(({ operation }) => operations.push(operation));
    try {
      await Table.withPrefetched(prefetched, work);
    } finally {
      Table.observe(undefined);
    }
    return operations;
  }

  it("are all inputs of a transfer to an account, and the address or number of another recipient", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const { userId } = ben.actor;
    const phone = "+33698765432";
    await Table.put({ ...phoneClaim.key({ phone }), userId });
    await Table.update(userProfile.key({ userId }), { set: { phone, phoneVerified: Clock.nowIso() } });
    const operationsTo = (to: object) =>
      operationsAfter(sendReads(ada.actor, { fromAccountId: ada.id, ...to }), () => pay(ada, to));
    expect(await operationsTo({ toAccountId: ben.id })).toEqual(["TransactWriteItems"]);
    // The user whom the address or number names, and the account of that user.
    const further = ["GetItem", "BatchGetItem", "TransactWriteItems"];
    for (const to of [{ toEmail: ben.email }, { toPhone: phone }])
      expect(await operationsTo(to)).toEqual(["UpdateItem", ...further]);
    const parts = [{ toAccountId: ben.id, amount: "1" }];
    const sends = () => split(ada, parts);
    expect(await operationsAfter(splitReads(ada.actor, ada.id), sends)).toEqual(further);
  });

  it("are all inputs of a hold, its captures and its release", async () => {
    const [ada, ben] = [await createMember("Ada", 1000n), await createMember("Ben")];
    const request = { walletId: ada.id, amount: "2", description: "" };
    const expiresAt = new Date(Clock.nowMs() + 60_000).toISOString();
    let holdId = "";
    const create = async () => {
      ({ holdId } = await Reservations.create(ada.actor, { ...request, expiresAt }));
    };
    expect(await operationsAfter(Reservations.createReads(ada.actor, ada.id), create)).toEqual([
      "TransactWriteItems",
    ]);
    const pays = () => capture(ada.actor, holdId, { toWalletId: ben.id, amount: "1" });
    expect(await operationsAfter(captureReads(ada.actor, holdId, ben.id), pays)).toEqual([
      "TransactWriteItems",
    ]);
    expect(await operationsAfter(releaseReads(ada.actor, holdId), () => release(ada.actor, holdId))).toEqual([
      "TransactWriteItems",
    ]);
  });

  it("do not include a recipient in another ledger or of another asset, and no user of an unknown account", async () => {
    const [ada, ben] = [await createMember("Ada"), await createMember("Ben")];
    const readsTo = (toAccountId: string | undefined, owner: UserActor = ada.actor, from = ada.id) =>
      sendReads(owner, { fromAccountId: from, toAccountId }).keys ?? [];
    const own = readsTo(undefined);
    expect(readsTo("wal_unknown")).toEqual(own);
    expect(readsTo(ben.id.replace("_eur", "_btc"))).toEqual([...own, Users.keyOf(ben.actor.userId)]);
    const mode = sandboxOf(ada.actor.userId);
    const tester = withKey(ada.actor, { mode });
    const testWallet = walletId(mode, ada.actor.userId, "EUR");
    expect(readsTo(ben.id, tester, testWallet)).toEqual(readsTo(undefined, tester, testWallet));
    expect(sendReads(tester, { fromAccountId: testWallet, toPhone: "+33612345678" }).keys).toEqual(
      readsTo(undefined, tester, testWallet),
    );
    expect(captureReads(tester, "hold_1", ben.id).keys).toHaveLength(1);
  });
});
