import { afterAll, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import * as Merchants from "../../core/payments/merchants/index.ts";
import * as Transactions from "../../core/payments/records/index.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { newActor } from "../../tests/support/ledger.ts";
import {
  availableMinor,
  chargeOf,
  createMerchant,
  intentOf,
  type PspObject,
} from "../../tests/support/payments.ts";
import { handle } from "./_psp.ts";

/**
 * Events of connected accounts: a merchant that writes our metadata into payments of its own account must not be
 * credited here.
 */

withDatabase();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const receive = (type: string, object: PspObject, account?: unknown): Promise<string> =>
  handle(
    JSON.stringify({ id: `evt_${Ids.secret(12)}`, type, created: 1_700_000_000, account, data: { object } }),
  );

it.each(["acct_1", "", 7])(
  "a payment to the connected account %j credits no user and stores no transaction",
  async (account) => {
    const payer = newActor();
    const intent = intentOf(payer);
    for (const type of [
      "payment_intent.succeeded",
      "payment_intent.payment_failed",
      "payment_intent.canceled",
      "payment_intent.amount_capturable_updated",
      "checkout.session.completed",
      "customer.subscription.updated",
      "anything.else",
    ])
      expect(await receive(type, intent, account)).toBe("of a connected account");
    for (const type of ["charge.succeeded", "charge.refunded"])
      expect(await receive(type, chargeOf(intent, { amount_refunded: 1 }), account)).toBe(
        "of a connected account",
      );
    expect(await availableMinor(payer.userId)).toBeUndefined();
    expect(await Transactions.find(intent.id)).toBeUndefined();
  },
);

it("a payment event is settled as the platform's own if its account is missing or null", async () => {
  const payer = newActor();
  expect(await receive("payment_intent.succeeded", intentOf(payer), null)).toBe("settled");
  expect(await receive("payment_intent.succeeded", intentOf(payer))).toBe("settled");
  expect(await availableMinor(payer.userId)).toBe(10_000n);
});

it("an account.updated event of a connected account updates its merchant", async () => {
  const owner = newActor("PROFESSIONNEL");
  const { pspAccountId, merchantId } = await createMerchant(owner, { chargesEnabled: false });
  const account = { id: pspAccountId, charges_enabled: true, payouts_enabled: true };
  expect(await receive("account.updated", account, pspAccountId)).toBe(`merchant ${merchantId} is active`);
  expect(await Merchants.readOwn(owner)).toMatchObject({ chargesEnabled: true });
});
