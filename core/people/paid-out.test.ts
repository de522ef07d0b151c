import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { platformBalances } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { createAccount, eraseAccount, withMockedEmail } from "../../tests/support/erasure.ts";
import { withSecrets } from "../../tests/support/identity.ts";
import { differencesWithoutSupply } from "../../tests/support/ledger.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { availableMinor, chargeOf, handlePspEvent, intentOf } from "../../tests/support/payments.ts";
import { withPsp } from "../../tests/support/psp.ts";
import { audit } from "../audit/index.ts";
import { adjust } from "../defi/adjustments/index.ts";
import type { Adjustment } from "../defi/adjustments/schema.ts";
import * as Flags from "../flags/index.ts";
import type { WebActor } from "../identity/actor.ts";
import * as Trail from "../identity/trail/index.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import * as Table from "../platform/table/index.ts";
import * as Debts from "../policy/debts.ts";
import { ensure } from "../wallets/opening.ts";

// Staff pay out the money of erased users to a wallet.

withDatabase();
withSecrets();
withObjects();
withPsp();
withMockedEmail();
// The limit up to which one staff member may pay out alone.
beforeEach(() => {
  vi.stubEnv("ADJUSTMENT_APPROVAL_EUR", "500");
});
afterEach(async () => expect(await differencesWithoutSupply()).toEqual([]));

const euros = ({ userId }: Pick<WebActor, "userId">) => walletId("live", userId, "EUR");
const suspense = async () => (await platformBalances()).suspense;

/** Creates an erased user, 900.00 that arrived since, and a user who is to get them. */
async function createSuspendedMoney(hadAccount = true) {
  const [gone, heir] = [await createAccount(), await createAccount()];
  if (hadAccount) await ensure(gone, "EUR");
  await ensure(heir, "EUR");
  await eraseAccount(gone);
  const intent = intentOf(gone, { amount: 90_000 });
  await handlePspEvent("payment_intent.succeeded", intent);
  const [one, other] = [await createAccount("ADMIN"), await createAccount("ADMIN")];
  const flagId = `payment_intent:${intent.id}`;
  const order = (amount: string): Adjustment => ({
    ...{ operation: "DEPOSIT", amount, reason: "the same person, with a new account", flagId },
  });
  const flagged = async (status: "open" | "resolved") =>
    (await Flags.list(one, { limit: 100, kind: "suspense", status })).items.find(({ id }) => id === flagId);
  return { gone, heir, intent, one, other, order, flagged };
}

