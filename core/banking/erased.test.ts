import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  availableCents,
  handleBankEvent,
  outboxPayloads,
  platformBalances,
  transferEvent,
} from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import {
  createAccount,
  eraseAccount,
  passGracePeriod,
  withMockedEmail,
} from "../../tests/support/erasure.ts";
import { withSecrets } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { differencesWithoutSupply } from "../../tests/support/ledger.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { chargeOf, handlePspEvent, intentOf } from "../../tests/support/payments.ts";
import { withPsp } from "../../tests/support/psp.ts";
import { adjust } from "../defi/adjustments/index.ts";
import * as Flags from "../flags/index.ts";
import type { WebActor } from "../identity/actor.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import { ibanOf } from "../ledger/iban.ts";
import * as Ledger from "../ledger/index.ts";
import * as Transactions from "../payments/records/index.ts";
import { runDue } from "../people/erasure.ts";
import * as Debts from "../policy/debts.ts";
import * as Policy from "../policy/index.ts";
import { RECEIVER_ERASED } from "../policy/suspense.ts";
import { ensure } from "../wallets/opening.ts";
import * as Transfers from "./index.ts";

/** Tests bank transfers of erased users. */

const database = withDatabase();
withSecrets();
withObjects();
withPsp();
withMockedEmail();
let id: string;
beforeEach(() => {
  vi.stubEnv("IBAN_RANGE", "FR9999900001");
  vi.stubEnv("CARD_HOLD_HOURS", "0");
  id = `bt-${randomUUID()}`;
});
afterEach(async () => expect(await differencesWithoutSupply()).toEqual([]));

const wallet = ({ userId }: Pick<WebActor, "userId">) => walletRef(walletId("live", userId, "EUR"));
const owed = (actor: WebActor) => Debts.owed(wallet(actor));
const ibanIn = (actor: WebActor) => ({ iban: ibanOf(wallet(actor)) });
const recordsOf = async ({ userId }: WebActor) =>
  (await Transactions.list({ userId } as WebActor, { page: 1, limit: 9, sort: NEWEST })).transactions;
const NEWEST = { field: "createdAt", order: "desc" } as const;

/** Returns the flags of the transfer: as a bank transfer, and as money in `suspense`. */
async function flagged() {
  const admin = await createAccount("ADMIN");
  const { items } = await Flags.list(admin, { limit: 100, status: "all" });
  return items.filter((one) => one.id === id || one.id === `bank_transfer:${id}`);
}

/** Returns how the platform's accounts change during a function. */
async function change(work: () => Promise<unknown>) {
  const before = await platformBalances();
  await work();
  const now = await platformBalances();
  const by = (name: keyof typeof now) => now[name] - before[name];
  return { bank: by("bank"), suspense: by("suspense"), receivable: by("receivable") };
}

/** Creates a user with a euro account. */
async function customer(): Promise<WebActor> {
  const actor = await createAccount();
  await ensure(actor, "EUR");
  return actor;
}

/** Creates an erased user who owes 5.00, because a spent card payment was refunded after the erasure. */
async function debtor(): Promise<WebActor> {
  const [gone, friend] = [await customer(), await customer()];
  const intent = intentOf(gone, { amount: 5000 });
  await handlePspEvent("payment_intent.succeeded", intent);
  await Policy.post({
    type: "TRANSFER",
    postings: Ledger.move(wallet(gone), wallet(friend), 5000n),
    actorId: gone.userId,
    reason: "a present",
    result: () => undefined,
  });
  await eraseAccount(gone);
  await handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: 500 }));
  expect(await owed(gone)).toBe(500n);
  return gone;
}

