import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { availableCents, handleBankEvent, transferEvent } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import {
  createAccount,
  passGracePeriod,
  refreshActor,
  withMockedEmail,
} from "../../tests/support/erasure.ts";
import { withSecrets } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { readBalances } from "../../tests/support/ledger.ts";
import { fundAccount } from "../../tests/support/money.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { createMerchant, handlePspEvent, intentOf } from "../../tests/support/payments.ts";
import { withPsp } from "../../tests/support/psp.ts";
import { payFrom, sendMoney } from "../../tests/support/transfers.ts";
import { audit } from "../audit/index.ts";
import type { WebActor } from "../identity/actor.ts";
import * as Users from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import { SvcError } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import * as Ledger from "../ledger/index.ts";
import { capture } from "../transfers/reservations/end.ts";
import { create as reserve } from "../transfers/reservations/index.ts";
import { ensure } from "../wallets/opening.ts";
import { runDue } from "./erasure.ts";

// Fifty payments to a user who is erased concurrently: each is executed or rejected, and no money is lost.

const database = withDatabase();
withSecrets();
withObjects();
withPsp();
withMockedEmail();
afterAll(async () => expect((await audit()).differences).toEqual([]));

const COUNT = 50;
const CENTS = 100n;

interface Payer {
  readonly payer: WebActor;
  readonly accountId: string;
}

/** The payers. */
let payers: readonly Payer[];
beforeAll(async () => {
  payers = await Promise.all(
    Array.from({ length: COUNT }, async () => {
      const payer = await createAccount();
      return { payer, accountId: await fundAccount(payer.userId, "EUR", 100n * CENTS) };
    }),
  );
});

/** Returns the total available and held balance of all payers. */
async function totalBalance(): Promise<bigint> {
  const all = await Promise.all(payers.map(({ accountId }) => readBalances(walletRef(accountId))));
  return all.reduce((sum, { available, held }) => sum + available + held, 0n);
}

/** Creates the user who is erased. */
async function createUsers(role?: "PROFESSIONNEL") {
  const leaving = await createAccount(role);
  await ensure(leaving, "EUR");
  return {
    leaving,
    payers,
    before: await totalBalance(),
    toAccountId: walletId("live", leaving.userId, "EUR"),
  };
}

type Paying = () => Promise<unknown>;

/** Runs all payments in parallel, with the erasure before the first write. @returns the number of payments, and the errors of the others */
async function payDuringErasure(paying: readonly Paying[]) {
  const refused: string[] = [];
  const one = async (pays: Paying) => {
    try {
      await pays();
      return 1;
    } catch (error) {
      if (!(error instanceof SvcError)) throw error;
      refused.push(error.code);
      return 0;
    }
  };
  let writes = 0;
  const done = await interleave(
    database.endpoint,
    () => Promise.all(paying.map(one)),
    ({ operation }) => (operation === "TransactWriteItems" && writes++ === 0 ? runDue() : undefined),
  );
  const paid = BigInt(done.reduce((sum: number, it) => sum + it, 0));
  return { paid, refused };
}

/** Expects that the erased user got nothing, and the payers have their former balances. */
async function expectNothingLost(
  { leaving, before }: { readonly leaving: WebActor; readonly before: bigint },
  { paid, refused }: Awaited<ReturnType<typeof payDuringErasure>>,
  refusal: string,
) {
  expect((await Users.fromId(leaving.userId))?.erasedAt).toBeDefined();
  expect([paid, await availableCents(leaving), await totalBalance()]).toEqual([0n, 0n, before]);
  expect(refused).toEqual(Array(COUNT).fill(refusal));
}

describe("an erasure after fifty payments have read their inputs and before the first write", () => {
  it("loses no transfer", async () => {
    const all = await createUsers();
    await passGracePeriod(all.leaving);
    const paying = await Promise.all(
      all.payers.map(async ({ payer, accountId }) => {
        const actor = await refreshActor(payer);
        const request = {
          fromAccountId: accountId,
          toAccountId: all.toAccountId,
          amount: "1",
          description: "",
        };
        return () => sendMoney(actor, request);
      }),
    );
    await expectNothingLost(all, await payDuringErasure(paying), "RECIPIENT_UNKNOWN");
  });

  it("loses no payment to a business", async () => {
    const all = await createUsers("PROFESSIONNEL");
    const { merchantId } = await createMerchant(all.leaving);
    await passGracePeriod(all.leaving);
    const paying = await Promise.all(
      all.payers.map(async ({ payer, accountId }) => {
        const actor = await refreshActor(payer);
        const payment = { accountId, amount: "1", description: "", to: { merchantId } };
        return () => payFrom(actor, payment);
      }),
    );
    await expectNothingLost(all, await payDuringErasure(paying), "PAYEE_NOT_ACTIVE");
  });

  it("loses no capture of a hold", async () => {
    const all = await createUsers();
    await passGracePeriod(all.leaving);
    const expiresAt = new Date(Clock.nowMs() + 86_400_000).toISOString();
    const paying = await Promise.all(
      all.payers.map(async ({ payer, accountId }) => {
        const actor = await refreshActor(payer);
        const request = { walletId: accountId, amount: "1", description: "", expiresAt };
        const { holdId } = await reserve(actor, request);
        return () => capture(actor, holdId, { toWalletId: all.toAccountId });
      }),
    );
    await expectNothingLost(all, await payDuringErasure(paying), "RECIPIENT_UNKNOWN");
  });

  it("loses no completed card payment: it goes to the account or to suspense", async () => {
    const { leaving } = await createUsers();
    await passGracePeriod(leaving);
    const before = await Ledger.balance("suspense", "EUR");
    const intents = Array.from({ length: COUNT }, () => intentOf(leaving, { amount: Number(CENTS) }));
    const { paid } = await payDuringErasure(
      intents.map((intent) => () => handlePspEvent("payment_intent.succeeded", intent)),
    );
    expect(paid).toBe(BigInt(COUNT));
    const waits = (await Ledger.balance("suspense", "EUR")) - before;
    const all = BigInt(COUNT) * CENTS;
    expect([waits, await availableCents(leaving)]).toEqual([all, 0n]);
  });
});

describe("external money at any point of an erasure goes to the account or to suspense", () => {
  it.each([
    ["from the bank, with an account", true, "bank"],
    ["from the bank, without an account", false, "bank"],
    ["by card, with an account", true, "card"],
    ["by card, without an account", false, "card"],
  ])("%s", async (_, hasAccount, source) => {
    for (let at = 0; ; at++) {
      const leaving = await createAccount();
      if (hasAccount) await ensure(leaving, "EUR");
      await passGracePeriod(leaving);
      const before = await Ledger.balance("suspense", "EUR");
      let calls = 0;
      const turn = () => (calls++ === at ? runDue() : undefined);
      const about = { userId: leaving.userId };
      const comes = () =>
        source === "bank"
          ? handleBankEvent(transferEvent("booked", Ids.create("event"), "1.00", about))
          : handlePspEvent("payment_intent.succeeded", intentOf(leaving, { amount: 100 }));
      await interleave(database.endpoint, comes, turn);
      if (calls <= at) return expect(at).toBeGreaterThan(2);
      const waits = (await Ledger.balance("suspense", "EUR")) - before;
      const { available = 0n } = await readBalances(walletRef(walletId("live", leaving.userId, "EUR")));
      const { erasedAt } = (await Users.fromId(leaving.userId)) ?? {};
      expect([available, waits]).toEqual(erasedAt === undefined ? [100n, 0n] : [0n, 100n]);
    }
  });
});
