import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as Psp from "../../../events/inbound/_psp.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor, readBalances } from "../../../tests/support/ledger.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Loyalty from "../../loyalty/programs/index.ts";
import * as Table from "../../platform/table/index.ts";
import { adopt } from "./creation.ts";
import * as Merchants from "./index.ts";
import type { Merchant, NewMerchant } from "./schema.ts";

withDatabase();

const shop: NewMerchant = {
  businessName: "Boulangerie",
  businessType: "company",
  country: "FR",
  currency: "EUR",
};

/** Creates a merchant whose account is not enabled. */
async function createMerchant(owner: LiveActor = newActor("PROFESSIONNEL"), input: NewMerchant = shop) {
  const account = {
    merchantId: Ids.create("merchant"),
    pspAccountId: `acct_${owner.userId}`,
    rights: { chargesEnabled: false, payoutsEnabled: false, status: "pending" },
  } as const;
  return { owner, merchant: await adopt(owner, input, account) };
}

const deliverAccount = (merchant: Pick<Merchant, "pspAccountId">, created: number, account: object) =>
  Psp.handle(
    JSON.stringify({
      id: `evt_${Ids.secret(8)}`,
      type: "account.updated",
      created,
      data: { object: { id: merchant.pspAccountId, object: "account", ...account } },
    }),
  );
const enabled = { charges_enabled: true, payouts_enabled: true, details_submitted: true };
const disabled = {
  charges_enabled: false,
  payouts_enabled: true,
  details_submitted: true,
  requirements: { disabled_reason: "requirements.past_due" },
};

describe("the status of a merchant", () => {
  const none = { charges_enabled: false, payouts_enabled: false };
  const waiting = { disabled_reason: "requirements.pending_verification" };
  it.each([
    ["active", "charges and payouts", enabled],
    ["pending", "no details submitted", { ...none, details_submitted: false }],
    [
      "pending",
      "all details submitted, not verified",
      { ...none, details_submitted: true, requirements: waiting },
    ],
    ["restricted", "requirements past due", disabled],
    ["restricted", "no payouts", { ...enabled, payouts_enabled: false, requirements: null }],
    [
      "restricted",
      "rejected",
      { ...none, details_submitted: true, requirements: { disabled_reason: "rejected.fraud" } },
    ],
  ] as const)("is %s: %s", (status, _, account) => {
    expect(Merchants.toRights(account)).toEqual({
      status,
      chargesEnabled: account.charges_enabled,
      payoutsEnabled: account.payouts_enabled,
    });
  });
});

describe("an event of an account", () => {
  it("enables and restricts its merchant", async () => {
    const { merchant } = await createMerchant();
    expect(await deliverAccount(merchant, 100, enabled)).toBe(`merchant ${merchant.merchantId} is active`);
    expect(await Merchants.find(merchant.merchantId)).toMatchObject({
      status: "active",
      chargesEnabled: true,
      payoutsEnabled: true,
    });
    await deliverAccount(merchant, 101, disabled);
    expect(await Merchants.find(merchant.merchantId)).toEqual({
      ...merchant,
      status: "restricted",
      chargesEnabled: false,
      payoutsEnabled: true,
      rightsAtSeconds: 101n,
    });
  });

  it("is ignored after a later event", async () => {
    const { merchant } = await createMerchant();
    await deliverAccount(merchant, 200, enabled);
    expect(await deliverAccount(merchant, 199, disabled)).toBe("a later event prevails");
    await deliverAccount(merchant, 200, enabled);
    expect(await Merchants.find(merchant.merchantId)).toMatchObject({
      status: "active",
      rightsAtSeconds: 200n,
    });
  });

  it("leaves the state of the latest event if the events arrive in any order", async () => {
    const order = fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(order, async (times) => {
        const { merchant } = await createMerchant();
        for (const at of times) await deliverAccount(merchant, at, at === 4 ? enabled : disabled);
        expect(await Merchants.find(merchant.merchantId)).toMatchObject({ status: "active" });
      }),
      { numRuns: 10 },
    );
  });

  it("leaves the rights that it omits unchanged", async () => {
    const { merchant } = await createMerchant();
    await deliverAccount(merchant, 1, enabled);
    await deliverAccount(merchant, 2, { payouts_enabled: false });
    expect(await Merchants.find(merchant.merchantId)).toMatchObject({
      chargesEnabled: true,
      payoutsEnabled: false,
      status: "restricted",
    });
  });

  it("is ignored for an unknown account", async () => {
    expect(await deliverAccount({ pspAccountId: "acct_unknown" }, 1, enabled)).toBe("not ours");
  });
});

