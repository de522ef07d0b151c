import { SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newEmail } from "../../tests/support/addresses.ts";
import {
  availableCents,
  createMember,
  handleBankEvent,
  platformBalances,
  transferEvent,
} from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { withMockedEmail } from "../../tests/support/erasure.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { deposit } from "../../tests/support/ledger.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { withPsp } from "../../tests/support/psp.ts";
import { sendMoney } from "../../tests/support/transfers.ts";
import { audit } from "../audit/index.ts";
import * as Bank from "../banking/index.ts";
import { type LiveActor, type WebActor, webActor } from "../identity/actor.ts";
import type { User } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import { create as createUser } from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { systemRef, walletId, walletRef } from "../ledger/accounts.ts";
import * as Ledger from "../ledger/index.ts";
import { pendingReward } from "../loyalty/saveback/entity.ts";
import { pendingKey } from "../loyalty/saveback/rewards.ts";
import { userMerchant } from "../payments/merchants/entity.ts";
import { unpaidDue } from "../payments/records/entity.ts";
import * as Transactions from "../payments/records/index.ts";
import type { NewTransaction } from "../payments/records/schema.ts";
import * as Table from "../platform/table/index.ts";
import * as Policy from "../policy/index.ts";
import { sendSplit } from "../transfers/split.ts";
import { ensure } from "../wallets/opening.ts";
import { salesBlockers } from "./blockers.ts";
import { erasure } from "./entity.ts";
import { runDue } from "./erasure.ts";
import { overview, requestErasure } from "./requests.ts";

const database = withDatabase();
withSecrets();
withObjects();
withPsp();
const ses = withMockedEmail();
beforeEach(() => {
  vi.stubEnv("IBAN_RANGE", "FR9999900001");
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const euros = ({ userId }: { readonly userId: string }) => walletId("live", userId, "EUR");
const statusOf = async ({ userId }: { readonly userId: string }) =>
  (await Table.find(erasure, { userId }))?.status;

/** Creates a user whose grace period is over. */
async function createDueErasure(): Promise<WebActor> {
  const email = newEmail();
  const user = await createUser({ name: "Zed", email, emailVerified: true });
  const actor = onWeb(user);
  await ensure(actor, "EUR");
  await requestErasure(webActor(await Users.readOwn(actor), actor.sessionId));
  Clock.setOffset(Clock.offset() + 31 * 86_400_000);
  return actor;
}

async function createFriend(): Promise<LiveActor> {
  const one = await createMember();
  await ensure(one, "EUR");
  await deposit(walletRef(euros(one)), 1000n);
  return one;
}

describe("money for an erased user", () => {
  it("from the bank goes to suspense, and cannot be assigned to an erased user", async () => {
    const actor = await createDueErasure();
    await runDue();
    const { suspense } = await platformBalances();
    const transactionId = Ids.create("event");
    const about = { userId: actor.userId, accountId: Ids.create("event") };
    await handleBankEvent({ type: "account.opened", data: { ...about, currency: "EUR" } });
    await handleBankEvent(transferEvent("booked", transactionId, "123.45", about));
    expect(await availableCents(actor)).toBe(0n);
    expect((await platformBalances()).suspense - suspense).toBe(12_345n);
    const staff = (await createMember()) as unknown as Parameters<typeof Bank.assign>[0];
    await expect(Bank.assign(staff, transactionId, actor.userId)).rejects.toMatchObject({
      code: "RECIPIENT_NOT_FOUND",
    });
  });

  it("from a transfer that read the account before it was closed stays with its sender", async () => {
    const one = await createFriend();
    const from = { fromAccountId: euros(one), description: "" };
    /** Closes the account just before the transaction of the transfer. */
    const closing = (work: () => Promise<unknown>) => {
      let isClosed = false;
      return interleave(database.endpoint, work, ({ operation }) => {
        if (isClosed || operation !== "TransactWriteItems") return undefined;
        isClosed = true;
        return runDue();
      });
    };
    const first = await createDueErasure();
    await expect(
      closing(() => sendMoney(one, { ...from, toAccountId: euros(first), amount: "1" })),
    ).rejects.toMatchObject({ code: "RECIPIENT_UNKNOWN" });
    const [second, other] = [await createDueErasure(), await createFriend()];
    const parts = [
      { toAccountId: euros(second), amount: "1" },
      { toAccountId: euros(other), amount: "1" },
    ];
    await expect(closing(() => sendSplit(one, { ...from, parts }))).rejects.toMatchObject({
      code: "RECIPIENT_UNKNOWN",
    });
    expect([await availableCents(one), await availableCents(first), await availableCents(second)]).toEqual([
      1000n,
      0n,
      0n,
    ]);
  });

  it("that arrives during the erasure holds the erasure up until it is paid out", async () => {
    const actor = await createDueErasure();
    ses.on(SendEmailCommand).callsFake(async () => deposit(walletRef(euros(actor)), 5n));
    await runDue();
    expect((await Users.fromId(actor.userId))?.erasedAt).toBeUndefined();
    expect(await statusOf(actor)).toBe("running");
    expect(await runDue()).toBe(0);
    await Policy.post({
      type: "WITHDRAWAL",
      postings: Ledger.move(walletRef(euros(actor)), systemRef("live", "clearing:bank", "EUR"), 5n),
      actorId: "system",
      reason: "paid out",
      result: () => undefined,
    });
    Clock.setOffset(Clock.offset() + 86_400_000);
    await runDue();
    expect((await Users.fromId(actor.userId))?.erasedAt).toBeDefined();
  });
});

describe("an erasure", () => {
  it("is blocked by unpaid saveback, and by an open payment to the user's business", async () => {
    const actor = onWeb(await createUser({ name: "Zoe", email: "zoe@example.com", emailVerified: true }));
    const { userId } = actor;
    const merchantId = Ids.create("merchant");
    const reward = {
      ...{ userId, paymentId: Ids.create("event"), programId: "p", merchantId, asset: "EUR", rate: "1" },
      ...{ paidMinor: 0n, amountMinor: 0n, refundedMinor: 0n, createdAt: Clock.nowIso() },
    };
    const pending = { ...pendingKey(reward), ...reward, status: "PENDING" };
    expect(pendingReward.parse(pending)).toBeDefined();
    await Table.put(pending);
    await Table.put({ ...userMerchant.key({ userId }), merchantId });
    const payer = await createMember();
    const transactionId = Ids.create("event");
    const one: NewTransaction = {
      ...{ transactionId, userId: payer.userId, merchantId, type: "payment" as const },
      ...{ amountMinor: 100n, currency: "EUR", description: "", createdAt: Clock.nowIso(), metadata: {} },
      ...{ status: "PENDING" as const, refundedMinor: 0n, needsApproval: false },
    };
    const due = unpaidDue.at(transactionId, Clock.nowIso());
    await Table.commit(Transactions.openWrites(one, due));
    const sales = async () => salesBlockers((await Users.fromId(userId)) as User);
    expect((await overview(actor)).blockers.map(({ code }) => code)).toEqual(["SAVEBACK"]);
    expect((await sales()).map(({ code }) => code)).toEqual(["SALES"]);
    await Table.remove(pendingKey(reward));
    await Table.remove(Transactions.keyOf(one));
    expect(await sales()).toEqual([]);
    expect((await overview(actor)).blockers).toEqual([]);
  });
});
