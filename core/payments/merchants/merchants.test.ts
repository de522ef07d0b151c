import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as Psp from "../../../events/inbound/_psp.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { has, someone } from "../../../tests/support/ledger.ts";
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

/** A merchant whose account has not been enabled. */
async function opened(owner: LiveActor = someone("PROFESSIONNEL"), input: NewMerchant = shop) {
  const account = {
    merchantId: Ids.create("merchant"),
    pspAccountId: `acct_${owner.userId}`,
    rights: { chargesEnabled: false, payoutsEnabled: false, status: "pending" },
  } as const;
  return { owner, merchant: await adopt(owner, input, account) };
}

const told = (merchant: Pick<Merchant, "pspAccountId">, created: number, account: object) =>
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

describe("what the provider lets an account do", () => {
  const none = { charges_enabled: false, payouts_enabled: false };
  const waiting = { disabled_reason: "requirements.pending_verification" };
  it.each([
    ["active", "charges and payouts", enabled],
    ["pending", "nothing told yet", { ...none, details_submitted: false }],
    ["pending", "all told, not verified", { ...none, details_submitted: true, requirements: waiting }],
    ["restricted", "something is past due", disabled],
    ["restricted", "no payouts", { ...enabled, payouts_enabled: false, requirements: null }],
    [
      "restricted",
      "rejected",
      { ...none, details_submitted: true, requirements: { disabled_reason: "rejected.fraud" } },
    ],
  ] as const)("is %s: %s", (status, _, account) => {
    expect(Merchants.rightsOf(account)).toEqual({
      status,
      chargesEnabled: account.charges_enabled,
      payoutsEnabled: account.payouts_enabled,
    });
  });
});

describe("the provider's word on an account", () => {
  it("enables and restricts its merchant", async () => {
    const { merchant } = await opened();
    expect(await told(merchant, 100, enabled)).toBe(`merchant ${merchant.merchantId} is active`);
    expect(await Merchants.find(merchant.merchantId)).toMatchObject({
      status: "active",
      chargesEnabled: true,
      payoutsEnabled: true,
    });
    await told(merchant, 101, disabled);
    expect(await Merchants.find(merchant.merchantId)).toEqual({
      ...merchant,
      status: "restricted",
      chargesEnabled: false,
      payoutsEnabled: true,
      rightsAtSeconds: 101n,
    });
  });

  it("does not go back in time, and may be heard twice", async () => {
    const { merchant } = await opened();
    await told(merchant, 200, enabled);
    expect(await told(merchant, 199, disabled)).toBe("older than what is known");
    await told(merchant, 200, enabled);
    expect(await Merchants.find(merchant.merchantId)).toMatchObject({
      status: "active",
      rightsAtSeconds: 200n,
    });
  });

  it("in whatever order it comes, ends with the last", async () => {
    const order = fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(order, async (times) => {
        const { merchant } = await opened();
        for (const at of times) await told(merchant, at, at === 4 ? enabled : disabled);
        expect(await Merchants.find(merchant.merchantId)).toMatchObject({ status: "active" });
      }),
      { numRuns: 10 },
    );
  });

  it("that leaves something out leaves it as it was", async () => {
    const { merchant } = await opened();
    await told(merchant, 1, enabled);
    await told(merchant, 2, { payouts_enabled: false });
    expect(await Merchants.find(merchant.merchantId)).toMatchObject({
      chargesEnabled: true,
      payoutsEnabled: false,
      status: "restricted",
    });
  });

  it("on an account of nobody here is not ours", async () => {
    expect(await told({ pspAccountId: "acct_of_somebody" }, 1, enabled)).toBe("not ours");
  });
});

describe("a merchant", () => {
  it("has a wallet of its currency, the commission of its day, and a loyalty program where asked for", async () => {
    const { owner, merchant } = await opened(someone("PROFESSIONNEL"), {
      ...shop,
      currency: "USD",
      savebackRate: "2.50",
    });
    expect(merchant).toMatchObject({ commissionRate: "1.5", currency: "USD" });
    expect(await has(walletRef(walletId("live", owner.userId, "USD")))).toEqual({ available: 0n, held: 0n });
    expect(await Loyalty.ofMerchant(merchant.merchantId)).toMatchObject({
      programId: merchant.programId,
      ownerId: owner.userId,
      name: "Boulangerie",
      rate: "2.5",
      status: "active",
    });
    expect(await Merchants.find(merchant.merchantId)).toEqual(merchant);
  });

  it("keeps its commission when the setting changes", async () => {
    const { owner, merchant } = await opened();
    process.env["MERCHANT_COMMISSION_RATE"] = "2.25";
    try {
      expect((await Merchants.own(owner)).commissionRate).toBe("1.5");
      expect((await opened()).merchant.commissionRate).toBe("2.25");
      process.env["MERCHANT_COMMISSION_RATE"] = "a lot";
      await expect(opened()).rejects.toThrow("MERCHANT_COMMISSION_RATE");
    } finally {
      delete process.env["MERCHANT_COMMISSION_RATE"];
    }
    expect((await Merchants.find(merchant.merchantId))?.commissionRate).toBe("1.5");
  });

  it("is one a user: the second is refused with the first one's id, and leaves nothing behind", async () => {
    const { owner, merchant } = await opened();
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
    expect(await Loyalty.ofMerchant(second.merchantId)).toBeUndefined();
    expect(await told(second, 1, enabled)).toBe("not ours");
  });

  it("is not found by what is no merchant's id", async () => {
    for (const id of ["", "mer_", "nobody", Ids.create("merchant")])
      expect(await Merchants.find(id)).toBeUndefined();
    await expect(Merchants.own(someone())).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
  });
});

describe("a merchant's volume", () => {
  it("adds up what is paid and takes off what is refunded, month by month", async () => {
    const { owner, merchant } = await opened();
    const add = (amount: bigint) => Table.commit(Merchants.volume(merchant.merchantId, amount));
    const volume = async () => (await Merchants.own(owner)).monthlyVolumeMinor;
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