describe("a merchant", () => {
  it("has a wallet in its currency, the current commission, and a loyalty program if requested", async () => {
    const { owner, merchant } = await createMerchant(newActor("PROFESSIONNEL"), {
      ...shop,
      currency: "USD",
      savebackRate: "2.50",
    });
    expect(merchant).toMatchObject({ commissionRate: "1.5", currency: "USD" });
    expect(await readBalances(walletRef(walletId("live", owner.userId, "USD")))).toEqual({
      available: 0n,
      held: 0n,
    });
    expect(await Loyalty.findActive(merchant.merchantId)).toMatchObject({
      programId: merchant.programId,
      ownerId: owner.userId,
      name: "Boulangerie",
      rate: "2.5",
      status: "active",
    });
    expect(await Merchants.find(merchant.merchantId)).toEqual(merchant);
  });

  it("keeps its commission after a change of the setting", async () => {
    const { owner, merchant } = await createMerchant();
    process.env["MERCHANT_COMMISSION_RATE"] = "2.25";
    try {
      expect((await Merchants.readOwn(owner)).commissionRate).toBe("1.5");
      expect((await createMerchant()).merchant.commissionRate).toBe("2.25");
      process.env["MERCHANT_COMMISSION_RATE"] = "a lot";
      await expect(createMerchant()).rejects.toThrow("MERCHANT_COMMISSION_RATE");
    } finally {
      delete process.env["MERCHANT_COMMISSION_RATE"];
    }
    expect((await Merchants.find(merchant.merchantId))?.commissionRate).toBe("1.5");
  });

  it("exists once per user: a second merchant is rejected with the first merchant's id", async () => {
    const { owner, merchant } = await createMerchant();
    const second = {
      merchantId: Ids.create("merchant"),
      pspAccountId: "acct_second",
      rights: { chargesEnabled: true, payoutsEnabled: true, status: "active" },
    } as const;
    await expect(adopt(owner, { ...shop, savebackRate: "1" }, second)).rejects.toMatchObject({
      code: "MERCHANT_EXISTS",
      details: { fields: [{ field: "id", message: merchant.merchantId }] },
    });
    expect(await Merchants.find(second.merchantId)).toBeUndefined();
    expect(await Loyalty.findActive(second.merchantId)).toBeUndefined();
    expect(await deliverAccount(second, 1, enabled)).toBe("not ours");
  });

  it("is not found by an invalid or unknown id", async () => {
    for (const id of ["", "mer_", "unknown", Ids.create("merchant")])
      expect(await Merchants.find(id)).toBeUndefined();
    await expect(Merchants.readOwn(newActor())).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
  });
});

describe("a merchant's volume", () => {
  it("is the sum of the month's payments less its refunds", async () => {
    const { owner, merchant } = await createMerchant();
    const add = (amount: bigint) => Table.commit(Merchants.volumeWrites(merchant.merchantId, amount));
    const volume = async () => (await Merchants.readOwn(owner)).monthlyVolumeMinor;
    Clock.setOffset(Date.parse("2031-01-31T23:59:00Z") - Date.now());
    expect(await volume()).toBe(0n);
    await add(1099n);
    await add(-99n);
    await Promise.all(
      Array.from({ length: 3 }, () =>
        add(1n)
          .catch(() => add(1n))
          .catch(() => add(1n)),
      ),
    );
    expect(await volume()).toBe(1003n);
    Clock.setOffset(Date.parse("2031-02-01T00:00:30Z") - Date.now());
    expect(await volume()).toBe(0n);
    await add(-500n);
    expect(await volume()).toBe(-500n);
    Clock.setOffset(0);
  });
});