describe("a credit for an erased user", () => {
  it.each([
    ["addressed by the IBAN of the account", ibanIn],
    ["addressed by our own id", ({ userId }: WebActor) => ({ userId })],
  ])("%s pays debts first; the rest goes to suspense, with a flag that names the user", async (_, about) => {
    const gone = await debtor();
    const { userId } = gone;
    const moved = await change(async () => {
      const data = { ...about(gone), reference: "Rent", counterparty: { name: "Ada" } };
      expect(await handleBankEvent(transferEvent("booked", id, "7.00", data))).toBe(
        "booked, its owner was erased",
      );
    });
    expect(moved).toEqual({ bank: -700n, suspense: 200n, receivable: 500n });
    expect(await owed(gone)).toBe(0n);
    expect(await availableCents(gone)).toBe(0n);
    expect(await flagged()).toEqual([
      expect.objectContaining({
        kind: "suspense",
        why: RECEIVER_ERASED,
        userId,
        asset: "EUR",
        amount: 200n,
      }),
    ]);
    // A repeated event changes nothing.
    const repeat = () => handleBankEvent(transferEvent("booked", id, "7.00", about(gone)));
    expect(await change(repeat)).toEqual({ bank: 0n, suspense: 0n, receivable: 0n });
  });

  it("of at most the owed amount leaves nothing in suspense, and no flag", async () => {
    const gone = await debtor();
    const moved = await change(() => handleBankEvent(transferEvent("booked", id, "5.00", ibanIn(gone))));
    expect(moved).toEqual({ bank: -500n, suspense: 0n, receivable: 500n });
    expect(await owed(gone)).toBe(0n);
    expect(await flagged()).toEqual([]);
  });

  it("creates no record and no notification, and stores no personal data", async () => {
    const gone = await debtor();
    const before = (await recordsOf(gone)).length;
    const data = { ...ibanIn(gone), reference: "Rent", counterparty: { name: "Ada" } };
    await handleBankEvent(transferEvent("pending", id, "7.00", data));
    await handleBankEvent(transferEvent("booked", id, "7.00", data));
    expect(await recordsOf(gone)).toHaveLength(before);
    const notifications = await outboxPayloads("bank-transfer-received");
    expect(notifications.filter(({ userId }) => userId === gone.userId)).toEqual([]);
    const stored = await Transfers.find(id);
    expect([stored?.counterparty, stored?.description]).toEqual([undefined, undefined]);
  });

  it("that the bank takes back is taken from suspense, and the debt that it paid is owed again", async () => {
    const gone = await debtor();
    await handleBankEvent(transferEvent("booked", id, "7.00", ibanIn(gone)));
    const moved = await change(() => handleBankEvent(transferEvent("rejected", id, "7.00")));
    expect(moved).toEqual({ bank: 700n, suspense: -200n, receivable: -500n });
    expect(await owed(gone)).toBe(500n);
    const resolution = expect.objectContaining({ by: "bank" });
    expect(await flagged()).toEqual([expect.objectContaining({ amount: 0n, resolution })]);
  });

  it("that staff paid out before the bank takes it back is owed, and other users' money in suspense remains", async () => {
    const [gone, heir] = [await debtor(), await customer()];
    await handleBankEvent(transferEvent("booked", id, "7.00", ibanIn(gone)));
    const adjustment = { operation: "DEPOSIT", amount: "1.50", reason: "the same person" } as const;
    const flagId = `bank_transfer:${id}`;
    await adjust(await createAccount("ADMIN"), wallet(heir).account.replace(/^wallet:/, ""), {
      ...adjustment,
      flagId,
    });
    const moved = await change(() => handleBankEvent(transferEvent("rejected", id, "7.00")));
    expect(moved).toEqual({ bank: 700n, suspense: -50n, receivable: -650n });
    expect(await owed(gone)).toBe(650n);
  });

  it("goes to suspense if the account is closed at any moment concurrently", async () => {
    for (let moment = 0; ; moment++) {
      id = `bt-${randomUUID()}`;
      const gone = await customer();
      await passGracePeriod(gone);
      let call = 0;
      const moved = await change(() =>
        interleave(
          database.endpoint,
          () => handleBankEvent(transferEvent("booked", id, "7.00", ibanIn(gone))),
          async () => {
            if (call++ === moment) await runDue();
          },
        ),
      );
      if (call <= moment) {
        expect(moment).toBeGreaterThan(4);
        return;
      }
      // A transfer that was booked first prevents the erasure of its owner.
      if ((await availableCents(gone)) === 700n) continue;
      expect(moved).toEqual({ bank: -700n, suspense: 700n, receivable: 0n });
      expect(await flagged()).toMatchObject([{ kind: "suspense", userId: gone.userId, amount: 700n }]);
    }
  });
});

