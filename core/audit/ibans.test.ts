import { afterAll, beforeAll, expect, it } from "vitest";
import { setVariables } from "../../local/environment.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { createFundedWallet, newActor } from "../../tests/support/ledger.ts";
import { walletOf } from "../ledger/accounts.ts";
import { ibanOf } from "../ledger/iban.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as Table from "../platform/table/index.ts";
import { audit } from "./index.ts";

withDatabase();

let items: Table.Item[] = [];
let wallet: AccountRef;
let other: AccountRef;
let unset = () => {};

beforeAll(async () => {
  unset = setVariables({ IBAN_RANGE: "FR3000400031" });
  [wallet, other] = [
    await createFundedWallet(newActor(), "EUR", 0n),
    await createFundedWallet(newActor(), "EUR", 0n),
  ];
  await createFundedWallet(newActor(), "BTC", 0n);
  items = await Array.fromAsync(Table.scan());
});
afterAll(() => unset());

const isNaming = (item: Table.Item) => item["pk"] === `IBAN#${ibanOf(wallet)}`;
const isWallet = (item: Table.Item) =>
  String(item["sk"]).startsWith("WALLET#") && item["walletId"] === walletOf(wallet.account);

const when = async (
  which: (item: Table.Item) => boolean,
  change: (item: Table.Item) => readonly Table.Item[],
): Promise<readonly string[]> => {
  expect(items.filter(which)).toHaveLength(1);
  return (await audit(() => items.flatMap((item) => (which(item) ? change(item) : [item])))).differences;
};

it("the audit finds no difference if IBANs map to the accounts that show them", async () => {
  expect((await audit(() => items)).differences).toEqual([]);
});

it("the audit reports an IBAN that does not map to the account that shows it", async () => {
  const shown = `the account ${wallet.account} shows the IBAN ${ibanOf(wallet)}, which does not map to it`;
  const brought = (to: AccountRef) =>
    `the IBAN ${ibanOf(wallet)} maps to ${to.account}, which does not show it`;
  expect(await when(isNaming, (item) => [{ ...item, walletId: walletOf(other.account) }])).toEqual([
    shown,
    brought(other),
  ]);
  expect(await when(isNaming, () => [])).toEqual([shown]);
  expect(await when(isWallet, (item) => [{ ...item, iban: undefined }])).toEqual([brought(wallet)]);
  expect((await when(isNaming, (item) => [{ ...item, walletId: 1n }])).join()).toContain(
    "is damaged: walletId",
  );
});
