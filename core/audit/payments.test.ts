import { beforeAll, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb } from "../../tests/support/identity.ts";
import { deposit } from "../../tests/support/ledger.ts";
import { createMerchant, payMerchant } from "../../tests/support/payments.ts";
import { createUser } from "../../tests/support/people.ts";
import type { LiveActor } from "../identity/actor.ts";
import { accountOf } from "../ledger/accounts.ts";
import { refund } from "../payments/refunds/index.ts";
import * as Table from "../platform/table/index.ts";
import { audit } from "./index.ts";

withDatabase();

let items: Table.Item[] = [];
let paymentId: string;

beforeAll(async () => {
  const owner = onWeb(await createUser("PROFESSIONNEL")) as LiveActor;
  const merchant = await createMerchant(owner);
  paymentId = await payMerchant(merchant, 5000n);
  await payMerchant(merchant, 700n);
  await deposit(accountOf(owner, "EUR"), 10_000n);
  await refund(owner, { paymentId, amount: 1200 });
  await refund(owner, { paymentId, amount: 300 });
  items = await Array.fromAsync(Table.scan());
});

/** Returns the audit's findings with the payment's records in one list changed or removed. */
const when = async (direction: "in" | "out", change: (item: Table.Item) => readonly Table.Item[]) => {
  const isIts = (item: Table.Item) =>
    item["paymentId"] === paymentId &&
    item["direction"] === direction &&
    String(item["sk"]).startsWith("PAYMENT#");
  expect(items.filter(isIts)).toHaveLength(1);
  return (await audit(() => items.flatMap((item) => (isIts(item) ? change(item) : [item])))).differences;
};

it("the audit finds no difference if payments and their refunds match the journal", async () => {
  expect((await audit(() => items)).differences).toEqual([]);
});

it.each(["in", "out"] as const)(
  "the audit reports a payment with a falsified or missing record in the list of payments %s",
  async (direction) => {
    const its = `the record of the payment ${paymentId} (${direction}) states`;
    expect(await when(direction, (item) => [{ ...item, refunded: 1200n }])).toEqual([
      `${its} -3 EUR more than was refunded`,
    ]);
    expect(await when(direction, (item) => [{ ...item, amount: 5001n }])).toEqual([
      `${its} 0.01 EUR more than was paid`,
    ]);
    expect(await when(direction, () => [])).toHaveLength(2);
    expect((await when(direction, (item) => [{ ...item, refunded: "1200" }])).join()).toContain(
      "is damaged: refunded",
    );
  },
);