describe("money in suspense", () => {
  it("is paid out to a wallet, above a limit by two staff members, until the last payment resolves its flag", async () => {
    const { gone, heir, one, other, order, flagged } = await createSuspendedMoney();
    const had = await suspense();
    await adjust(one, euros(heir), order("300"));
    expect(await flagged("open")).toMatchObject({ amount: 60_000n, userId: gone.userId });
    const asked = await adjust(one, euros(heir), order("600"));
    if (asked.kind !== "pending") throw new Error("one alone has paid it out");
    expect(await availableMinor(heir.userId)).toBe(30_000n);
    const { flagId: _, ...unnamed } = { ...order("600"), approvalId: asked.approvalId };
    await expect(adjust(other, euros(heir), unnamed)).rejects.toMatchObject({
      code: "APPROVAL_MISMATCH",
      details: { fields: [{ field: "flagId" }] },
    });
    await adjust(other, euros(heir), { ...order("600"), approvalId: asked.approvalId });
    expect(await availableMinor(heir.userId)).toBe(90_000n);
    expect(had - (await suspense())).toBe(90_000n);
    expect(await flagged("open")).toBeUndefined();
    const resolution = { by: other.userId, note: "the same person, with a new account" };
    expect(await flagged("resolved")).toMatchObject({ amount: 0n, resolution });
    const { items } = await Trail.list({ limit: 1 }, heir.userId);
    expect(items).toMatchObject([{ deed: "wallet-adjusted", about: { flagId: order("1").flagId } }]);
  });

  it.each(["had an account", "had no account"])(
    "has an open flag until staff record that the bank has paid it out, if the erased user %s",
    async (whose) => {
      const { gone, one, other, order, flagged } = await createSuspendedMoney(whose === "had an account");
      const [had, bank] = [await suspense(), (await platformBalances()).bank];
      const id = order("1").flagId ?? "";
      await expect(Flags.resolve(one, { kind: "suspense", id }, "looked at")).rejects.toMatchObject({
        code: "FLAG_HOLDS_MONEY",
      });
      const request = { ...order("900"), operation: "WITHDRAW" } as const;
      const asked = await adjust(one, euros(gone), request);
      if (asked.kind !== "pending") throw new Error("one alone has booked it");
      await adjust(other, euros(gone), { ...request, approvalId: asked.approvalId });
      expect([had - (await suspense()), (await platformBalances()).bank - bank]).toEqual([90_000n, 90_000n]);
      expect(await flagged("resolved")).toMatchObject({ amount: 0n });
    },
  );

  it("is never paid out beyond the flag's amount, also under parallel requests", async () => {
    const { heir, one, other, order } = await createSuspendedMoney();
    const another = await createAccount();
    await eraseAccount(another);
    await handlePspEvent("payment_intent.succeeded", intentOf(another, { amount: 90_000 }));
    const had = await suspense();
    const staff = [one, other, await createAccount("ADMIN"), await createAccount("ADMIN")];
    const outcomes = await Promise.allSettled(staff.map((actor) => adjust(actor, euros(heir), order("400"))));
    const codes = outcomes.map((done) => (done.status === "fulfilled" ? "done" : done.reason.code));
    expect(codes.sort()).toEqual(["SUSPENSE_EXCEEDED", "SUSPENSE_EXCEEDED", "done", "done"]);
    expect(had - (await suspense())).toBe(80_000n);
    await expect(adjust(staff[3] as WebActor, euros(heir), order("100.01"))).rejects.toMatchObject({
      code: "SUSPENSE_EXCEEDED",
      details: { available: "100" },
    });
  });

  it("is audited: the total of the flags must not exceed the balance of suspense", async () => {
    const { order } = await createSuspendedMoney();
    const items = await Array.fromAsync(Table.scan());
    const changed = (amount: bigint) =>
      audit(() => items.map((item) => (item["id"] === order("1").flagId ? { ...item, amount } : item)));
    const had = await suspense();
    const { differences } = await changed(1_000_000n);
    expect(differences).toContainEqual(
      expect.stringMatching(/^flags come to \S+ EUR, but the account suspense has only /),
    );
    expect((await changed(had + 1n - others())).differences.join()).toContain("flags come to");
    expect((await changed(had - others())).differences.join()).not.toContain("flags come to");

    /** Returns the total of all other flags. */
    function others(): bigint {
      const flags = items.filter(({ kind, id }) => kind === "suspense" && id !== order("1").flagId);
      return flags.reduce((sum, { amount }) => sum + (amount as bigint), 0n);
    }
  });

  it("is owed by the erased user if it was paid out before a refund", async () => {
    const { gone, heir, intent, one, order } = await createSuspendedMoney();
    const had = await suspense();
    await adjust(one, euros(heir), order("400"));
    await handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: 90_000 }));
    expect(had - (await suspense())).toBe(90_000n);
    expect(await Debts.owed(walletRef(euros(gone)))).toBe(40_000n);
  });

  it("is paid out only with an existing flag, to a wallet of its asset that is not the staff member's own", async () => {
    const { heir, one, order } = await createSuspendedMoney();
    await ensure(heir, "USD");
    await ensure(one, "EUR");
    const refused = async (wallet: string, request: Adjustment) =>
      expect(adjust(one, wallet, request)).rejects;
    const usd = walletId("live", heir.userId, "USD");
    const [request, unknown] = [order("1"), { ...order("1"), flagId: "payment_intent:pi_0" }];
    await (await refused(euros(heir), unknown)).toMatchObject({ code: "FLAG_NOT_FOUND" });
    await (await refused(usd, request)).toMatchObject({ code: "CURRENCY_MISMATCH" });
    await (await refused(euros(one), request)).toMatchObject({ code: "OWN_WALLET" });
    await (await refused(euros(heir), { ...request, operation: "WITHDRAW" })).toMatchObject({
      code: "FLAG_NOT_FOUND",
    });
  });
});