describe("a debit of an erased user", () => {
  it("is paid by suspense, with a flag that names the user", async () => {
    const gone = await debtor();
    await handleBankEvent(transferEvent("booked", `${id}-in`, "7.00", ibanIn(gone)));
    const moved = await change(() => handleBankEvent(transferEvent("booked", id, "-2.00", ibanIn(gone))));
    expect(moved).toEqual({ bank: 200n, suspense: -200n, receivable: 0n });
    const why = expect.stringContaining("its owner is erased");
    expect(await flagged()).toEqual([
      expect.objectContaining({ kind: "bank_transfer", why, userId: gone.userId }),
    ]);
    const back = await change(() => handleBankEvent(transferEvent("rejected", id, "-2.00")));
    expect(back).toEqual({ bank: -200n, suspense: 200n, receivable: 0n });
  });

  it("that was booked before the erasure pays debts when it is rejected, and its record is updated", async () => {
    const gone = await customer();
    await handleBankEvent(transferEvent("booked", `${id}-in`, "7.00", ibanIn(gone)));
    await handleBankEvent(transferEvent("booked", id, "-7.00", { ...ibanIn(gone), reference: "Rent" }));
    await eraseAccount(gone);
    // The incoming transfer is taken back, too.
    await handleBankEvent(transferEvent("rejected", `${id}-in`, "7.00"));
    expect(await owed(gone)).toBe(700n);
    const reject = () => handleBankEvent(transferEvent("rejected", id, "-7.00", { reference: "Rent" }));
    expect(await change(reject)).toEqual({ bank: -700n, suspense: 0n, receivable: 700n });
    expect(await owed(gone)).toBe(0n);
    expect((await recordsOf(gone)).find((one) => one.transactionId === id)).toMatchObject({
      status: "FAILED",
      description: "Outgoing bank transfer",
    });
  });

  it("that was booked before the erasure goes to suspense when it is rejected and no debt exists, with a flag", async () => {
    const gone = await customer();
    await handleBankEvent(transferEvent("booked", `${id}-in`, "7.00", ibanIn(gone)));
    await handleBankEvent(transferEvent("booked", id, "-7.00", ibanIn(gone)));
    await eraseAccount(gone);
    const moved = await change(() => handleBankEvent(transferEvent("rejected", id, "-7.00")));
    expect(moved).toEqual({ bank: -700n, suspense: 700n, receivable: 0n });
    expect(await flagged()).toMatchObject([{ kind: "suspense", userId: gone.userId, amount: 700n }]);
  });
});

it("takes a debit of an erased user from the flagged amounts of this user only, one after the other", async () => {
  const [gone, other] = [await customer(), await customer()];
  await eraseAccount(gone);
  await eraseAccount(other);
  const names = ["a", "b", "c"].map((name) => `${id}-${name}`);
  const owners = [gone, gone, other];
  for (const [at, name] of names.entries())
    await handleBankEvent(transferEvent("booked", name, "5.00", ibanIn(owners[at] as WebActor)));
  const unflagged = (await platformBalances()).suspense - (await flaggedSum());
  const flaggedAmounts = async () => {
    const { items } = await Flags.list(await createAccount("ADMIN"), {
      limit: 100,
      kind: "suspense",
      status: "all",
    });
    return names.map((name) => items.find((one) => one.id === `bank_transfer:${name}`)?.amount);
  };
  const moved = await change(() => handleBankEvent(transferEvent("booked", id, "-7.00", ibanIn(gone))));
  expect(moved).toEqual({ bank: 700n, suspense: -700n, receivable: 0n });
  const [first = 0n, second = 0n, third] = await flaggedAmounts();
  expect([first + second, third]).toEqual([300n, 500n]);
  expect((await platformBalances()).suspense - (await flaggedSum())).toBe(unflagged);
});

it("does not pay a debit of an unknown user with the money of an erased user", async () => {
  const gone = await customer();
  await eraseAccount(gone);
  await handlePspEvent("payment_intent.succeeded", intentOf(gone, { amount: 10_000 }));
  await handleBankEvent(transferEvent("booked", `${id}-in`, "3.00"));
  const { suspense } = await platformBalances();
  const debit = () => handleBankEvent(transferEvent("booked", id, "-50.00"));
  const { bank, suspense: taken, receivable } = await change(debit);
  expect(bank).toBe(5000n);
  expect(taken + receivable).toBe(-5000n);
  expect(suspense + taken).toBe(await flaggedSum());
});

/** Returns the sum of the flagged amounts in `suspense`. */
async function flaggedSum(): Promise<bigint> {
  const admin = await createAccount("ADMIN");
  const { items } = await Flags.list(admin, { limit: 100, kind: "suspense", status: "all" });
  return items.reduce((sum, { amount = 0n }) => sum + amount, 0n);
}
